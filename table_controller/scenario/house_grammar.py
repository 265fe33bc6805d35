"""What the floor, the dealer, cards and devices do: lines that begin with another word than a seat number."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from table_controller.cards import Card
from table_controller.commands import (
    AwardPot,
    CallMisdeal,
    Camera,
    ConfirmTable,
    CountDeck,
    ExposeCard,
    NobodyDeclares,
    ReadCards,
    ReadTray,
    ReleaseDeck,
    RemakeStub,
    ReportCount,
    ReportFault,
    ReportRecovery,
    RetrieveHand,
    Role,
    RuleHand,
    UndoLastAction,
    VerifyDeck,
    VoidHand,
)
from table_controller.scenario.lines import (
    CardEarly,
    Condition,
    DealerBurns,
    DrawnCardExposed,
    Happening,
    NextCardIs,
    ReshuffledStub,
)
from table_controller.scenario.words import Reader

CAMERAS: Final = ("shoe", "tray", "overhead")
ROLES: Final = ("dealer", "floor", "surveillance")
TWO_PEOPLE: Final = ("release", "reshuffle")


def read_house(reader: Reader) -> Happening:
    """Read what happens to cards and devices, or what dealer and floor do.

    :raises ScenarioError: it is nothing that happens at a table
    """
    if reader.peek(1) == "and" and reader.peek(3) in TWO_PEOPLE:
        said = _two_people(reader)
    elif reader.peek() in HOUSE:
        said = HOUSE[reader.peek()](reader)
    else:
        raise reader.unknown("the line", HOUSE)
    reader.end()
    return said


def _two_people(reader: Reader) -> Happening:
    first = reader.raw("a person")
    reader.expect("and")
    people = (first, reader.raw("a second person"))
    if reader.has("reshuffle"):
        reader.expect("the", "stub")
        return RemakeStub(people, with_muck=reader.has("with", "the", "muck"))
    reader.expect("release", "deck")
    return ReleaseDeck(people, reader.raw("the deck"))


def _official(reader: Reader) -> Happening:
    by = cast(Role, reader.choice("a role", ROLES))
    if reader.has("lets"):
        seat = reader.seat()
        reader.expect("retrieve", "the", "hand")
        return RetrieveHand(seat, by)
    if reader.has("rules"):
        seat = reader.seat()
        return RuleHand(seat, reader.choice("a ruling", ("dead", "live")) == "live", by)
    if reader.has("voids", "the", "hand"):
        return VoidHand(by)
    if reader.has("awards", "the", "pot", "to"):
        return AwardPot(reader.seat(), by)
    if reader.has("undoes", "the", "last", "action"):
        return UndoLastAction(by, _why(reader))
    if reader.has("calls", "a", "misdeal"):
        return CallMisdeal(by)
    if reader.has("confirms", "the", "table"):
        return ConfirmTable(by)
    if by == "dealer" and reader.has("burns"):
        return DealerBurns()
    raise reader.unknown(
        f"what the {by} does,", ("lets", "rules", "voids", "awards", "undoes", "calls", "confirms", "burns")
    )


def _why(reader: Reader) -> str:
    """Take the reason that is kept with what an official did, where one is given."""
    if not reader.has("because"):
        return ""
    words = [reader.raw("the reason")]
    while reader.more:
        words.append(reader.raw("the reason"))
    return " ".join(words).strip('"')


def _nobody(reader: Reader) -> Happening:
    reader.expect("nobody", "declares", "the", "pot", "open")
    return NobodyDeclares()


def _next(reader: Reader) -> Happening:
    reader.expect("next", "card", "is")
    word = reader.choice("a way for a card to lie", ("exposed", "flashed", "boxed"))
    if word == "exposed" and reader.has("by", "the", "player"):
        word = "exposed_by_player"
    return NextCardIs(cast(Condition, word))


def _card(reader: Reader) -> Happening:
    reader.expect("card")
    nth = reader.number("which card", 1)
    reader.expect("of")
    drawn = reader.has("the", "draw", "of")
    reader.expect("seat")
    seat = reader.seat()
    reader.expect("is", "exposed")
    if drawn:
        return DrawnCardExposed(seat, nth)
    return ExposeCard(seat, nth, by_player=reader.has("by", "the", "player"))


def _seat(reader: Reader) -> Happening:
    reader.expect("seat")
    seat = reader.seat()
    reader.expect("is")
    if not reader.has("dealt"):
        reader.expect("found", "with")
    count = reader.number("the number of cards")
    reader.expect("card" if reader.peek() == "card" else "cards")
    return ReportCount(seat, count)


def _reshuffled(reader: Reader) -> Happening:
    reader.expect("reshuffled", "stub")
    return ReshuffledStub(reader.some_cards())


def _camera(reader: Reader) -> Happening:
    camera = cast(Camera, reader.choice("a camera", CAMERAS))
    if camera == "shoe" and reader.has("does", "not", "see", "the", "cut", "card"):
        return ReportFault("CUT_CARD_NOT_SEEN", "shoe")
    reader.expect("reads")
    if camera == "tray" and reader.at_number:
        return _whole_deck(reader)
    column, cards = reader.column, reader.cards_or_unread(until=("for",))
    if not cards:
        reader.fail("the card that was read stands here, ?? for one that could not be", column)
    reader.expect("for")
    seat = reader.seat()
    score = _score(reader) if reader.has("with", "score") else 1.0
    return ReadCards(camera, seat, cards, score)


def _whole_deck(reader: Reader) -> Happening:
    count = reader.number("the number of cards")
    reader.expect("card" if reader.peek() == "card" else "cards")
    return ReadTray(count, reader.some_cards() if reader.has("missing") else ())


def _score(reader: Reader) -> float:
    column, text = reader.column, reader.raw("a score")
    try:
        score = float(text)
    except ValueError:
        reader.fail(f"a score is a number from 0 to 1, not {text!r}", column)
    if not 0 <= score <= 1:
        reader.fail(f"a score is a number from 0 to 1, not {text}", column)
    return score


def _shuffler(reader: Reader) -> Happening:
    reader.expect("shuffler")
    if reader.has("counts"):
        return CountDeck(reader.number("the number of cards"))
    if reader.has("jams"):
        return ReportFault("JAM", "shuffler")
    if reader.has("double", "feeds", "for"):
        return ReportFault("DOUBLE_FEED", "shuffler", reader.seat())
    if reader.has("disconnects"):
        return ReportFault("DEVICE_LOST", "shuffler")
    if reader.has("reconnects"):
        return ReportRecovery("shuffler")
    raise reader.unknown("what the shuffler does,", ("counts", "jams", "double", "disconnects", "reconnects"))


def _the(reader: Reader) -> Happening:
    reader.expect("the", "power")
    if reader.has("fails"):
        return ReportFault("POWER_LOST", "power")
    reader.expect("returns")
    return ReportRecovery("power")


def _a(reader: Reader) -> Happening:
    reader.expect("a", "card", "leaves", "the", "stub", "early")
    return CardEarly()


def _deck(reader: Reader) -> Happening:
    reader.expect("deck")
    deck = reader.raw("the deck")
    if reader.has("is", "marked"):
        return ReportFault("MARKED_CARDS", f"deck {deck}")
    if reader.has("is", "worn"):
        return ReportFault("WORN_CARDS", f"deck {deck}")
    if reader.has("is"):
        reader.expect("verified")
        return VerifyDeck(deck)
    if reader.has("lacks"):
        missing = reader.some_cards(until=("and",))
        return VerifyDeck(deck, missing=missing, doubled=_twice(reader) if reader.has("and", "has") else ())
    if reader.peek(1) != "a":
        reader.expect("has")
        return VerifyDeck(deck, doubled=_twice(reader))
    reader.expect("has", "a")
    reader.raw("the colour of the back")
    reader.expect("back", "on")
    return VerifyDeck(deck, reader.card())


def _twice(reader: Reader) -> tuple[Card, ...]:
    cards = reader.some_cards(until=("twice",))
    reader.expect("twice")
    return cards


HOUSE: Final[Mapping[str, Callable[[Reader], Happening]]] = {
    **dict.fromkeys(ROLES, _official),
    **dict.fromkeys(CAMERAS, _camera),
    "nobody": _nobody,
    "next": _next,
    "card": _card,
    "seat": _seat,
    "reshuffled": _reshuffled,
    "shuffler": _shuffler,
    "the": _the,
    "a": _a,
    "deck": _deck,
}
"""The words such a line begins with."""
