"""Simple strategies: from a player's own cards and what everybody sees to what he wants to do."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware.twin.aims import BETS, CALLS, RAISES, STAYS, aims_of
from hardware.twin.drawing_sense import ACE, JACK, four_to_flush, four_to_straight, strength
from table_controller.cards import JOKER, Card, parse_card
from table_controller.hand_values.high import is_pair_or_better
from table_controller.hand_values.ranking import hand_value
from table_controller.wire.models import PublicState

RAISE_WORDS: Final = ("open", "bet", "raise to", "raise")
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
    """What to throw away, and whether to say that openers are being split; *beyond* cards more are drawn (E20)."""

    discards: tuple[Card, ...]
    splitting: bool = False
    beyond: int = 0


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
    wish = _wanted_bet(cards, seat, state, words, character, rng)
    if wish.move is Move.BET and words.isdisjoint(RAISE_WORDS):
        return BetWish(Move.CHECK)
    if wish.move is Move.FOLD and "fold" not in words:
        return BetWish(Move.CHECK)
    return wish


def _wanted_bet(
    cards: Sequence[Card],
    seat: int,
    state: PublicState,
    words: set[str],
    character: Character,
    rng: random.Random,
) -> BetWish:
    if not cards:
        return BetWish(Move.CHECK if "check" in words else Move.FOLD)
    if "open" in words:
        rank = state.openers_rank or JACK
        return BetWish(Move.BET if _opens(cards, rank, character, rng) else Move.CHECK)
    aims = aims_of(state)
    power = aims.power(cards)
    if "call" not in words:
        strong = power >= (BETS if aims.last else STAYS)
        keen = rng.random() < (0.75 if strong else character.bluff)
        if keen or ("check" not in words and power >= CALLS):
            return BetWish(Move.BET, _steps(state, rng))
        return BetWish(Move.CHECK if "check" in words else Move.FOLD)
    return _answer_to_a_bet(seat, state, power, aims.last, character, rng)


def _opens(cards: Sequence[Card], rank: int, character: Character, rng: random.Random) -> bool:
    if is_pair_or_better(cards, rank):
        return rng.random() >= character.slow
    return rng.random() < character.false_open


def _answer_to_a_bet(
    seat: int, state: PublicState, power: float, last: bool, character: Character, rng: random.Random
) -> BetWish:
    if power >= (RAISES if last else BETS) and rng.random() < 0.5:
        all_in = _may_bet_everything(seat, state) and rng.random() < 0.1
        return BetWish(Move.ALL_IN) if all_in else BetWish(Move.BET, _steps(state, rng))
    if power >= STAYS:
        return BetWish(Move.CHECK if rng.random() < 0.85 else Move.FOLD)
    return BetWish(Move.CHECK if power >= CALLS and rng.random() < character.loose else Move.FOLD)


def _steps(state: PublicState, rng: random.Random) -> int:
    """More than the least, now and then, where the game allows more."""
    return rng.choice((0, 0, 1, 2)) if _is_open_ended(state) else 0


def _is_open_ended(state: PublicState) -> bool:
    raises = (action for action in state.legal if action.word in RAISE_WORDS)
    return any(action.low is not None and action.high not in (None, action.low) for action in raises)


def _may_bet_everything(seat: int, state: PublicState) -> bool:
    """Whether the game leaves a choice, and the choice goes up to the whole stack."""
    mine = next((s for s in state.seats if s.seat == seat), None)
    raises = (action for action in state.legal if action.word in RAISE_WORDS)
    return (
        mine is not None
        and _is_open_ended(state)
        and any(action.high == mine.stack + mine.bet for action in raises)
    )


def draw_wish(
    cards: Sequence[Card],
    seat: int,
    state: PublicState,
    character: Character,
    rng: random.Random,
    had_openers: bool,
) -> DrawWish:
    """Decide what to throw away, within the number allowed; *had_openers* is about one's own opening."""
    beyond, most = _to_draw(state)
    keep = aims_of(state).keeps(cards)
    opener = state.opener == seat and had_openers
    four = four_to_flush(cards) or four_to_straight(cards, inside=True) if len(cards) == 5 else ()
    if opener and four and strength(cards) == 1:
        keep = four if rng.random() < character.split else keep
    thrown = tuple(card for card in cards if card not in keep)[: most - beyond]
    if len(thrown) + beyond == most == 4 and not any(card is JOKER or card.rank == ACE for card in keep):
        thrown = thrown[
            : 3 - beyond
        ]  # a house that stops at four lets them be drawn to an ace or the joker only (E08)
    kept = tuple(card for card in cards if card not in thrown)
    splits = opener and bool(thrown) and not (kept and is_pair_or_better(kept, state.openers_rank or JACK))
    return DrawWish(thrown, splits and rng.random() >= character.forgetful, beyond)


def _to_draw(state: PublicState) -> tuple[int, int]:
    """Return how many cards are drawn by who throws none (more than none in four-before), and how many at most."""
    return next(
        ((a.low or 0, a.high) for a in state.legal if a.word == "draw" and a.high is not None), (0, 5)
    )


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
        looks_so = bool(cards) and is_pair_or_better(cards, state.openers_rank or JACK)
        tries = had_openers or (looks_so and rng.random() < character.bluff)
        return ShowWish.SHOW_OPENERS if tries else ShowWish.CANNOT_SHOW
    beaten = _is_beaten(cards, seat, state)
    if beaten and state.opener != seat and rng.random() >= character.proud:
        return ShowWish.MUCK
    return ShowWish.SHOW


def _must_prove(seat: int, state: PublicState) -> bool:
    """Openers are asked for by themselves when the showdown does not turn the hand over anyway."""
    others = [s for s in state.seats if s.seat != seat and s.status == "live" and not s.mucked]
    return not others or state.to_act is None


def _is_beaten(cards: Sequence[Card], seat: int, state: PublicState) -> bool:
    """Whether hands lie there that leave nothing to win, neither the pot nor a half of it, however they were declared."""
    aims = aims_of(state)
    size = aims.game.hand_size
    if len(cards) != size or aims.game.declared:
        return False
    shown = [s.shown_cards for s in state.seats if s.seat != seat and s.status == "live"]
    hands = [
        tuple(parse_card(text) for text in hand) for hand in shown if len(hand) == size and "??" not in hand
    ]
    return all(
        any(hand_value(half.evaluator, hand) > hand_value(half.evaluator, cards) for hand in hands)
        for half in aims.game.halves
    )


def claims(cards: Sequence[Card], rank: int = JACK) -> bool:
    """Decide whether to declare the pot open, with a pair of *rank* or better, after a false opening."""
    return bool(cards) and is_pair_or_better(cards, rank)
