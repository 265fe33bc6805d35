"""Simple strategies: from a player's own cards and what everybody sees to what he wants to do."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware.twin.drawing_sense import (
    ACE,
    JACK,
    best_pair,
    four_to_flush,
    four_to_straight,
    strength,
    to_keep,
)
from table_controller.cards import JOKER, Card, parse_card
from table_controller.hand_values import high_value, is_pair_or_better
from table_controller.wire.models import PublicState

RAISE_WORDS: Final = ("open", "bet", "raise to", "raise")
_TWO_PAIR: Final = 2
_STRAIGHT: Final = 4
_EIGHT: Final = 8


@dataclass(frozen=True, slots=True)
class Character:
    """How somebody plays; shares are 0 to 1.

    *slow* checks openers, *false_open* opens without them, *contrite* then owns up at once, *split* breaks openers for a four-card draw, *forgetful*
    does so without a word, *loose* stays in with little, *bluff* bets with nothing, *proud* shows a beaten hand.
    """

    slow: float = 0.15
    false_open: float = 0.02
    contrite: float = 0.3
    split: float = 0.5
    forgetful: float = 0.05
    loose: float = 0.3
    bluff: float = 0.05
    proud: float = 0.3


STEADY: Final = Character()


class Move(Enum):
    """What to do when it is one's turn to bet."""

    FOLD = "fold"
    CHECK = "check or call"
    BET = "bet or raise"
    ALL_IN = "all in"


@dataclass(frozen=True, slots=True)
class BetWish:
    """*steps* above the least allowed, where the game leaves a choice."""

    move: Move
    steps: int = 0


@dataclass(frozen=True, slots=True)
class DrawWish:
    """What to throw away, and whether to say that openers are being split."""

    discards: tuple[Card, ...]
    splitting: bool = False


class ShowWish(Enum):
    """What to do with one's cards when asked."""

    SHOW = "show"
    MUCK = "muck"
    SHOW_OPENERS = "show openers"
    CANNOT_SHOW = "cannot show openers"


def bet_wish(
    cards: Sequence[Card], seat: int, state: PublicState, character: Character, rng: random.Random
) -> BetWish:
    """Decide about a bet, within what is legal now."""
    words = {action.word for action in state.legal}
    wish = _wanted_bet(cards, state, words, character, rng)
    if wish.move is Move.BET and words.isdisjoint(RAISE_WORDS):
        return BetWish(Move.CHECK)
    if wish.move is Move.FOLD and "fold" not in words:
        return BetWish(Move.CHECK)
    return wish


def _wanted_bet(
    cards: Sequence[Card], state: PublicState, words: set[str], character: Character, rng: random.Random
) -> BetWish:
    if len(cards) != 5:
        return BetWish(Move.CHECK if "check" in words else Move.FOLD)
    if "open" in words:
        return BetWish(Move.BET if _opens(cards, character, rng) else Move.CHECK)
    drawn = state.phase != "bet 1"
    power = strength(cards) + (best_pair(cards) >= JACK) * 0.5
    if "call" not in words:
        strong = power >= (_TWO_PAIR if drawn else 1.5)
        keen = rng.random() < (0.75 if strong else character.bluff)
        return BetWish(Move.BET, _steps(state, rng)) if keen else BetWish(Move.CHECK)
    return _answer_to_a_bet(cards, state, power, drawn, character, rng)


def _opens(cards: Sequence[Card], character: Character, rng: random.Random) -> bool:
    if is_pair_or_better(cards, JACK):
        return rng.random() >= character.slow
    return rng.random() < character.false_open


def _answer_to_a_bet(
    cards: Sequence[Card],
    state: PublicState,
    power: float,
    drawn: bool,
    character: Character,
    rng: random.Random,
) -> BetWish:
    if power >= (_STRAIGHT if drawn else _TWO_PAIR) and rng.random() < 0.5:
        all_in = _is_open_ended(state) and rng.random() < 0.1
        return BetWish(Move.ALL_IN) if all_in else BetWish(Move.BET, _steps(state, rng))
    drawing = not drawn and bool(four_to_flush(cards) or four_to_straight(cards))
    if power >= 1.5 or drawing:
        return BetWish(Move.CHECK if rng.random() < 0.85 else Move.FOLD)
    return BetWish(Move.CHECK if power >= 1 and rng.random() < character.loose else Move.FOLD)


def _steps(state: PublicState, rng: random.Random) -> int:
    """More than the least, now and then, where the game allows more."""
    return rng.choice((0, 0, 1, 2)) if _is_open_ended(state) else 0


def _is_open_ended(state: PublicState) -> bool:
    raises = (action for action in state.legal if action.word in RAISE_WORDS)
    return any(action.low is not None and action.high not in (None, action.low) for action in raises)


def draw_wish(
    cards: Sequence[Card],
    seat: int,
    state: PublicState,
    character: Character,
    rng: random.Random,
    had_openers: bool,
) -> DrawWish:
    """Decide what to throw away, within the number allowed; *had_openers* is about one's own opening."""
    most = _most_to_draw(state)
    keep = to_keep(cards) if len(cards) == 5 else tuple(cards)
    opener = state.opener == seat and had_openers
    four = four_to_flush(cards) or four_to_straight(cards, inside=True) if len(cards) == 5 else ()
    if opener and four and strength(cards) == 1:
        keep = four if rng.random() < character.split else keep
    thrown = tuple(card for card in cards if card not in keep)[:most]
    if len(thrown) == most == 4 and not any(card is JOKER or card.rank == ACE for card in keep):
        thrown = thrown[:3]  # a house that stops at four lets them be drawn to an ace or the joker only (E08)
    kept = tuple(card for card in cards if card not in thrown)
    splits = opener and bool(thrown) and not (kept and is_pair_or_better(kept, JACK))
    return DrawWish(thrown, splits and rng.random() >= character.forgetful)


def _most_to_draw(state: PublicState) -> int:
    return next((a.high for a in state.legal if a.word == "draw" and a.high is not None), 5)


def chips_in_the_fist(cards: Sequence[Card], rng: random.Random) -> int:
    """Decide what to declare: no chip for low, one for high, two for both ways (V02).

    A straight or flush without an eight above it may go both ways, a pair goes high and anything else low.
    """
    if len(cards) != 5 or strength(cards) == 0:
        return 0
    low = all(card is JOKER or card.rank == ACE or card.rank <= _EIGHT for card in cards)
    return 2 if low and strength(cards) >= _STRAIGHT and rng.random() < 0.5 else 1


def show_wish(
    cards: Sequence[Card],
    seat: int,
    state: PublicState,
    character: Character,
    rng: random.Random,
    had_openers: bool = False,
) -> ShowWish:
    """Decide whether to table the hand at the showdown, or to show openers that are due.

    *had_openers* is about one's own opening: openers that were split can be shown too.
    """
    if state.opener == seat and state.openers_due and _must_prove(seat, state):
        looks_so = len(cards) == 5 and is_pair_or_better(cards, JACK)
        tries = had_openers or (looks_so and rng.random() < character.bluff)
        return ShowWish.SHOW_OPENERS if tries else ShowWish.CANNOT_SHOW
    best = _best_shown(seat, state)
    beaten = len(cards) == 5 and best > high_value(cards)
    if beaten and state.opener != seat and rng.random() >= character.proud:
        return ShowWish.MUCK
    return ShowWish.SHOW


def _must_prove(seat: int, state: PublicState) -> bool:
    """Openers are asked for by themselves when the showdown does not turn the hand over anyway."""
    others = [s for s in state.seats if s.seat != seat and s.status == "live" and not s.mucked]
    return not others or state.to_act is None


def _best_shown(seat: int, state: PublicState) -> int:
    shown = [s.shown_cards for s in state.seats if s.seat != seat and s.status == "live"]
    hands = [
        tuple(parse_card(text) for text in hand) for hand in shown if len(hand) == 5 and "??" not in hand
    ]
    return max((high_value(hand) for hand in hands), default=0)


def claims(cards: Sequence[Card]) -> bool:
    """Decide whether to declare the pot open after a false opening."""
    return len(cards) == 5 and is_pair_or_better(cards, JACK)
