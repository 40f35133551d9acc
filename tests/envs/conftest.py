"""A test file is left out where the library that it tests is not installed."""

from __future__ import annotations

from importlib.util import find_spec

NEEDS = {
    "test_actions.py": ("numpy",),
    "test_observation.py": ("numpy",),
    "test_raster.py": ("numpy",),
    "test_tables.py": ("numpy",),
    "test_pettingzoo.py": ("numpy", "gymnasium", "pettingzoo"),
    "test_gymnasium.py": ("numpy", "gymnasium"),
    "test_openspiel.py": ("numpy", "pyspiel"),
    "test_vector.py": ("numpy", "gymnasium", "numba"),
}
LIBRARIES = sorted({name for names in NEEDS.values() for name in names})

collect_ignore = [
    file for file, names in NEEDS.items() if not all(find_spec(name) for name in names)
]
