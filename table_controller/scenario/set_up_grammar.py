"""The set-up lines: game, house, stakes, seats and cards."""

from collections.abc import Callable, Mapping
from typing import Final

from table_controller.scenario.lines import (
    AnteIs,
    BettingIs,
    BlindsAre,
    ButtonAt,
    DeckIs,
    DrawsAre,
    FourBefore,
    GameIs,
    LegOf,
    PassedOut,
    PotSoFar,
    ProfileIs,
    SeatIs,
    SetUp,
    StubIs,
    SwitchIs,
)
from table_controller.scenario.words import Reader
from table_controller.structure import Betting

MOST_BLINDS: Final = 3
MOST_DRAWS: Final = 3
SEAT_HAPPENS: Final = ("dealt", "found")
DECK_HAPPENS: Final = ("is", "has", "lacks")


def is_set_up(reader: Reader) -> bool:
    """Say whether the line is one of the set-up; `seat` and `deck` lines may also be happenings."""
    if reader.peek() == "seat" and reader.peek(2) == "is":
        return reader.peek(3) not in SEAT_HAPPENS
    if reader.peek() == "deck":
        return reader.peek(2) not in DECK_HAPPENS
    return reader.peek() in SET_UP


def read_set_up(reader: Reader) -> SetUp:
    """Read a set-up line.

    :raises ScenarioError: it is not one
    """
    said = SET_UP[reader.word("a set-up word")](reader)
    reader.end()
    return said


def _game(reader: Reader) -> SetUp:
    words = [reader.word("a game")]
    while reader.more:  # as people say it, such as 2-7 triple draw: the answer tells what to write
        words.append(reader.word("a game"))
    return GameIs(" ".join(words))


def _profile(reader: Reader) -> SetUp:
    return ProfileIs(reader.word("a profile"))


def _rule(reader: Reader) -> SetUp:
    return SwitchIs(reader.word("a switch"), reader.raw("its value"))


def _draws(reader: Reader) -> SetUp:
    column, draws = reader.column, reader.number("the number of draws", 1)
    if draws > MOST_DRAWS:
        reader.fail(f"a game has one to three draws, not {draws}", column)
    return DrawsAre(draws)


def _four_before(reader: Reader) -> SetUp:
    return FourBefore()


def _ante(reader: Reader) -> SetUp:
    return AnteIs(reader.number("the ante"))


def _blinds(reader: Reader) -> SetUp:
    column, chips = reader.column, reader.numbers("a blind")
    if len(chips) > MOST_BLINDS:
        reader.fail("blinds are three figures at most: on the button, one left, two left", column)
    return BlindsAre(chips)


def _limit(reader: Reader) -> SetUp:
    return BettingIs(Betting.LIMIT, reader.numbers("a limit", 1))


def _spread_limit(reader: Reader) -> SetUp:
    column = reader.column
    limits = (reader.number("the smallest bet", 1), reader.number("the largest bet", 1))
    if limits[0] > limits[1]:
        reader.fail("the smallest bet comes first, then the largest", column)
    return BettingIs(Betting.SPREAD_LIMIT, limits)


def _no_limit(reader: Reader) -> SetUp:
    return BettingIs(Betting.NO_LIMIT, (reader.number("the minimum bet", 1),))


def _pot_limit(reader: Reader) -> SetUp:
    return BettingIs(Betting.POT_LIMIT, (reader.number("the minimum bet", 1),))


def _button(reader: Reader) -> SetUp:
    return ButtonAt(reader.seat())


def _leg(reader: Reader) -> SetUp:
    return LegOf(reader.seat())


def _killer(reader: Reader) -> SetUp:
    return LegOf(reader.seat(), kills=True)


def _passed_out(reader: Reader) -> SetUp:
    return PassedOut(reader.number("how often the pot was passed out"))


def _pot(reader: Reader) -> SetUp:
    return PotSoFar(reader.number("the pot so far"))


def _seat(reader: Reader) -> SetUp:
    seat, name = reader.seat(), list[str]()
    while not reader.at_number:
        if not reader.more or reader.peek() == ":":
            wrong = f" ({name[-1]!r} is no whole number of chips)" if name and name[-1][-1].isdigit() else ""
            reader.fail(
                f"a seat line is: seat, number, a name if you like, stack, then a colon and cards{wrong}"
            )
        name.append(reader.raw("a name"))
    stack = reader.number("the stack", 1)
    cards = reader.cards_or_unread() if reader.has(":") else ()
    return SeatIs(seat, " ".join(name), stack, cards)


def _stub(reader: Reader) -> SetUp:
    return StubIs(reader.cards_or_unread())


def _deck(reader: Reader) -> SetUp:
    return DeckIs(reader.cards_or_unread())


SET_UP: Final[Mapping[str, Callable[[Reader], SetUp]]] = {
    "game": _game,
    "profile": _profile,
    "rule": _rule,
    "draws": _draws,
    "four-before": _four_before,
    "ante": _ante,
    "blinds": _blinds,
    "limit": _limit,
    "no-limit": _no_limit,
    "pot-limit": _pot_limit,
    "spread-limit": _spread_limit,
    "button": _button,
    "leg": _leg,
    "killer": _killer,
    "passed-out": _passed_out,
    "pot": _pot,
    "seat": _seat,
    "stub": _stub,
    "deck": _deck,
}
"""The words a set-up line begins with."""
