"""Which scenario files and which tests cite a row of the rule book, and the list of rows that one hand cannot show.

A scenario's first line is ``# RULES: O01 S03`` (or ``# RULES: none``), its second ``# what it shows``. A test that
proves a row begins its docstring with the ids, ``O01 S03: one sentence.``, or its name: ``test_o01_s03_…``.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SCENARIOS: Final = ROOT / "tests" / "scenarios"
TESTS: Final = ROOT / "tests"
BY_TEST: Final = TESTS / "table_controller" / "rows_by_test.txt"

_HEADER: Final = re.compile(r"# RULES: (none|[A-Z]\d\d(?: [A-Z]\d\d)*)")
_GAME: Final = re.compile(r"^\s*game\s+(\S+)", re.MULTILINE | re.IGNORECASE)
_DOCSTRING: Final = re.compile(r"([A-Z]\d\d(?:,? [A-Z]\d\d)*)[.:]")
_NAME: Final = re.compile(r"test_((?:[a-z]\d\d_)+)")
_RULED: Final = re.compile(r"^\s*\?\s+(?:ruling|refused)\s([^#\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cited:
    """A scenario file's own account of itself; *ruled* are the rows its checks name."""

    path: Path
    rows: tuple[str, ...]
    shows: str
    game: str
    ruled: frozenset[str]


def read_scenario(path: Path) -> Cited:
    """Return what a scenario file cites.

    :raises ValueError: its first two lines are not as said above
    """
    text = path.read_text(encoding="utf-8")
    first, second, *_ = [*text.splitlines(), "", ""]
    found, game = _HEADER.fullmatch(first), _GAME.search(text)
    if found is None or not second.startswith("# ") or game is None:
        raise ValueError(
            f"{path.relative_to(ROOT)}: the first line is '# RULES: …', the second '# what it shows'"
        )
    rows = () if found[1] == "none" else tuple(found[1].split())
    ruled = frozenset(row for words in _RULED.findall(text) for row in re.findall(r"\b[A-Z]\d\d\b", words))
    return Cited(path, rows, second[2:], game[1].lower(), ruled)


def scenarios() -> Iterator[Cited]:
    """Yield every scenario file's account.

    :raises ValueError: a file whose first two lines are not as said above
    """
    yield from map(read_scenario, sorted(SCENARIOS.rglob("*.deal")))


def rows_in_tests() -> Mapping[str, tuple[str, ...]]:
    """Return for each row the tests whose docstring or name begins with it, as ``file::name``."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for row in _cited_by(node.name, ast.get_docstring(node) or ""):
                    found.setdefault(row, []).append(f"{path.relative_to(TESTS)}::{node.name}")
    return {row: tuple(names) for row, names in found.items()}


def _cited_by(name: str, docstring: str) -> list[str]:
    parts = (_NAME.match(name), _DOCSTRING.match(docstring))
    text = " ".join(found[1].upper().replace("_", " ") for found in parts if found is not None)
    return list(dict.fromkeys(re.findall(r"\b[A-Z]\d\d\b", text)))


def listed(path: Path) -> Mapping[str, str]:
    """Return the rows of a list, one a line, each with its reason; ``#`` begins a remark.

    :raises ValueError: a row that stands there twice
    """
    rows: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row, _, reason = line.split("#")[0].strip().partition(" ")
        if row in rows:
            raise ValueError(f"{path.relative_to(ROOT)}: {row} stands there twice")
        if row:
            rows[row] = reason.strip()
    return rows
