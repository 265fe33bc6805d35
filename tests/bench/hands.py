"""How fast whole hands go: five-card draw by the same script on our core and on PokerKit, in the same run."""

import random
import time
import warnings
from collections.abc import Callable
from functools import cache

from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, StandardHighHand, State, Street

from table_controller import commands as c
from table_controller.cards import Card, deck_of
from table_controller.decide import act
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.state import Phase, Table, new_table

SEED = 52
PLAYERS = 4
STACK = 200
DRAWN = 3
HANDS = 100
PEER_HANDS = 100
REPEATS = 3
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


def decks(count: int) -> list[list[Card]]:
    rng = random.Random(SEED)
    return [rng.sample(deck_of(52), 52) for _ in range(count)]


@cache
def seated() -> Table:
    """Return the table every hand begins at: people sit down for an evening, and a table's value can be begun from again."""
    game, rules = build("five-card-draw", "wsop-2024")
    table = new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), ante=1))
    for seat in range(1, PLAYERS + 1):
        table = put(table, c.TakeSeat(seat, "", STACK))
    return table


def ours(deck: list[Card]) -> int:
    """Play one hand: everybody antes, one bet and three calls in each round, each draws three. Return the commands."""
    table = put(seated(), c.StartHand(button=PLAYERS))
    commands = 1
    cards = iter(deck)
    while table.phase is not Phase.OVER:
        commands += 1
        table = put(table, c.DeliverCard(next(cards)) if table.due else _action(table))
    return commands


def _action(table: Table) -> c.Command:
    seat = table.to_act
    if seat is None:
        raise ValueError("nobody is to act")
    if table.phase is Phase.DRAW:
        return c.Discard(seat, table.seat(seat).faces[:DRAWN])
    if table.phase is Phase.SHOWDOWN or table.round is None:
        return c.ShowCards(seat)
    return c.Call(seat) if table.round.to_match else c.BetTo(seat, table.round.bet)


def put(table: Table, command: c.Command) -> Table:
    return act(table, command).table


def pokerkit(deck: list[Card]) -> int:
    """The same hand on PokerKit, cards given as text as a log or a camera would."""
    state = State(
        AUTOMATED, Deck.STANDARD, (StandardHighHand,), STREETS, BettingStructure.FIXED_LIMIT, True,
        (1,) * PLAYERS, (), 0, (STACK,) * PLAYERS, PLAYERS, mode=Mode.CASH_GAME,
    )  # fmt: skip
    cards = iter(card.text for card in deck)
    for _ in range(5):
        for _ in range(PLAYERS):
            state.deal_hole(next(cards))
    while state.status:
        if state.actor_index is not None:
            _peer_bets(state)
        elif state.stand_patter_or_discarder_index is not None:
            hand = tuple(state.get_down_cards(state.stand_patter_or_discarder_index))
            state.stand_pat_or_discard(hand[:DRAWN])
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
    """Return hands a second of processor time, the median of a few runs."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        for deck in hands:
            play(deck)
        seconds.append(time.process_time() - start)
    return len(hands) / sorted(seconds)[REPEATS // 2]


def run() -> list[tuple[str, float, str]]:
    """Measure both and return (name, figure, unit) rows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        commands = ours(decks(1)[0])
        rate, peer = per_second(ours, decks(HANDS)), per_second(pokerkit, decks(PEER_HANDS))
    return [
        ("five-card draw, 4 players, whole hands", rate, "hands/s"),
        ("five-card draw, 4 players, commands decided and folded", rate * commands, "commands/s"),
        ("PokerKit, the same hands", peer, "hands/s"),
    ]


if __name__ == "__main__":
    for name, figure, unit in run():
        print(f"{name}: {figure:,.0f} {unit}")
