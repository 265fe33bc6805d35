"""What the shuffler's electronics drive: the cards, seen only as things that move or do not."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class EjectOutcome:
    """What passed the exit sensor: how many cards, and whether one (not counted) stayed stuck under it."""

    cards_moved: int
    stuck: bool = False


class Mechanism(Protocol):
    """The mechanical half of a shuffler, for at most 54 cards. The electronics never see a face.

    Called from the device's own thread.
    """

    def shuffle(self) -> None:
        """Take in every card of the tray and put all cards of the machine, old and new, in an order nobody knows."""

    def eject(self, slot: int) -> EjectOutcome:
        """Turn the feed motor once with the chute at *slot*; an empty machine moves nothing."""

    def count(self) -> int:
        """Return how many cards lie in the machine, ready to be ejected."""

    def waiting(self) -> int:
        """Return how many cards lie in the tray, for the next shuffle to take in."""


@dataclass
class CountingMechanism:
    """Counts cards and nothing else; every slot's pile is remembered as a number. Starts with all in the tray."""

    tray: int = 53
    cards: int = 0
    piles: dict[int, int] = field(default_factory=dict)
    shuffles: int = 0

    def shuffle(self) -> None:
        """Move the tray's cards into the machine."""
        self.shuffles += 1
        self.cards += self.tray
        self.tray = 0

    def eject(self, slot: int) -> EjectOutcome:
        """Move one card to *slot*'s pile if there is one."""
        moved = min(1, self.cards)
        self.take(moved, slot)
        return EjectOutcome(moved)

    def take(self, cards: int, slot: int) -> None:
        """Move *cards* cards to *slot*'s pile."""
        self.cards -= cards
        self.piles[slot] = self.piles.get(slot, 0) + cards

    def count(self) -> int:
        """Return how many cards are ready."""
        return self.cards

    def waiting(self) -> int:
        """Return how many cards are in the tray."""
        return self.tray

    def ejected(self) -> int:
        """Return how many cards have left in all."""
        return sum(self.piles.values())


@dataclass
class FaultyMechanism:
    """A mechanism that fails on demand, wrapped around one that works."""

    inner: Mechanism
    _jams: int = 0
    _double_feeds: int = 0
    _sticking: int = 0

    def jam_next(self) -> None:
        """Let the next card stick before it reaches the exit."""
        self._jams += 1

    def double_feed_next(self) -> None:
        """Let the next card take another with it."""
        self._double_feeds += 1

    def stick_next(self) -> None:
        """Let the next card stay under the exit sensor; whoever clears it puts it back into the machine."""
        self._sticking += 1

    def shuffle(self) -> None:
        """Shuffle as the inner mechanism does."""
        self.inner.shuffle()

    def eject(self, slot: int) -> EjectOutcome:
        """Fail as asked, else eject as the inner mechanism does."""
        if self._jams:
            self._jams -= 1
            return EjectOutcome(0)
        if self._sticking:
            self._sticking -= 1
            return EjectOutcome(0, stuck=True)
        if self._double_feeds:
            self._double_feeds -= 1
            outcomes = (self.inner.eject(slot), self.inner.eject(slot))
            return EjectOutcome(sum(outcome.cards_moved for outcome in outcomes))
        return self.inner.eject(slot)

    def count(self) -> int:
        """Return how many cards are ready."""
        return self.inner.count()

    def waiting(self) -> int:
        """Return how many cards are in the tray."""
        return self.inner.waiting()
