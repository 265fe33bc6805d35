"""Nothing hidden leaves by the table's state."""

import random
import re
from dataclasses import replace
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from table_controller.cards import DECK, Card, parse_cards
from table_controller.events import AlertRaised, Delivery
from table_controller.games.build import GAMES
from table_controller.structure import Betting, HouseRules, Stakes, StepKind
from table_controller.table.state import (
    BettingRound,
    HandStatus,
    HeldCard,
    Openers,
    Phase,
    Reshuffle,
    Seat,
    Table,
)
from table_controller.wire.models import CardsOwed, LegalAction, PotView
from table_controller.wire.state_view import active_alerts, phase_word, public_state

FACE: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jk)(?![A-Za-z0-9])")
GAME: Final = GAMES["jacks-or-better"]
EMPTY: Final = Table(
    game=GAME,
    rules=HouseRules(profile="home"),
    stakes=Stakes(Betting.LIMIT, (4, 8), ante=1, blinds=((1, 2),)),
)
BET_1: Final = next(nth for nth, step in enumerate(GAME.course) if step.kind is StepKind.BET)


def seat(number: int, cards: str, face_up: bool = False, put_in: int = 0, drew: int | None = None) -> Seat:
    hand = tuple(HeldCard(10 * number + n, c, face_up=face_up) for n, c in enumerate(parse_cards(cards)))
    return Seat(
        number, f"Player {number}", 100, HandStatus.LIVE, hand=hand, put_in=put_in, bet=put_in, drew=drew
    )


@st.composite
def tables(draw: st.DrawFn, depth: int = 1) -> Table:
    """Tables of any shape, with faces up and down, alerts for anybody, and texts that name faces."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    deck: list[Card | None] = [*chance.sample(DECK, 53)]
    numbers = iter(range(1, 54))

    def some(most: int) -> tuple[HeldCard, ...]:
        taken = [deck.pop() for _ in range(min(len(deck), chance.randint(0, most)))]
        return tuple(
            HeldCard(
                next(numbers), chance.choice((card, card, None)), chance.randint(0, 2), chance.random() < 0.3
            )
            for card in taken
        )

    def leaky() -> str:
        return f"{chance.choice(DECK)} against {chance.choice(DECK)}{chance.choice(DECK)}, says the tray"

    seats = tuple(
        Seat(
            n,
            f"Player {n}",
            chance.randint(0, 50),
            chance.choice(tuple(HandStatus)),
            hand=some(5),
            discards=tuple(some(2) for _ in range(chance.randint(0, 2))),
            mucked=some(3),
            put_in=chance.randint(0, 9),
            drew=chance.choice((None, 0, 3)),
        )
        for n in sorted(chance.sample(range(1, 9), chance.randint(0, 5)))
    )
    ears = ("dealer", "floor", "surveillance", "seat", "public")
    alerts = tuple(
        AlertRaised(
            chance.choice(("DECK_SHORT", "DECK_FOULED", "FALSE_OPEN_SUSPECTED", "SENSOR_CONFLICT")),
            leaky(),
            tuple(chance.sample(ears, chance.randint(0, 3))),  # type: ignore[arg-type]
            tuple(chance.sample(DECK, 3)),
        )
        for _ in range(chance.randint(0, 3))
    )
    return replace(
        EMPTY,
        seats=seats,
        burns=some(3),
        aside=some(3),
        alerts=alerts,
        halted=tuple(leaky() for _ in range(chance.randint(0, 2))),
        phase=chance.choice(tuple(Phase)),
        step=chance.randint(-1, len(GAME.course) - 1),
        due=tuple(Delivery(chance.choice((None, 1, 2))) for _ in range(chance.randint(0, 6))),
        reshuffle=chance.choice((None, Reshuffle((1, 2), 1))),
        acted_after_draw=chance.random() < 0.5,
        before_last_action=draw(tables(depth=0)) if depth else None,
    )


@given(tables())
def test_no_face_leaves_that_does_not_lie_up(table: Table) -> None:
    """A10: neither of a hand nor of the stub, a burn or a discard."""
    up = {
        held.card.text
        for seat in table.seats
        for held in (*seat.hand, *seat.mucked, *(card for laid in seat.discards for card in laid))
        if held.face_up and held.card
    }

    text = public_state(table).model_dump_json()

    assert set(FACE.findall(text)) <= up


@given(tables())
def test_no_alert_leaves_that_is_not_the_dealers(table: Table) -> None:
    allowed = [alert for alert in table.alerts if {"dealer", "public"} & set(alert.to)]

    views = active_alerts(table).alerts

    assert len(views) == len(allowed)
    assert "SHORT" not in public_state(table).model_dump_json()


@given(tables())
def test_draw_counts_are_gone_after_action(table: Table) -> None:
    """E18."""
    state = public_state(replace(table, acted_after_draw=True))

    assert {(view.drew, view.announced) for view in state.seats} <= {(None, None)}


def test_the_page_has_all_it_shows() -> None:
    table = replace(
        EMPTY,
        seats=(seat(1, "2c 3d", put_in=4), seat(2, "Ah Ad", face_up=True, put_in=4, drew=3)),
        hand_no=3,
        button=2,
        phase=Phase.BET,
        step=BET_1,
        to_act=1,
        stub=40,
        due=(Delivery(1), Delivery(1), Delivery(None), Delivery(2)),
        round=BettingRound(1, 4, 4, 4, 4, 1, True),
        openers=Openers(opener=2),
    )
    legal = (LegalAction(word="fold"), LegalAction(word="call", low=4, high=4))

    state = public_state(table, legal)

    assert (state.game, state.phase, state.button, state.opener) == ("jacks-or-better", "bet 1", 2, 2)
    assert state.pots == (PotView(chips=8, seats=(1, 2)),)
    assert [(view.cards, view.shown_cards, view.to_act) for view in state.seats] == [
        (2, (), True),
        (2, ("Ah", "Ad"), False),
    ]
    assert state.cards_due == (
        CardsOwed(seat=1, count=2),
        CardsOwed(seat=None, count=1),
        CardsOwed(seat=2, count=1),
    )
    assert (state.legal, state.stub, state.to_match, state.capped) == (legal, 40, 4, True)


def test_a_card_that_lies_up_and_was_not_read_is_shown_as_unread() -> None:
    unread = replace(seat(1, ""), hand=(HeldCard(1, None, face_up=True), HeldCard(2, None)))

    view = public_state(replace(EMPTY, seats=(unread,))).seats[0]

    assert (view.shown_cards, view.cards, view.unread) == (("??",), 2, 2)


def test_the_phase_word_counts_rounds_and_draws() -> None:
    assert phase_word(EMPTY) == "over"
    assert phase_word(replace(EMPTY, phase=Phase.DRAW, draw_no=1)) == "draw 1"
    assert phase_word(replace(EMPTY, phase=Phase.SHOWDOWN)) == "showdown"
