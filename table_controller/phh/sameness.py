"""Are two runs of events the same hand, as far as PHH can tell?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from table_controller import events as e
from table_controller.cards import Card
from table_controller.phh.faces import faces_of
from table_controller.phh.notation import write_faces

_AS_THEY_ARE: Final = (
    e.AntePosted, e.BlindPosted, e.Checked, e.BetMade, e.Called, e.Folded, e.BetReturned, e.HandMucked, e.PotAwarded,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """Something PHH tells: an event as it is, or cards that went somewhere."""

    what: object
    cards: tuple[Card | None, ...] = ()

    @property
    def known(self) -> Counter[Card]:
        return Counter(card for card in self.cards if card is not None)

    def __str__(self) -> str:
        return f"{self.what} {write_faces(self.cards)}".rstrip()


def first_difference(log: Iterable[e.Event], again: Iterable[e.Event], *, faces: bool) -> str | None:
    """Return what is first told otherwise, None where *again* is the hand of the *log*; without *faces* these do not count.

    A card the log knows must be known again; one it does not know may have been shown later, of two unread ones.
    """
    left, right = told(log, faces=faces), told(again, faces=faces)
    for one, other in zip(left, right, strict=False):
        if one.what != other.what or len(one.cards) != len(other.cards) or not one.known <= other.known:
            return f"{one} became {other}"
    longer = left[len(right) :] or right[len(left) :]
    return f"{longer[0]} is there in one of the two only" if longer else None


def told(events: Iterable[e.Event], *, faces: bool) -> list[Fact]:
    """Return what PHH can tell of these events: chips, actions, and the cards of each deal by seat."""
    happened = tuple(events)
    known = faces_of(happened) if faces else {}
    facts: list[Fact] = []
    dealt: dict[int, list[int]] = {}
    for event in happened:
        match event:
            case e.CardDealt(seat, number):
                dealt.setdefault(seat, []).append(number)
            case e.CardTakenBack(seat, number) if number in dealt.get(seat, ()):
                dealt[seat].remove(number)
            case e.CardsDiscarded(seat, numbers, _, draw, _):
                facts.append(Fact(f"discards of seat {seat} in draw {draw}", tuple(map(known.get, numbers))))
            case _ if isinstance(event, _AS_THEY_ARE):
                facts += _deals(dealt, known)
                facts.append(Fact(event))
    return facts + list(_deals(dealt, known))


def _deals(dealt: dict[int, list[int]], known: Mapping[int, Card]) -> Iterator[Fact]:
    for seat in sorted(dealt):
        numbers = dealt.pop(seat)
        if numbers:
            yield Fact(f"cards dealt to seat {seat}", tuple(map(known.get, numbers)))
