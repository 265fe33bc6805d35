"""What people call the games dealt here, and which game and modifiers that is."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Alias:
    """Names people use for a game: *game* is its id, *draws* the number where it is not the game's own.

    *game* None: it is no draw game, or not dealt here, and *words* say what it is.
    """

    names: tuple[str, ...]
    game: str | None
    draws: int | None = None
    words: str = ""

    @property
    def written(self) -> str:
        """What to write for it."""
        if self.game is None:
            return self.words
        return f"{self.game}{f' with draws {self.draws}' if self.draws else ''}{self.words}"


ALIASES: Final = (
    Alias(("five card", "draw poker", "california draw", "california", "guts", "guts to open"), "five-card-draw"),
    Alias(("jackpots", "gardena jackpots", "jacks", "jacks to open"), "jacks-or-better"),
    Alias(("progressive jackpots",), "progressive"),
    Alias(("lowball", "ace to five", "a-5", "a to 5", "a-5 lowball", "ace to five lowball"), "california-lowball"),
    Alias(("a-5 triple draw", "ace to five triple draw", "california triple draw"), "california-lowball", 3),
    Alias(("a-5 double draw", "ace to five double draw"), "california-lowball", 2),
    Alias(
        ("2-7", "deuce to seven", "deuce to seven lowball", "kansas city", "2-7 single draw", "deuce to seven single draw"),
        "kansas-city-lowball",
    ),
    Alias(("2-7 triple draw", "deuce to seven triple draw", "triple draw", "27td", "2-7 td"), "kansas-city-lowball", 3),
    Alias(("2-7 double draw", "deuce to seven double draw"), "kansas-city-lowball", 2),
    Alias(("a-6", "a-6 lowball", "ace to six"), "ace-to-six-lowball"),
    Alias(("badugi triple draw", "badugi triple", "triple draw badugi", "padooki"), "badugi"),
    Alias(("high-low split", "hi-lo", "high-low", "hi-lo split", "eight or better", "draw eight or better"), "california-high-low"),
    Alias(("declare", "high-low with declare", "hi-lo declare"), "high-low-declare"),
    Alias(("jacks back to lowball",), "jacks-back"),
    Alias(("qball",), "q-ball"),
    Alias(("badaci", "badacy"), "badacey"),
    Alias(("badeucey", "badducy", "baducy"), "badeucy"),
    Alias(("razz", "seven card stud", "stud", "stud eight"), None, words="a stud game, and none is dealt here"),
    Alias(("holdem", "hold em", "texas holdem", "omaha"), None, words="no draw game, and not dealt here"),
    Alias(("drawmaha", "sviten special", "dramaha"), None, words="part board game, and not dealt here"),
)  # fmt: skip


def alias_of(name: str) -> Alias | None:
    """Return what people mean by a name, None where nobody uses it.

    >>> alias_of("2-7 Triple Draw").written
    'kansas-city-lowball with draws 3'
    """
    words = _plain(name)
    return next((alias for alias in ALIASES if words in map(_plain, alias.names)), None)


def _plain(name: str) -> str:
    return " ".join(
        name.lower().replace("-", " ").replace("_", " ").replace("/", " ").replace("'", "").split()
    )


def unknown_game(name: str, known: Iterable[str]) -> str:
    """Return the one line for a game nobody knows by this name: what to write instead, or all there are.

    >>> unknown_game("badugy", ("badugi", "archie"))
    'no such game: badugy; the nearest known one is badugi'
    """
    known = tuple(known)
    alias = alias_of(name)
    if alias is not None:
        verb = "that is" if alias.game is None else "here it is written"
        return f"no such game: {name}; {verb} {alias.written}"
    near = difflib.get_close_matches(name, known, 1)
    if near:
        return f"no such game: {name}; the nearest known one is {near[0]}"
    spoken = difflib.get_close_matches(_plain(name), list(_spoken()), 1, 0.8)
    if spoken and (meant := alias_of(spoken[0])) is not None and meant.game is not None:
        return f"no such game: {name}; the nearest is {meant.written}"
    return f"no such game: {name}; there are {', '.join(known)}"


def _spoken() -> Iterator[str]:
    for alias in ALIASES:
        yield from map(_plain, alias.names)
