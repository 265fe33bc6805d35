"""Whether an opener had openers, from his final five, his discards and what else is known (chapter S).

He drew as many cards as he threw away (one more in four-before), so the cards he opened with are all his discards
of the first draw and those of his later discards and his final five that he did not draw. Each choice of the cards
he kept is one *way* the draw can have gone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Final

from table_controller.cards import DECK, JOKER, Card, card_text, require_distinct
from table_controller.hand_values.high import (
    ACE,
    HighCategory,
    describe_high,
    high_category,
    high_value,
    is_pair_or_better,
)

JACK: Final = 11
HAND_SIZE: Final = 5
_NUMBERS: Final = {4: "four", 5: "five"}

MaybeCards = tuple[Card | None, ...]


class Verdict(Enum):
    """What can be said of the opening five."""

    YES = "yes"
    NO = "no"
    POSSIBLE = "possible"


@dataclass(frozen=True, slots=True)
class OpenersProof:
    """The answer, and what it rests on.

    *five* are the opening five that prove it, kept cards first, None for an unread one; no five where the
    verdict is no or where any hand may open. *unread_as* are faces that unread cards among the five would
    need to have, empty where the read cards are enough. *ways* counts how the draw can have gone,
    *holding* in how many of them he had openers or, with an unread card, can have had them.
    """

    verdict: Verdict
    five: MaybeCards | None
    unread_as: tuple[Card, ...]
    rules: tuple[str, ...]
    ways: int
    holding: int
    sentence: str


@dataclass(frozen=True, slots=True)
class _Way:
    """One way the draw can have gone: what was kept and what the opening five then were."""

    kept: MaybeCards
    five: MaybeCards

    @property
    def read(self) -> tuple[Card, ...]:
        return tuple(card for card in self.five if card is not None)

    @property
    def unread(self) -> int:
        return self.five.count(None)


def prove_openers(
    final: Sequence[Card | None],
    discards: Sequence[Card | None],
    minimum_rank: int | None = JACK,
    opening: Sequence[Card | None] | None = None,
    deck: Sequence[Card] = DECK,
    *,
    later: Sequence[Sequence[Card | None]] = (),
    dealt: int = HAND_SIZE,
) -> OpenersProof:
    """Say whether the opener had a pair of *minimum_rank* (11 jacks ... 14 aces) or better when he opened.

    None for *minimum_rank* means that any hand may open (O08); None for a card, that it was not read. *later* are the
    discards of further draws, one sequence a draw; *dealt* the cards he opened with: four in four-before (T04).

    - ``yes`` where only one way is left, because he stood pat, threw all five or *opening* is the recorded
      opening five (S05), and the read cards of that way hold openers (S04 where he kept them);
    - ``no`` where none of the ways can hold openers (S02, or S05 by the record);
    - ``possible`` otherwise (S03), also where every way holds them: which five he had is not known.

    :raises ValueError: a number of cards, a card twice or not in the deck, or an opening five that cannot
        have become these discards and this final hand; one line says which
    """
    piles = tuple(map(tuple, later))
    _require_hands(tuple(final), tuple(discards), opening, deck, piles, dealt)
    if minimum_rank is None:
        sentence = "Any hand may open this game, so nothing has to be proved."
        return OpenersProof(Verdict.YES, None, (), ("O08",), 0, 0, sentence)
    recorded = tuple(opening) if opening is not None else None
    ways = _ways(tuple(final), tuple(discards), recorded, piles, dealt)
    if not ways:
        raise ValueError("the opening five cannot have become this final hand with these discards")
    seen = {*final, *discards, *(opening or ()), *(card for pile in piles for card in pile)}
    unseen = tuple(
        card for card in sorted(deck, key=lambda card: card.rank, reverse=True) if card not in seen
    )
    certain = [way for way in ways if way.read and is_pair_or_better(way.read, minimum_rank)]
    holding = [way for way in ways if way in certain or _filling(way, minimum_rank, unseen) is not None]
    exact = opening is not None
    if not holding:
        return _no(ways, minimum_rank, exact=exact)
    if len(ways) == 1 and certain:
        return _yes(certain[0], minimum_rank, exact=exact)
    proof = (certain or holding)[0]
    filling = () if certain else _filling(proof, minimum_rank, unseen) or ()
    rules = (*(("S05",) if exact else ()), "S03", *_opening_rows((*proof.read, *filling), minimum_rank))
    sentence = _possible_sentence(proof, filling, len(holding), len(ways))
    return OpenersProof(Verdict.POSSIBLE, proof.five, filling, rules, len(ways), len(holding), sentence)


def _require_hands(
    final: MaybeCards,
    discards: MaybeCards,
    opening: Sequence[Card | None] | None,
    deck: Sequence[Card],
    later: tuple[MaybeCards, ...],
    dealt: int,
) -> None:
    if len(final) != HAND_SIZE and (len(final) != dealt or discards or later):
        raise ValueError(f"the final hand has {len(final)} cards, not five: {_texts(final)}")
    for pile in (discards, *later):
        if len(pile) > (dealt if pile is discards else HAND_SIZE):
            raise ValueError(f"more than {_NUMBERS[dealt]} discards: {_texts(pile)}")
    thrown_later = tuple(card for pile in later for card in pile)
    require_distinct(card for card in (*final, *discards, *thrown_later) if card is not None)
    for card in (*final, *discards, *thrown_later, *(opening or ())):
        if card is not None and card not in deck:
            raise ValueError(f"not in a deck of {len(deck)}: {card}")
    if opening is not None:
        _require_opening((*final, *thrown_later), discards, tuple(opening), dealt)


def _require_opening(final: MaybeCards, discards: MaybeCards, opening: MaybeCards, dealt: int) -> None:
    """Raise ValueError unless *opening* can have become these discards and *final*, later discards among them."""
    number = _NUMBERS[dealt]
    if len(opening) != dealt:
        raise ValueError(f"the opening hand has {len(opening)} cards, not {number}: {_texts(opening)}")
    require_distinct(card for card in opening if card is not None)
    if None not in opening:
        for card in discards:
            if card is not None and card not in opening:
                raise ValueError(f"the discard {card} is not among the opening {number}: {_texts(opening)}")
    if None not in (*final, *discards):
        for card in opening:
            if card is not None and card not in (*final, *discards):
                raise ValueError(f"the opening card {card} is neither in the final hand nor a discard")


def _ways(
    final: MaybeCards,
    discards: MaybeCards,
    opening: MaybeCards | None,
    later: tuple[MaybeCards, ...],
    dealt: int,
) -> list[_Way]:
    if later and opening is not None:
        return [_Way(tuple(card for card in final if card in opening), opening)]
    ways = []
    for thrown, left in _thrown_later(later, dealt - len(discards)):
        for places in combinations(range(len(final)), left):
            kept = tuple(final[place] for place in places)
            drawn = tuple(final[place] for place in range(len(final)) if place not in places)
            before = (*discards, *thrown)
            five = (*kept, *before) if opening is None else _by_the_record(kept, drawn, before, opening)
            if five is not None:
                ways.append(_Way(kept, five))
    return ways


def _thrown_later(later: tuple[MaybeCards, ...], kept: int) -> Iterator[tuple[MaybeCards, int]]:
    """Yield which opening cards can have gone in the later draws, and how many of the *kept* are left after them."""
    if not later:
        yield (), kept
        return
    pile, *rest = later
    drawn_before = HAND_SIZE - kept
    for count in range(max(0, len(pile) - drawn_before), min(len(pile), kept) + 1):
        for gone in combinations(pile, count):
            for others, left in _thrown_later(tuple(rest), kept - count):
                yield (*gone, *others), left


def _by_the_record(
    kept: MaybeCards, drawn: MaybeCards, discards: MaybeCards, opening: MaybeCards
) -> MaybeCards | None:
    """Return the opening five with every face the record or the later reading knows; None if they disagree.

    A card unread at one time may be a card read at the other, so what one of the two lacks must fit into
    the unread places of the other.
    """
    later = (*kept, *discards)
    only_recorded = [card for card in opening if card is not None and card not in later]
    only_later = [card for card in later if card is not None and card not in opening]
    if len(only_recorded) > later.count(None) or len(only_later) > opening.count(None):
        return None
    if any(card in drawn for card in only_recorded):
        return None
    read = [card for card in (*later, *only_recorded) if card is not None]
    return (*read, *(None,) * (len(opening) - len(read)))


def _filling(way: _Way, minimum_rank: int, unseen: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Return faces for the unread cards that make openers, the highest first; None where there are none."""
    for faces in combinations(unseen, way.unread):
        if is_pair_or_better((*way.read, *faces), minimum_rank):
            return faces
    return None


def _requirement(minimum_rank: int) -> str:
    return "O01" if minimum_rank == JACK else "O06"


def _opening_rows(five: Sequence[Card], minimum_rank: int) -> tuple[str, ...]:
    """Return the rows by which these five open: the requirement's, and the bug's where the joker is one."""
    rows = (_requirement(minimum_rank),)
    if JOKER not in five:
        return rows
    if len(five) < HAND_SIZE:
        return (*rows, "O02")
    lone_ace = sum(card.rank == ACE for card in five) == 1
    pair_of_aces = lone_ace and high_category(high_value(five)) is HighCategory.PAIR
    return (*rows, "O02", "H03" if pair_of_aces else "H02")


def _no(ways: list[_Way], minimum_rank: int, *, exact: bool) -> OpenersProof:
    bug = ("O02",) if any(JOKER in way.five for way in ways) else ()
    rules = ("S05" if exact else "S02", _requirement(minimum_rank), *bug)
    if len(ways) > 1:
        sentence = "The opener cannot have had openers: no way of drawing to these discards began with them."
    elif ways[0].unread or len(ways[0].five) < HAND_SIZE:
        sentence = f"The opener had no openers, whatever was not read: {_texts(ways[0].five)}."
    else:
        sentence = f"The opener had no openers: he opened with {describe_high(ways[0].read)}."
    return OpenersProof(Verdict.NO, None, (), rules, len(ways), 0, sentence)


def _yes(way: _Way, minimum_rank: int, *, exact: bool) -> OpenersProof:
    kept = tuple(card for card in way.kept if card is not None)
    retained = bool(kept) and is_pair_or_better(kept, minimum_rank)
    lead = ("S05",) if exact else ()
    rules = (*lead, "S04" if retained else "O10", *_opening_rows(way.read, minimum_rank))
    opened = _described(way.five)
    how = "kept his openers" if retained else "split them, which the discards prove"
    sentence = f"The opener had openers: he opened with {opened}, and {how}."
    return OpenersProof(Verdict.YES, way.five, (), rules, 1, 1, sentence)


def _possible_sentence(proof: _Way, filling: tuple[Card, ...], holding: int, ways: int) -> str:
    if filling:
        words = f"if what was not read is {_texts(filling)}: {_described((*proof.read, *filling))}"
    else:
        words = f"with {_described(proof.five)}"
    if ways == 1:
        return f"The opener can have had openers, {words}; only the unread cards leave it open."
    how_often = "in every way" if holding == ways else f"in {holding} of the {ways} ways"
    return (
        f"The opener can have had openers, {words}; so {how_often} the draw can have gone, and that suffices."
    )


def _described(cards: MaybeCards) -> str:
    """Return the hand's name, or its cards where not all were read or there are but four (T04)."""
    read = tuple(card for card in cards if card is not None)
    return describe_high(read) if len(read) == HAND_SIZE else _texts(cards)


def _texts(cards: Sequence[Card | None]) -> str:
    return " ".join(map(card_text, cards))
