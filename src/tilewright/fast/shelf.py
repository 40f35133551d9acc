"""Files of compiled kernels that several processes may write at the same time.

Numba numbers the files of a function, one for each signature, and keeps the numbers in an index.
Two processes that compile it for different signatures may take the same number: then the index of
one leads to the code of the other, which runs on data it was never meant for. Here the name of a
file follows from the signature, and there is no index. If several processes need the same code, one
compiles it, and the others wait for the result.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

PATIENCE = 180.0  # seconds that a process waits for what another one compiles
LOOK = 0.05  # seconds between two looks for it

_File: Any = IndexDataCacheFile
_claims: dict[str, int] = {}  # locks of what this process compiles


class Shelf(_File):  # type: ignore[misc]
    """Where the compiled code of one function is kept."""

    @classmethod
    def install(cls, function: Any) -> None:  # noqa: ANN401
        """Keep the code of a function here."""
        kept = function._cache
        base, stamp = kept._impl.filename_base, kept._impl.locator.get_source_stamp()
        kept._cache_file = cls(kept._cache_path, base, stamp)

    def save(self, key: object, data: object) -> None:
        """Keep what was compiled for a key: signature, processor and the function itself."""
        name = self._name(key)
        self._save_data(name, data)
        _release(self._data_path(name))

    def load(self, key: object) -> Any:  # noqa: ANN401
        """What was compiled for a key; None if this process has to compile it."""
        name = self._name(key)
        until = time.monotonic() + PATIENCE
        while (found := self._find(name)) is None and time.monotonic() < until:
            if _claim(self._data_path(name)):
                found = self._find(name)  # another process may just have finished
                break
            time.sleep(LOOK)
        if found is not None:
            _release(self._data_path(name))
        return found

    def _find(self, name: str) -> Any:  # noqa: ANN401
        with suppress(FileNotFoundError):
            return self._load_data(name)
        return None

    def _name(self, key: object) -> str:
        told = repr((self._version, self._source_stamp, key))
        number = int(hashlib.sha256(told.encode()).hexdigest()[:15], 16)
        return str(self._data_name(number))


def _claim(path: str) -> bool:
    """Tell whether this process is the one to compile what belongs in a file. A claim ends with the
    process, if not before."""
    if path in _claims:
        return True
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    file = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return False
    _claims[path] = file
    return True


def _release(path: str) -> None:
    """Let other processes have the file."""
    if (file := _claims.pop(path, None)) is not None:
        Path(f"{path}.lock").unlink(missing_ok=True)
        os.close(file)
