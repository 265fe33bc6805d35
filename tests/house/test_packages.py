"""The packages: ours alone by name, docstrings for ``__init__``, and all there in the wheel."""

import ast
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.house.checkout import ROOT, committed_files

PACKAGES = ("firmware_bridge", "vision", "table_controller", "dashboard", "hardware")
NOT_SHIPPED = ("dashboard/web/", "vision/training/", "hardware/firmware/")


def test_no_other_wheel_owns_one_of_our_packages() -> None:
    owners = packages_distributions()

    assert {name: set(owners.get(name, ["drawtable"])) for name in PACKAGES} == {
        name: {"drawtable"} for name in PACKAGES
    }


def test_every_package_begins_with_a_docstring_and_nothing_else() -> None:
    wrong = []
    for path in committed_files():
        if path.name == "__init__.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if len(tree.body) != 1 or not ast.get_docstring(tree):
                wrong.append(str(path.relative_to(ROOT)))

    assert wrong == []


def test_there_is_no_package_among_the_tests() -> None:
    assert [
        path
        for path in committed_files()
        if path.is_relative_to(ROOT / "tests") and path.name == "__init__.py"
    ] == []


def shipped_sources() -> list[Path]:
    """The Python files that are in the wheel."""
    names = {path: path.relative_to(ROOT).as_posix() for path in committed_files() if path.suffix == ".py"}
    return [p for p, n in names.items() if n.startswith(PACKAGES) and not n.startswith(NOT_SHIPPED)]


def imported(path: Path) -> set[str]:
    """The packages a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_the_program_imports_nothing_that_its_lock_does_not_bring() -> None:
    """What training or the tests need may lie on a developer's machine, and not on a table's."""
    locked = {
        line.split("==")[0].lower()
        for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
        if "==" in line and not line.startswith((" ", "#"))
    }
    owners = packages_distributions()
    foreign = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in shipped_sources()
        for name in imported(path) - set(PACKAGES) - sys.stdlib_module_names
        if not {owner.lower().replace("_", "-") for owner in owners.get(name, [name])} & locked
    }

    assert foreign == set()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in the wheel of what is committed."""
    tree = tmp_path_factory.mktemp("tree")
    for path in committed_files():
        copy = tree / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (built,) = (tree / "dist").glob("*.whl")
    return set(zipfile.ZipFile(built).namelist())


def test_everything_the_program_needs_is_in_the_wheel(wheel: set[str]) -> None:
    ours = {
        name
        for path in committed_files()
        if (name := path.relative_to(ROOT).as_posix()).startswith(tuple(f"{p}/" for p in PACKAGES))
        and not name.startswith(NOT_SHIPPED)
    }

    assert sorted(ours - wheel) == []
    assert "dashboard/static/index.html" in wheel
    assert [name for name in wheel if name.startswith("table_controller/schemas/")]


def test_what_only_a_checkout_needs_is_not_in_the_wheel(wheel: set[str]) -> None:
    assert [name for name in wheel if name.startswith((*NOT_SHIPPED, "tests/", "scripts/", "docs/"))] == []


def test_the_licence_and_the_notice_are_in_the_wheel(wheel: set[str]) -> None:
    assert {Path(name).name for name in wheel if "/licenses/" in name} == {"LICENSE", "NOTICE"}
