"""Files of compiled kernels that processes may write at the same time.

Numba numbers the files of a function, one for each types of its arguments, and notes the numbers in
an index. Two processes that compile it for different types may take the same number: then the index
of one leads to the code of the other, which runs on what it was never meant for. Here the name of a
file follows from the types, and there is no index.
"""

from __future__ import annotations

import hashlib
from typing import Any

from numba.core.caching import IndexDataCacheFile

_File: Any = IndexDataCacheFile


class Shelf(_File):  # type: ignore[misc]
    """Where the compiled code of one function lies."""

    @classmethod
    def install(cls, function: Any) -> None:  # noqa: ANN401
        """Keep the code of a function here."""
        kept = function._cache
        base, stamp = kept._impl.filename_base, kept._impl.locator.get_source_stamp()
        kept._cache_file = cls(kept._cache_path, base, stamp)

    def save(self, key: object, data: object) -> None:
        """Keep what was compiled for a key: types, processor and the function itself."""
        self._save_data(self._name(key), data)

    def load(self, key: object) -> Any:  # noqa: ANN401
        """What was compiled for a key, or nothing."""
        try:
            return self._load_data(self._name(key))
        except FileNotFoundError:
            return None

    def _name(self, key: object) -> str:
        told = repr((self._version, self._source_stamp, key))
        number = int(hashlib.sha256(told.encode()).hexdigest()[:15], 16)
        return str(self._data_name(number))
