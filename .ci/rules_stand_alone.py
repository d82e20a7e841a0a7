"""Checks that game/rules imports the standard library and itself alone.

import-linter (pyproject.toml) can say what must not be imported; this says what may.
"""

import ast
import sys
from pathlib import Path

RULES = Path("game/rules")


def imported(tree: ast.Module) -> list[tuple[int, str]]:
    """Line and full name of every module imported anywhere in the file."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append((node.lineno, node.module or ""))
    return found


def may_be_imported(module: str) -> bool:
    """Whether it is the rules' own or Python's."""
    return module.split(".")[:2] == ["game", "rules"] or module.split(".")[0] in sys.stdlib_module_names


def main() -> int:
    """Print what is imported and must not be; give the exit status."""
    faults = [
        f"{path}:{line}: game/rules must not import {module}"
        for path in sorted(RULES.rglob("*.py"))
        for line, module in imported(ast.parse(path.read_text()))
        if not may_be_imported(module)
    ]
    print("\n".join(faults) or "game/rules imports the standard library alone")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
