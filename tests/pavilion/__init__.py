"""The rules of pavilion, paragraph by paragraph."""
