"""How fast whole hands go: draw games by the same script on our core and on PokerKit, in the same run."""

import random
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    Mode,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from table_controller import commands as c
from table_controller.cards import Card, deck_of
from table_controller.decide import act
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.state import Phase, Table, new_table
from tests.bench.printed import printed

DRAW, SHOWDOWN, OVER = Phase.DRAW, Phase.SHOWDOWN, Phase.OVER
SEED = 52
PLAYERS = 4
STACK = 200
HANDS = 100
REPEATS = 5
AUTOMATED = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STREETS = (
    Street(False, (False,) * 5, 0, False, Opening.POSITION, 2, 5),
    Street(True, (), 0, True, Opening.POSITION, 4, 5),
)


@dataclass(frozen=True)
class Played:
    """A game and how everybody plays it: in each draw *drawn* cards. *peer* gives PokerKit's state before the deal."""

    name: str
    game: str
    draws: int
    hand: int
    drawn: int
    stakes: Stakes
    peer: Callable[[], State]


def five_card_draw() -> State:
    return State(
        AUTOMATED, Deck.STANDARD, (StandardHighHand,), STREETS, BettingStructure.FIXED_LIMIT, True,
        (1,) * PLAYERS, (), 0, (STACK,) * PLAYERS, PLAYERS, mode=Mode.CASH_GAME,
    )  # fmt: skip


def triple_draw() -> State:
    return FixedLimitDeuceToSevenLowballTripleDraw.create_state(
        AUTOMATED, True, 0, (1, 2), 2, 4, STACK, PLAYERS, mode=Mode.CASH_GAME
    )


def badugi() -> State:
    return FixedLimitBadugi.create_state(
        AUTOMATED, True, 0, (1, 2), 2, 4, STACK, PLAYERS, mode=Mode.CASH_GAME
    )


BLINDS = Stakes(Betting.LIMIT, (2, 2, 4, 4), blinds=((1, 1), (2, 2)))
GAMES = (
    Played(
        "five-card draw", "five-card-draw", 1, 5, 3, Stakes(Betting.LIMIT, (2, 4), ante=1), five_card_draw
    ),
    Played("2-7 triple draw", "kansas-city-lowball", 3, 5, 2, BLINDS, triple_draw),
    Played("badugi", "badugi", 3, 4, 1, BLINDS, badugi),
)


def decks(count: int) -> list[list[Card]]:
    rng = random.Random(SEED)
    return [rng.sample(deck_of(52), 52) for _ in range(count)]


def new_table_of(played: Played) -> Table:
    """Return the table before anybody sits down."""
    game, rules = build(played.game, "wsop-2024", draws=played.draws)
    return new_table(game, rules, played.stakes)


@cache
def seated(played: Played) -> Table:
    """Return the table every hand begins at: people sit down for an evening, and a table's value can be begun from again."""
    table = new_table_of(played)
    for seat in range(1, PLAYERS + 1):
        table = put(table, c.TakeSeat(seat, "", STACK))
    return table


def ours(deck: list[Card], played: Played = GAMES[0]) -> int:
    """Play one hand: one bet and three calls in each round, everybody draws as *played* says. Return the commands."""
    table = put(seated(played), c.StartHand(button=PLAYERS))
    commands = 1
    cards = iter(deck)
    while table.phase is not OVER:
        commands += 1
        command = c.DeliverCard(next(cards)) if table.due else action(table, played.drawn)
        table = act(table, command).table
    return commands


def action(table: Table, drawn: int) -> c.Command:
    """Return what the player to act does by the script."""
    seat = table.to_act
    if seat is None:
        raise ValueError("nobody is to act")
    if table.phase is DRAW:
        return c.Discard(seat, table.seat(seat).faces[:drawn])
    if table.phase is SHOWDOWN or table.round is None:
        return c.ShowCards(seat)
    if not table.round.to_match:
        return c.BetTo(seat, table.round.bet)
    return c.Call(seat) if table.round.to_match > table.seat(seat).bet else c.Check(seat)


def put(table: Table, command: c.Command) -> Table:
    return act(table, command).table


def pokerkit(deck: list[Card], played: Played = GAMES[0]) -> int:
    """The same hand on PokerKit, cards given as text as a log or a camera would."""
    state = played.peer()
    cards = iter(card.text for card in deck)
    for _ in range(played.hand):
        for _ in range(PLAYERS):
            state.deal_hole(next(cards))
    while state.status:
        if state.actor_index is not None:
            _peer_bets(state)
        elif state.stand_patter_or_discarder_index is not None:
            hand = tuple(state.get_down_cards(state.stand_patter_or_discarder_index))
            state.stand_pat_or_discard(hand[: played.drawn])
        elif state.can_burn_card():
            state.burn_card(next(cards))
        else:
            state.deal_hole(next(cards))
    return len(state.operations)


def _peer_bets(state: State) -> None:
    if any(state.bets):
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to()


def per_second(play: Callable[[list[Card]], int], hands: list[list[Card]]) -> float:
    """Return hands a second of processor time, the best of a few runs: what else the machine does only slows one down."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        for deck in hands:
            play(deck)
        seconds.append(time.process_time() - start)
    return len(hands) / min(seconds)


def run() -> list[tuple[str, float, str]]:
    """Measure both and return (name, figure, unit) rows."""
    rows: list[tuple[str, float, str]] = []
    hands = decks(HANDS)
    for played in GAMES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            commands = ours(hands[0], played)
            rate = per_second(partial(ours, played=played), hands)
            peer = per_second(partial(pokerkit, played=played), hands)
        rows += [
            (f"{played.name}, 4 players, whole hands", rate, "hands/s"),
            (f"{played.name}, 4 players, commands decided and folded", rate * commands, "commands/s"),
            (f"PokerKit, the same hands of {played.name}", peer, "hands/s"),
        ]
    return rows


if __name__ == "__main__":
    printed(run)
