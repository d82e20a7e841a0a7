"""The checks of `make lint`, which are scripts and no package."""

import importlib.util
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[2] / ".ci"


def load(name: str) -> ModuleType:
    """The script `.ci/<name>.py` as a module."""
    spec = importlib.util.spec_from_file_location(f"checks_{name}", FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
