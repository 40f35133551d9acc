"""The rules of classic, paragraph by paragraph."""
