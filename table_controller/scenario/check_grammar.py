"""The checks: lines that begin with a question mark."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

from table_controller.scenario.lines import (
    AlertIs,
    CardsAre,
    CardsWithout,
    Carries,
    Check,
    ChipsAt,
    May,
    NextDealSeats,
    PhaseIs,
    PlayedGameIs,
    PotIs,
    PotsAre,
    QualifierIs,
    Refused,
    ReshuffledCards,
    RulingIs,
    SeatOf,
    StubCount,
    ToAct,
)
from table_controller.scenario.words import Reader

_RULE: Final = re.compile(r"[a-z][0-9]{2}[a-z]?")
_AMOUNT: Final = re.compile(r"[0-9]+(\.\.[0-9]+)?")
ACTIONS: Final = {
    "fold": False,
    "check": False,
    "call": True,
    "bet": True,
    "open": True,
    "raise": True,
    "draw": True,
    "declare": False,
    "show": False,
}
"""What a seat may do, and whether a figure goes with it."""
AUDIENCES: Final = ("dealer", "floor", "surveillance", "public")
QUALIFIERS: Final = ("jacks", "queens", "kings", "aces", "none")


def read_check(reader: Reader) -> Check:
    """Read a check, the question mark included.

    :raises ScenarioError: it asks nothing that can be checked
    """
    reader.expect("?")
    if reader.peek() not in CHECKS:
        raise reader.unknown("the check", CHECKS)
    said = CHECKS[reader.word("the check")](reader)
    reader.end()
    return said


def _to(reader: Reader) -> Check:
    reader.expect("act")
    return ToAct(None if reader.has("nobody") else reader.seat())


def _may(reader: Reader) -> Check:
    actions = [_action(reader)]
    while reader.has(","):
        actions.append(_action(reader))
    return May(tuple(actions))


def _action(reader: Reader) -> str:
    word = reader.choice("an action", ACTIONS)
    if not ACTIONS[word]:
        return word
    if word == "raise":
        reader.expect("to")
        word = "raise to"
    column, amount = reader.column, reader.raw("a figure")
    if not _AMOUNT.fullmatch(amount):
        reader.fail(f"a figure or two with dots between (4..20) is expected, not {amount!r}", column)
    return f"{word} {amount}"


def _refused(reader: Reader) -> Check:
    rules = list[str]()
    while reader.more:
        rules.append(_rule(reader))
    return Refused(tuple(rules) or None)


def _rule(reader: Reader) -> str:
    column, rule = reader.column, reader.word("a rule id")
    if not _RULE.fullmatch(rule):
        reader.fail(f"a rule id such as O01 is expected, not {rule!r}", column)
    return rule.upper()


def _pot(reader: Reader) -> Check:
    return PotIs(reader.number("the pot"))


def _pots(reader: Reader) -> Check:
    if reader.has("none"):
        return PotsAre(())
    pots = [_one_pot(reader)]
    while reader.has(","):
        pots.append(_one_pot(reader))
    return PotsAre(tuple(pots))


def _one_pot(reader: Reader) -> tuple[int, tuple[int, ...]]:
    chips = reader.number("a pot")
    reader.expect("{")
    seats = reader.numbers("a seat", 1)
    reader.expect("}")
    return chips, tuple(sorted(seats))


def _chips_at(where: Literal["stacks", "bets"]) -> Callable[[Reader], Check]:
    def read(reader: Reader) -> Check:
        found = dict[int, int]()
        while not found or reader.more:
            column, seat = reader.column, reader.seat()
            if seat in found:
                reader.fail(f"seat {seat} stands there twice", column)
            reader.expect("=")
            found[seat] = reader.number("chips")
        return ChipsAt(where, tuple(found.items()))

    return read


def _cards(reader: Reader) -> Check:
    seat = reader.seat()
    if reader.has("without"):
        return CardsWithout(seat, reader.some_cards())
    reader.expect("=")
    return CardsAre(seat, reader.cards_or_unread())


def _phase(reader: Reader) -> Check:
    phase = reader.choice("a phase", ("ante", "deal", "bet", "draw", "declare", "showdown", "over", "halted"))
    if phase in ("bet", "draw"):
        phase = f"{phase} {reader.number('its number', 1)}"
    return PhaseIs(phase)


def _game(reader: Reader) -> Check:
    return PlayedGameIs(reader.word("a game"))


def _button(reader: Reader) -> Check:
    return SeatOf("button", reader.seat())


def _opener(reader: Reader) -> Check:
    return SeatOf("opener", None if reader.has("none") else reader.seat())


def _leg(reader: Reader) -> Check:
    return SeatOf("leg", None if reader.has("none") else reader.seat())


def _killer(reader: Reader) -> Check:
    return SeatOf("killer", None if reader.has("none") else reader.seat())


def _openers(reader: Reader) -> Check:
    reader.expect("qualifier")
    return QualifierIs(reader.choice("a qualifier", QUALIFIERS))


def _alert(reader: Reader) -> Check:
    name = reader.word("the alert's name").upper()
    seat = _alert_seat(reader)
    cards = reader.cards(until=("to", "seat", "for"))
    seat = _alert_seat(reader) if seat is None else seat
    to = list[str]()
    if reader.has("to"):
        if reader.has("seat"):
            return AlertIs(name, cards, reader.seat(), ("seat",))
        while not to or reader.more:
            to.append(reader.choice("somebody who sees alerts", AUDIENCES))
    return AlertIs(name, cards, seat, tuple(to))


def _alert_seat(reader: Reader) -> int | None:
    if reader.has("seat") or reader.has("for") or reader.at_number:
        return reader.seat()
    return None


def _ruling(reader: Reader) -> Check:
    return RulingIs(_rule(reader))


def _next(reader: Reader) -> Check:
    reader.expect("deal", "seats")
    return NextDealSeats(() if reader.has("none") else tuple(sorted(reader.numbers("a seat", 1))))


def _carries(reader: Reader) -> Check:
    return Carries(reader.number("the chips that stay"))


def _stub(reader: Reader) -> Check:
    return StubCount(reader.number("the number of cards"))


def _reshuffled(reader: Reader) -> Check:
    return ReshuffledCards(reader.some_cards())


CHECKS: Final[Mapping[str, Callable[[Reader], Check]]] = {
    "to": _to,
    "may": _may,
    "refused": _refused,
    "pot": _pot,
    "pots": _pots,
    "stacks": _chips_at("stacks"),
    "bets": _chips_at("bets"),
    "cards": _cards,
    "phase": _phase,
    "game": _game,
    "button": _button,
    "opener": _opener,
    "leg": _leg,
    "killer": _killer,
    "openers": _openers,
    "alert": _alert,
    "ruling": _ruling,
    "next": _next,
    "carries": _carries,
    "stub": _stub,
    "reshuffled": _reshuffled,
}
"""What may be asked, by its first word."""
