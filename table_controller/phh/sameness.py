"""Are two runs of events the same hand, as far as PHH can tell?"""

from collections.abc import Iterable, Iterator
from typing import Final

from table_controller import events as e
from table_controller.cards import Card, card_text

Fact = tuple[object, ...]

_AS_THEY_ARE: Final = (
    e.AntePosted, e.BlindPosted, e.Checked, e.BetMade, e.Called, e.Folded, e.BetReturned, e.HandMucked, e.PotAwarded,
)  # fmt: skip


def first_difference(ours: Iterable[e.Event], theirs: Iterable[e.Event], *, faces: bool) -> str | None:
    """Return what is first told otherwise, None where both are the same hand; without *faces* hidden ones are left out."""
    left, right = told(ours, faces=faces), told(theirs, faces=faces)
    for one, other in zip(left, right, strict=False):
        if one != other:
            return f"{_text(one)} became {_text(other)}"
    longer = left[len(right) :] or right[len(left) :]
    return f"{_text(longer[0])} is there in one of the two only" if longer else None


def told(events: Iterable[e.Event], *, faces: bool) -> list[Fact]:
    """Return what PHH can tell of these events: chips, actions, and the cards of each deal by seat."""
    happened = tuple(events)
    known = _faces_by_number(happened) if faces else {}
    facts: list[Fact] = []
    dealt: dict[int, list[int]] = {}
    for event in happened:
        match event:
            case e.CardDealt(seat, number):
                dealt.setdefault(seat, []).append(number)
            case e.CardTakenBack(seat, number) if number in dealt.get(seat, ()):
                dealt[seat].remove(number)
            case e.CardsDiscarded(seat, numbers, _, draw, _):
                facts.append(("discards", seat, draw, _cards(sorted(numbers), known)))
            case _ if isinstance(event, _AS_THEY_ARE):
                facts += _deals(dealt, known)
                facts.append((event,))
    return facts + list(_deals(dealt, known))


def _deals(dealt: dict[int, list[int]], known: dict[int, Card | None]) -> Iterator[Fact]:
    for seat in sorted(dealt):
        numbers = dealt.pop(seat)
        if numbers:
            yield "deal", seat, _cards(numbers, known)


def _cards(numbers: list[int], known: dict[int, Card | None]) -> str:
    return "".join(sorted(card_text(known.get(number)) for number in numbers))


def _faces_by_number(events: tuple[e.Event, ...]) -> dict[int, Card | None]:
    known: dict[int, Card | None] = {}
    for event in events:
        match event:
            case e.CardDealt(_, number, card) | e.CardIdentified(number, card):
                known[number] = card
            case e.CardsDiscarded(_, numbers, cards) | e.CardsShown(_, numbers, cards):
                known |= {n: card for n, card in zip(numbers, cards, strict=False) if card is not None}
            case e.FaceForgotten(numbers):
                known |= dict.fromkeys(numbers)
    return known


def _text(fact: Fact) -> str:
    return " ".join(str(part) for part in fact)
