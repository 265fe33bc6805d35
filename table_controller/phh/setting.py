"""From a history's fields to a table that can be played on."""

from dataclasses import dataclass
from itertools import pairwise

from table_controller.games.build import build
from table_controller.games.switches import GameError
from table_controller.phh.errors import PhhError
from table_controller.phh.history import HandHistory
from table_controller.phh.variants import VARIANTS, limits_by_round
from table_controller.structure import Betting, Game, HouseRules, Stakes

PROFILE = "wsop-2024"
"""The rules of a hand that names none: PHH asks annotators to go by the World Series' own."""
AS_MANY_AS_PLAY = {"max_seats": "8"}
"""Where strangers played a hand nobody asks how many seats our house would give it (A02)."""


@dataclass(frozen=True, slots=True)
class Setting:
    """*seats* and *stacks* are by player; *dead* is ante money nobody's hand is tied to, already out of the stacks."""

    game: Game
    rules: HouseRules
    stakes: Stakes
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    dead: int


def setting_of(hand: HandHistory) -> Setting:
    """Return what the hand is played with.

    :raises PhhError: it cannot be dealt here
    """
    game, rules, betting = _built(hand)
    ante, stacks = _antes(hand)
    stakes = Stakes(betting, _limits(hand, game), ante, _blinds(hand))
    if hand.players > rules.max_seats:
        raise PhhError(f"starting_stacks: {hand.players} players; {rules.max_seats} can sit here")
    dead = sum(hand.starting_stacks) - sum(stacks)
    return Setting(game, rules, stakes, _seats(hand, rules), stacks, dead)


def _built(hand: HandHistory) -> tuple[Game, HouseRules, Betting]:
    house = hand.house
    try:
        if house is None:
            variant = VARIANTS[hand.variant]
            return *build(
                variant.game, PROFILE, AS_MANY_AS_PLAY, draws=variant.draws, betting=variant.betting
            ), variant.betting
        betting = Betting(house.betting)
        built = build(
            house.game,
            house.profile,
            house.switches,
            draws=house.draws,
            four_before=house.four_before,
            betting=betting,
        )
    except GameError as error:
        raise PhhError(f"_drawtable_game: {error}") from None
    return *built, betting


def _limits(hand: HandHistory, game: Game) -> tuple[int, ...]:
    if hand.house is not None:
        if not hand.house.limits or 0 in hand.house.limits:
            raise PhhError("_drawtable_limits: there is one figure at least, and none is 0")
        return hand.house.limits
    if hand.min_bet is not None:
        return (hand.min_bet,)
    return limits_by_round(game.betting_rounds, hand.small_bet or 0, hand.big_bet or 0)


def _antes(hand: HandHistory) -> tuple[int, tuple[int, ...]]:
    """Return the ante all pay, and the stacks before it. What only some pay, as the big blind for all, is dead money.

    Where all pay alike and somebody has less, our table lets him win no more than that of each (W05).
    """
    antes = hand.in_turn(hand.antes)
    short = next(
        (n for n, (a, s) in enumerate(zip(antes, hand.starting_stacks, strict=True), 1) if s <= a), None
    )
    if len(set(antes)) == 1:
        if short is not None and hand.starting_stacks[short - 1] < antes[0] and not hand.ante_trimming:
            raise PhhError(
                f"antes: p{short} has less than the ante; only with ante_trimming_status is that dealt here"
            )
        return antes[0], hand.starting_stacks
    if hand.ante_trimming:
        raise PhhError("ante_trimming_status: must be false where not all pay the same ante")
    if short is not None:
        raise PhhError(f"antes: p{short} has nothing left after the ante; that cannot be dealt here")
    return 0, tuple(stack - ante for stack, ante in zip(hand.starting_stacks, antes, strict=True))


def _blinds(hand: HandHistory) -> tuple[tuple[int, int], ...]:
    """Return (seats left of the button, chips); the last player has the button."""
    by_player = hand.in_turn(hand.blinds)
    return tuple((n % hand.players, chips) for n, chips in enumerate(by_player, 1) if chips)


def _seats(hand: HandHistory, rules: HouseRules) -> tuple[int, ...]:
    """Return the seats of the file where they go round our table, else 1, 2, 3…"""
    seats = hand.seats
    if seats is not None:
        first = seats.index(min(seats))
        in_order = seats[first:] + seats[:first]
        rising = all(a < b for a, b in pairwise(in_order))
        if rising and in_order[0] >= 1 and in_order[-1] <= rules.max_seats:
            return seats
    return tuple(range(1, hand.players + 1))
