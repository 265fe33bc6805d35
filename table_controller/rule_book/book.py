"""The rule book: for each row its sentence, to be read out, and where it stands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from table_controller.rule_book.chapters import contradictions, facts, openers, table, values

_ROW: Final = re.compile(r"(\S+) \[(.*?)\] (.+)")
_PLACE: Final = re.compile(r"(00[0-4]):([0-9,-]+)")
_LAST_JACKS_BACK_LINE: Final = 11


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the rule book: *sentence* is our own and short enough to be read out at the table."""

    id: str
    sentence: str
    source: str


def _source(reference: str) -> str:
    """Return a reference such as ``002:10; F01`` in words.

    >>> _source("002:10,13; 003:23")
    "draw-poker article, lines 10 and 13; Caro & Cooke's Rules, line 23"
    """
    return "; ".join(_place(part.strip()) for part in re.split(r";|, (?=00)", reference))


def _place(part: str) -> str:
    found = _PLACE.fullmatch(part)
    if found is None:
        return f"row {part}" if re.fullmatch(r"[A-Z][0-9]{2}", part) else part
    book, lines = found[1], found[2].split(",")
    in_words = lines[0] if len(lines) == 1 else f"{', '.join(lines[:-1])} and {lines[-1]}"
    plural = "s" if len(lines) > 1 or "-" in found[2] else ""
    return f"{_title(book, lines[0])}, line{plural} {in_words}"


def _title(book: str, line: str) -> str:
    if book == "003":
        return "Caro & Cooke's Rules"
    if book == "004":
        sheet = int(line.split("-")[0]) <= _LAST_JACKS_BACK_LINE
        return "Jacks Back card-room sheet" if sheet else "deuce-to-seven article"
    return "draw-poker article"


def _rows() -> Iterator[Row]:
    for chapter in (table, values, openers, facts, contradictions):
        for line in chapter.ROWS.strip().splitlines():
            found = _ROW.fullmatch(line)
            if found is None:
                raise ValueError(f"not a row of the rule book: {line!r}")
            yield Row(found[1], found[3], _source(found[2]))


BOOK: Final[Mapping[str, Row]] = {row.id: row for row in _rows()}
"""Every row by its id."""
