"""What the log keeps beside commands and events: what devices and cameras reported, and device commands."""

from collections.abc import Mapping
from dataclasses import dataclass

from table_controller.cards import DECK, Card

Fact = str | int | float | bool | None

_FACES = frozenset(card.text for card in DECK)


@dataclass(frozen=True, slots=True)
class Observation:
    """What *source* (a device or camera) reported, as it arrived: its *name* and plain *facts*.

    Faces go into *cards*, None for one that was not read, and nowhere else: facts are stored in clear.

    :raises ValueError: a fact is a face; the text does not say which
    """

    source: str
    name: str
    facts: Mapping[str, Fact]
    cards: tuple[Card | None, ...] = ()

    def __post_init__(self) -> None:
        for key, fact in self.facts.items():
            if isinstance(fact, str) and not _FACES.isdisjoint(fact.replace(",", " ").split()):
                raise ValueError(
                    f"{self.name} of {self.source}: the fact {key!r} is a face; pass it as cards"
                )


@dataclass(frozen=True, slots=True)
class Note:
    """A remark for whoever reads the log; it changes nothing at the table."""

    text: str


@dataclass(frozen=True, slots=True)
class DeviceCommandAsked:
    """A device was about to be asked for *what*; written before anything is sent."""

    command_id: int
    what: str


@dataclass(frozen=True, slots=True)
class DeviceCommandAnswered:
    """The device command is settled: *outcome* is what came of it."""

    command_id: int
    outcome: str


Kept = Observation | Note | DeviceCommandAsked | DeviceCommandAnswered
"""Everything the log keeps that is neither command nor event."""
