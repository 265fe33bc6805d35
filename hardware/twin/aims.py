"""What hands are good for in a game: how strong they are, and what to keep of them in a draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from hardware.twin import drawing_sense
from hardware.twin.drawing_sense import ACE, JACK, best_pair, strength
from table_controller.cards import JOKER, Card
from table_controller.games.build import GAMES
from table_controller.games.draw_high import JACKS_OR_BETTER
from table_controller.hand_values.ranking import has_pair, low_ranks
from table_controller.structure import Evaluator, Game, Half
from table_controller.wire.models import PublicState

CALLS: Final = 1.0
"""How strong a hand must be for who is loose; the scale is that of `drawing_sense.strength`."""
STAYS: Final = 1.5
BETS: Final = 2.0
RAISES: Final = 4.0
_EIGHT: Final = 8
_NINE: Final = 9
_TEN: Final = 10
_BADUGIS: Final = (Evaluator.BADUGI, Evaluator.BADUGI_ACE_HIGH)


@dataclass(frozen=True, slots=True)
class Aims:
    """What a player of this game goes for. *last* when no draw is to come."""

    game: Game
    last: bool

    def power(self, cards: Sequence[Card]) -> float:
        """Return how good the hand is for the better of its ways to win."""
        return max(self._power_for(half, cards) for half in self.game.halves)

    def keeps(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return what a sensible player keeps."""
        if len(self.game.halves) == 1:
            return _kept_for(self.game.halves[0], cards)
        powers = [self._power_for(half, cards) for half in self.game.halves]
        if min(powers) >= BETS:
            return tuple(cards)
        best = self.game.halves[powers.index(max(powers))]
        return _kept_for(best, cards)

    def _power_for(self, half: Half, cards: Sequence[Card]) -> float:
        if half.evaluator is Evaluator.HIGH:
            return _high_power(half, cards, last=self.last)
        if half.evaluator in _BADUGIS:
            return _badugi_power(half.evaluator, cards, last=self.last)
        return _low_power(half, cards, last=self.last)


def aims_of(state: PublicState) -> Aims:
    """Return what is gone for at this table now: the game its sign names, and whether the last draw is over."""
    game = GAMES.get(state.game, JACKS_OR_BETTER)
    rounds = state.rounds or game.betting_rounds
    return Aims(game, last=state.phase == f"bet {rounds}" or state.phase in ("declare", "showdown"))


def _high_power(half: Half, cards: Sequence[Card], *, last: bool) -> float:
    if len(cards) != 5:
        return 2.0 * (_pairs_of(cards) > 1) + 1.0 * bool(best_pair(cards)) + 0.5 * (best_pair(cards) >= JACK)
    if last and half.least_pair is not None and strength(cards) == 1 and best_pair(cards) < half.least_pair:
        return 0.0
    made = strength(cards) + 0.5 * (best_pair(cards) >= JACK)
    draws = drawing_sense.four_to_flush(cards) or drawing_sense.four_to_straight(cards)
    return max(made, STAYS) if draws and not last else made


def _pairs_of(cards: Sequence[Card]) -> int:
    ranks = [ACE if card is JOKER else card.rank for card in cards]
    return sum(ranks.count(rank) - 1 for rank in set(ranks))


def _low_power(half: Half, cards: Sequence[Card], *, last: bool) -> float:
    """A made low by its highest card, else what is to be drawn to."""
    worst = half.worst_low or _NINE
    if len(cards) == 5 and not has_pair(half.evaluator, cards):
        top = low_ranks(half.evaluator, cards)[0] if _is_plain(half, cards) else ACE
        if top <= _EIGHT:
            return RAISES if top < _EIGHT else 3.0
        if last or top <= worst:
            return 0.0 if half.worst_low else max(0.5, 3.2 - 0.5 * (top - _EIGHT))
    if last:
        return 0.0
    to_go = len(cards) - len(_low_cards(half.evaluator, cards))
    return {0: BETS, 1: BETS, 2: CALLS}.get(to_go, 0.0)


def _is_plain(half: Half, cards: Sequence[Card]) -> bool:
    """Whether no straight or flush spoils the low."""
    if half.evaluator is Evaluator.ACE_TO_FIVE:
        return True
    ranks = low_ranks(half.evaluator, cards)
    straight = ranks[0] - ranks[-1] == len(ranks) - 1
    return not straight and len({card.suit for card in cards if card is not JOKER}) > 1


def _badugi_power(evaluator: Evaluator, cards: Sequence[Card], *, last: bool) -> float:
    ranks = low_ranks(evaluator, cards)
    if len(ranks) == 4:
        return RAISES if ranks[0] <= _EIGHT else 3.0 if ranks[0] <= _TEN else BETS
    if len(ranks) == 3 and ranks[0] <= _EIGHT:
        return CALLS if last else BETS
    return CALLS if len(ranks) == 3 or (not last and len(ranks) == 2 and ranks[0] <= _EIGHT) else 0.0


def _kept_for(half: Half, cards: Sequence[Card]) -> tuple[Card, ...]:
    if half.evaluator is Evaluator.HIGH:
        return drawing_sense.to_keep(cards) if len(cards) == 5 else _alike_or_high(cards)
    if half.evaluator in _BADUGIS:
        return _badugi_kept(half.evaluator, cards)
    made = len(cards) == 5 and not has_pair(half.evaluator, cards) and _is_plain(half, cards)
    if made and low_ranks(half.evaluator, cards)[0] <= (half.worst_low or _NINE):
        return tuple(cards)
    return _low_cards(half.evaluator, cards)


def _alike_or_high(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What to keep of four cards: pairs, else the high ones."""
    ranks = [ACE if card is JOKER else card.rank for card in cards]
    alike = tuple(card for card, rank in zip(cards, ranks, strict=True) if ranks.count(rank) > 1)
    high = tuple(card for card, rank in zip(cards, ranks, strict=True) if rank >= JACK)
    return alike or high[:2]


def _low_cards(evaluator: Evaluator, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards to draw low to: different ranks to the eight, and the joker; four at most where five are paired."""
    kept: dict[int, Card] = {}
    for card in cards:
        rank = 0 if card is JOKER else card.rank
        if rank == ACE and evaluator is not Evaluator.DEUCE_TO_SEVEN:
            rank = 1
        if rank <= _EIGHT:
            kept.setdefault(rank, card)
    ranks = sorted(kept)[: len(cards) if len(cards) < 5 else 4]
    return tuple(kept[rank] for rank in ranks)


def _badugi_kept(evaluator: Evaluator, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards that play, those above an eight only where the badugi is whole."""
    ranks = low_ranks(evaluator, cards)
    playing = next(
        some
        for some in combinations(cards, len(ranks))
        if low_ranks_of(evaluator, some) == ranks and len({card.suit for card in some}) == len(ranks)
    )
    if len(playing) == 4 and ranks[0] <= JACK:
        return playing if len(cards) == 4 else (*playing, *_fifth(evaluator, cards, playing))
    return tuple(card for card in playing if _rank(evaluator, card) <= _EIGHT)


def low_ranks_of(evaluator: Evaluator, cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(sorted((_rank(evaluator, card) for card in cards), reverse=True))


def _rank(evaluator: Evaluator, card: Card) -> int:
    return 1 if card.rank == ACE and evaluator is Evaluator.BADUGI else card.rank


def _fifth(evaluator: Evaluator, cards: Sequence[Card], playing: Sequence[Card]) -> tuple[Card, ...]:
    """Return the card beside a badugi that makes a low with it, if there is one."""
    ranks = {_rank(evaluator, card) for card in playing}
    return tuple(c for c in cards if c not in playing and _rank(evaluator, c) not in ranks)[:1]
