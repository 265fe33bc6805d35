"""Nothing hidden leaves by an event, whatever its type."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, get_args

import pytest

from table_controller import events as e
from table_controller.cards import DECK, Card, parse_card, parse_cards
from table_controller.games.build import GAMES
from table_controller.structure import Betting, HouseRules, Stakes, Way
from table_controller.table.state import HandStatus, HeldCard, Phase, Seat, Table
from table_controller.wire.event_view import public_view, ruling_view
from table_controller.wire.public_event import Declared, EventType, PublicEvent

FACE: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jk)(?![A-Za-z0-9])")
GAME: Final = GAMES["jacks-or-better"]
RULES: Final = HouseRules(profile="home")
STAKES: Final = Stakes(Betting.LIMIT, (4, 8), ante=1)
HIDDEN: Final = parse_cards("Ah Kd 7c Jk 2s")
SHOWN: Final = parse_cards("Qs Qc")
LEAKY: Final = "the shoe read Ah, the tray Kd and 7♣"


def held(cards: tuple[Card, ...], first: int, face_up: bool = False) -> tuple[HeldCard, ...]:
    return tuple(HeldCard(first + nth, card, face_up=face_up) for nth, card in enumerate(cards))


TABLE: Final = Table(
    game=GAME,
    rules=RULES,
    stakes=STAKES,
    hand_no=7,
    phase=Phase.DRAW,
    draw_no=1,
    step=2,
    seats=(
        Seat(1, "Ann", 100, HandStatus.LIVE, hand=held(HIDDEN, 1), drew=2),
        Seat(2, "Bob", 100, HandStatus.LIVE, hand=held(SHOWN, 10, face_up=True), announced=1),
    ),
)


def seen(view: PublicEvent | None) -> frozenset[str]:
    return frozenset(FACE.findall("" if view is None else view.model_dump_json()))


EXAMPLES: Final[tuple[e.Event, ...]] = (
    e.TableConfigured(GAME, RULES, STAKES),
    e.SeatTaken(3, "Cid", 200),
    e.SeatLeft(3, 180),
    e.PlayerAway(3),
    e.PlayerBack(3),
    e.SeatMoved(3, 4),
    e.EntryOwed(3, "behind", 2),
    e.KillOffered(3, 60),
    e.KillObjected(2),
    e.LegsCounted((1, 2), (1,)),
    e.HandStarted(7, 2, (1, 2), 5, 1, "stamp"),
    e.DealStarted(2),
    e.GameTurned("california-lowball", "California lowball"),
    e.AntePosted(1, 1),
    e.BlindPosted(1, 2, 4),
    e.BlindOwed(1),
    e.OwedBlindPosted(1, 2),
    e.PotKilled(1, 8, 8, won=True),
    e.CardsDue((e.Delivery(1), e.Delivery(2), e.Delivery(None))),
    e.DueDropped(1),
    e.CardDealt(1, 4, HIDDEN[0], 0),
    e.CardBurned(9, HIDDEN[1]),
    e.CardSetAside(9, HIDDEN[1], "own discard", 1),
    e.CardTakenBack(2, 10, SHOWN[0], True),
    e.CardExposed(2, 10, SHOWN[0]),
    e.CardIdentified(4, HIDDEN[0], "shoe", 0.99),
    e.FaceForgotten((4, 5)),
    e.ReadingKeptAsUnknown("tray", 1, HIDDEN[0], 0.4),
    e.DiscardsSeen(1, "tray"),
    e.CardCountFound(1, 4),
    e.ReshuffleDue((4, 5), 2),
    e.StubReshuffled((4, 5), 9),
    e.BettingStarted(1, 4, True),
    e.ActionAwaited(1),
    e.Checked(1),
    e.BetMade(1, 4, 4, "open", True, 4, 4),
    e.Called(1, 4),
    e.Folded(1),
    e.Rapped(1),
    e.OutOfTurnHeld(2, "bet", 4),
    e.OutOfTurnEnded(2, bound=True),
    e.BetReturned(1, 4),
    e.BettingEnded(1),
    e.PotOpened(1, 4),
    e.OpenersFoundFalse(1, (2,)),
    e.OpenersDue(1),
    e.OpenersProved(2, SHOWN, ("O09",)),
    e.SatOut(1),
    e.OpeningHandAsked(1, 2),
    e.DrawStarted(1),
    e.DrawAnnounced(1, 2),
    e.CardsDiscarded(1, (4, 5), HIDDEN[:2], 1, True),
    e.LateCardOwed(1, "fifth card"),
    e.DrawCountTold(2, 1, 2),
    e.DrawEnded(1),
    e.DeclarationStarted(),
    e.DeclarationMade(1, Way.BOTH),
    e.DeclarationsOpened(((1, Way.BOTH), (2, Way.LOW))),
    e.ShowdownStarted((1, 2)),
    e.CardsShown(2, (10, 11), SHOWN),
    e.HandClaimed(1, "eight-six"),
    e.HandMucked(1),
    e.HandRetrieved(1),
    e.HandKilled(1, ("S02",)),
    e.HandRuledLive(1),
    e.PotAwarded(0, 20, (1, 2), ((2, 20),)),
    e.PotCarried(20, ((1, 4),), (1, 2), "false openers"),
    e.HandVoided(((1, 10), (2, 10)), True),
    e.HandEnded(7, 1, (1, 2)),
    e.TableHalted(LEAKY, ("dealer", "floor")),
    e.TableResumed(),
    e.ActionUndone("dealer", LEAKY),
    e.DeckQuarantined("red", LEAKY, HIDDEN),
    e.DeckVerified("red"),
    e.DeckReleased("red", ("Ann", "Bob")),
    e.AlertRaised("SENSOR_CONFLICT", LEAKY, ("dealer", "floor"), HIDDEN + SHOWN, 1),
    e.AlertCleared("SENSOR_CONFLICT", 1),
    e.RulingMade(("O09",), f"Seat 2 shows Qs Qc; {LEAKY}.", SHOWN, 2),
    e.ActionRefused("draw", 1, ("E02",), LEAKY),
)
MAY_LEAVE: Final[Mapping[type, frozenset[str]]] = {
    e.OpenersProved: frozenset({"Qs", "Qc"}),
    e.CardsShown: frozenset({"Qs", "Qc"}),
    e.RulingMade: frozenset({"Qs", "Qc"}),
    e.CardTakenBack: frozenset({"Qs"}),
    e.CardExposed: frozenset({"Qs"}),
    e.AlertRaised: frozenset({"Qs", "Qc"}),
}
UNTOLD: Final = frozenset({e.CardIdentified, e.FaceForgotten, e.ReadingKeptAsUnknown})


def test_every_event_type_has_an_example_here() -> None:
    assert {type(example) for example in EXAMPLES} == set(get_args(e.Event))


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_shows_exactly_the_faces_that_lie_up(event: e.Event) -> None:
    view = public_view(event, TABLE)

    assert seen(view) == MAY_LEAVE.get(type(event), frozenset())
    assert (view is None) == (type(event) in UNTOLD)


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_tells_its_own_type_and_hand(event: e.Event) -> None:
    view = public_view(event, TABLE)

    snake = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
    assert view is None or (view.type, view.hand_no) == (snake, 7)


def test_every_type_that_can_be_told_is_one_of_the_events() -> None:
    told = {view.type for example in EXAMPLES if (view := public_view(example, TABLE)) is not None}

    assert told | {"withheld"} == set(get_args(EventType))


def planted_in_every_card_field() -> Iterator[e.Event]:
    """Yield each example with a hidden face in every field of it that holds faces."""
    for example in EXAMPLES:
        for name in ("card", "cards", "missing"):
            value = getattr(example, name, None)
            if value is not None:
                planted = HIDDEN if isinstance(value, tuple) else HIDDEN[3]
                yield replace(example, **{name: planted})


@pytest.mark.parametrize(
    "event", tuple(planted_in_every_card_field()), ids=lambda event: type(event).__name__
)
def test_a_face_leaves_only_by_a_field_that_is_named_public(event: e.Event) -> None:
    public = e.PUBLIC_FACES.get(type(event), frozenset())
    planted = {HIDDEN[3].text} if hasattr(event, "card") else {card.text for card in HIDDEN}

    found = seen(public_view(event, TABLE))

    assert found & {card.text for card in HIDDEN} == (planted if public else set())


@pytest.mark.parametrize("to", [("floor",), ("surveillance",), ("seat",), ("floor", "surveillance"), ()])
def test_an_alert_or_ruling_that_is_not_for_the_dealer_does_not_leave(to: tuple[e.Audience, ...]) -> None:
    assert public_view(e.AlertRaised("FALSE_OPEN_SUSPECTED", "x", to), TABLE) is None
    assert public_view(e.RulingMade(("O13",), "x", to=to), TABLE) is None
    assert ruling_view(e.RulingMade(("O13",), "x", to=to), TABLE, "003:99", "12:00") is None


@pytest.mark.parametrize("name", ["FALSE_OPEN_SUSPECTED", "MARKED_CARDS", "MUST_BET", "SOMETHING_NEW"])
def test_the_end_of_an_alert_that_was_never_told_is_not_told_either(name: str) -> None:
    assert public_view(e.AlertCleared(name), TABLE) is None


def test_a_short_deck_is_told_in_silent_words_only() -> None:
    alert = e.AlertRaised("DECK_SHORT", "Ah is missing", ("dealer", "floor"), (parse_card("Ah"),), 1)

    told = [
        public_view(alert, TABLE),
        public_view(e.AlertCleared("DECK_SHORT"), TABLE),
        public_view(e.TableHalted("DECK_SHORT: Ah", ("floor",)), TABLE),
        public_view(e.DeckQuarantined("red", "DECK_SHORT", HIDDEN), TABLE),
    ]

    text = " ".join(view.model_dump_json() for view in told if view is not None)
    assert len([view for view in told if view is not None]) == 4
    assert "SHORT" not in text
    assert "missing" not in text
    assert "Ah" not in text


@pytest.mark.parametrize(
    "event", [e.DrawAnnounced(1, 2), e.CardsDiscarded(1, (4, 5), HIDDEN[:2], 1), e.DrawCountTold(2, 1, 2)]
)
def test_a_draw_count_is_told_until_there_was_action_after_the_draw(event: e.Event) -> None:
    """E17, E18."""
    before = public_view(event, TABLE)
    after = public_view(event, replace(TABLE, acted_after_draw=True))

    assert before is not None
    assert before.count == 2
    assert after is not None
    assert after.count is None


def test_what_was_declared_is_told_when_all_is_opened() -> None:
    """V02: no declaration is visible until all have declared."""
    before = [public_view(e.DeclarationMade(1, way), TABLE) for way in Way]
    after = public_view(e.DeclarationsOpened(((1, Way.BOTH), (2, Way.LOW))), TABLE)

    assert before == [PublicEvent(type="declaration_made", hand_no=7, seat=1)] * 3
    assert after is not None
    assert after.ways == (Declared(seat=1, way="both"), Declared(seat=2, way="low"))


def test_only_the_facts_of_the_type_are_written() -> None:
    view = public_view(e.Checked(2), TABLE)

    assert view is not None
    assert json.loads(view.model_dump_json()) == {"type": "checked", "hand_no": 7, "seat": 2}


def test_no_hidden_face_is_left_in_a_text_however_it_is_written() -> None:
    for card in DECK:
        text = f"{card.text} {card.text}{card.text} ({card.text}) {card.text}, x"
        view = public_view(e.ActionRefused("bet", 1, (), text), replace(TABLE, seats=()))
        assert view is not None
        assert card.text not in (view.text or "")
