"""What players do: lines that begin with a seat number."""

from collections.abc import Callable, Mapping
from typing import Final

from table_controller.commands import (
    AdmitNoOpeners,
    AnnounceDraw,
    AskDrawCount,
    AskOpeningHand,
    BetTo,
    Call,
    ChangeDraw,
    Check,
    Claim,
    ComeBack,
    Declare,
    DeclarePotOpen,
    Discard,
    Fold,
    GoAllIn,
    MarkNewcomer,
    MoveSeat,
    MuckHand,
    ObjectToKill,
    OfferKill,
    PutIn,
    Rap,
    ShowCards,
    ShowOpeners,
    SitOut,
    WaitForBlind,
)
from table_controller.scenario.lines import Happening, KilledAfter
from table_controller.scenario.words import Reader
from table_controller.structure import Way


def read_player(reader: Reader) -> Happening:
    """Read what a seat does.

    :raises ScenarioError: it is nothing a player does
    """
    seat = reader.seat()
    if reader.peek() not in PLAYER:
        raise reader.unknown("what the seat does,", PLAYER)
    said = PLAYER[reader.word("what the seat does")](reader, seat)
    reader.end()
    return said


def _checks(reader: Reader, seat: int) -> Happening:
    return Check(seat)


def _bets(reader: Reader, seat: int) -> Happening:
    return BetTo(seat, reader.number("the bet", 1))


def _raises(reader: Reader, seat: int) -> Happening:
    reader.expect("to")
    return BetTo(seat, reader.number("the total", 1))


def _calls(reader: Reader, seat: int) -> Happening:
    return Call(seat)


def _folds(reader: Reader, seat: int) -> Happening:
    return Fold(seat)


def _raps(reader: Reader, seat: int) -> Happening:
    return Rap(seat)


def _is(reader: Reader, seat: int) -> Happening:
    if reader.has("all", "in"):
        return GoAllIn(seat)
    if reader.has("new"):
        return MarkNewcomer(seat)
    raise reader.unknown("a seat is all in, or new; it", ("all", "new"))


def _puts(reader: Reader, seat: int) -> Happening:
    reader.expect("in")
    chips = reader.number("the chips", 1)
    return PutIn(seat, chips, one_chip=reader.has("as", "one", "chip"))


def _posts(reader: Reader, seat: int) -> Happening:
    chips = reader.number("the chips posted", 1)
    if not reader.has("after"):
        return OfferKill(seat, chips)
    cards = reader.number("the cards he has by then", 1)
    reader.expect("cards")
    return KilledAfter(seat, chips, cards)


def _waits(reader: Reader, seat: int) -> Happening:
    return WaitForBlind(seat)


def _objects(reader: Reader, seat: int) -> Happening:
    return ObjectToKill(seat)


def _sits(reader: Reader, seat: int) -> Happening:
    reader.expect("out")
    return SitOut(seat)


def _comes(reader: Reader, seat: int) -> Happening:
    reader.expect("back")
    return ComeBack(seat)


def _moves(reader: Reader, seat: int) -> Happening:
    reader.expect("to", "seat")
    return MoveSeat(seat, reader.seat())


def _draws(reader: Reader, seat: int) -> Happening:
    return AnnounceDraw(seat, reader.number("the number of cards"))


def _stands(reader: Reader, seat: int) -> Happening:
    reader.expect("pat")
    return Discard(seat, ())


def _discards(reader: Reader, seat: int) -> Happening:
    column, cards = reader.column, reader.cards_or_unread(until=("splitting",))
    if not cards:
        reader.fail("the discards are named here, ?? for one that was not read", column)
    splitting = reader.has("splitting", "openers")
    return Discard(seat, cards, splitting)


def _changes(reader: Reader, seat: int) -> Happening:
    reader.expect("to")
    return ChangeDraw(seat, reader.number("the number of cards"))


def _declares(reader: Reader, seat: int) -> Happening:
    if reader.has("the", "pot", "open"):
        return DeclarePotOpen(seat)
    for way in Way:
        if reader.has(way.value):
            return Declare(seat, way)
    raise reader.unknown(
        "a player declares low, high, both, or the pot open; he", ("low", "high", "both", "the")
    )


def _shows(reader: Reader, seat: int) -> Happening:
    if reader.has("openers"):
        return ShowOpeners(seat)
    if reader.has("false", "openers"):
        return AdmitNoOpeners(seat)
    return ShowCards(seat, reader.cards())


def _cannot(reader: Reader, seat: int) -> Happening:
    reader.expect("show", "openers")
    return AdmitNoOpeners(seat)


def _mucks(reader: Reader, seat: int) -> Happening:
    return MuckHand(seat)


def _claims(reader: Reader, seat: int) -> Happening:
    column, quoted = reader.column, reader.raw('the claim in quotation marks, such as "eight"')
    if len(quoted) < 3 or not (quoted[0] == quoted[-1] == '"'):
        reader.fail('a claim stands in quotation marks, such as "eight-six"', column)
    return Claim(seat, quoted[1:-1].strip().lower())


def _asks(reader: Reader, seat: int) -> Happening:
    if reader.has("how", "many", "cards"):
        about = reader.seat()
        reader.expect("drew")
        return AskDrawCount(seat, about)
    reader.expect("to", "see", "the", "opening", "hand")
    return AskOpeningHand(seat)


PLAYER: Final[Mapping[str, Callable[[Reader, int], Happening]]] = {
    "checks": _checks,
    "bets": _bets,
    "opens": _bets,
    "calls": _calls,
    "raises": _raises,
    "folds": _folds,
    "is": _is,
    "raps": _raps,
    "puts": _puts,
    "posts": _posts,
    "waits": _waits,
    "objects": _objects,
    "sits": _sits,
    "comes": _comes,
    "moves": _moves,
    "draws": _draws,
    "stands": _stands,
    "discards": _discards,
    "changes": _changes,
    "declares": _declares,
    "shows": _shows,
    "mucks": _mucks,
    "claims": _claims,
    "cannot": _cannot,
    "asks": _asks,
}
"""What a seat may do, by the verb."""
