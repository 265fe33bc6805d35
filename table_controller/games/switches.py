"""Switches of a house: their names, their kinds, and reading their values from text."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Final, Literal, get_args, get_origin, get_type_hints

from table_controller.games.profiles import Value
from table_controller.structure import HouseRules


class GameError(ValueError):
    """A game, profile or switch that cannot be; the text is for a person."""


_NUMBER: Final = re.compile(r"[0-9]{1,12}")
_HINTS: Final = get_type_hints(HouseRules)
SWITCHES: Final = tuple(f.name for f in fields(HouseRules) if f.name != "profile")
NOT_FOR_SCENARIOS: Final = frozenset(
    {"forced_bets", "betting", "draws", "four_before", "ante", "blinds", "bet_table"}
)

ELSEWHERE: Final = {
    "bet_table": "the bets are limits, under [game]: one figure a betting round",
    "forced_bets": "who names ante or blinds, under [game], has named all forced bets",
    **dict.fromkeys(
        ("betting", "draws", "four_before", "ante", "blinds", "limits"), "it stands under [game]"
    ),
}
"""What is no switch of a house though people look for it there, and where it is."""


def no_such_switch(name: str, known: Iterable[str]) -> str:
    """Return the one line for a name that is no switch.

    >>> no_such_switch("max_drow", SWITCHES)
    'no such switch: max_drow; the nearest known one is max_draw'
    """
    if name in ELSEWHERE:
        return f"no such switch: {name}; {ELSEWHERE[name]}"
    near = difflib.get_close_matches(name, list(known), 1)
    return f"no such switch: {name}" + (f"; the nearest known one is {near[0]}" if near else "")


def allowed_values(name: str) -> tuple[str, ...]:
    """Return the values a switch may have, as words; a number stands for any whole number.

    >>> allowed_values("max_raises")
    ('number', 'none')
    >>> allowed_values("split_check")
    ('possible', 'exact')
    """
    hint = _HINTS[name]
    if hint is bool:
        return ("true", "false")
    if get_origin(hint) is Literal:
        return tuple(str(value) for value in get_args(hint))
    return ("number", "none") if hint == (int | None) else ("number",)


def parse_switch(name: str, text: str) -> Value:
    """Return the value of a switch written as a word.

    >>> parse_switch("max_draw", "3"), parse_switch("max_antes", "none"), parse_switch("progressive", "true")
    (3, None, True)

    :raises GameError: no such switch, or not a value of it; names the nearest known one
    """
    if name not in _HINTS or name == "profile":
        raise GameError(no_such_switch(name, SWITCHES))
    allowed = allowed_values(name)
    word = text.strip()
    if word.lower() in ("true", "false") and "true" in allowed:
        return word.lower() == "true"
    if "number" in allowed and _NUMBER.fullmatch(word):
        return int(word)
    if word.lower() == "none" and "none" in allowed and "number" in allowed:
        return None
    if word in allowed and "number" not in allowed:
        return word
    words = ", ".join("a whole number" if value == "number" else value for value in allowed)
    raise GameError(f"{name} cannot be {word!r}; it may be {words}")
