"""What the soak's processes do: a block of hands each.

A module of its own: a new process does not know what a package's ``__main__`` holds.
"""

import time
from dataclasses import dataclass, field
from typing import Final

from tests.soak.blocks import beside_pokerkit, random_hands

HANDS_IN_BLOCK: Final = 1_000


@dataclass(frozen=True)
class Block:
    """Some of the work: random hands where *subject* is empty, else hands of that game beside PokerKit."""

    subject: str
    number: int
    hands: int

    @property
    def name(self) -> str:
        return f"{self.subject or 'all games'} {self.number}"


@dataclass
class Result:
    """What came of a block: hands by game, known differences by name, and the seed and text of a failure."""

    name: str
    hands: int
    seconds: float
    events: int = 0
    games: dict[str, int] = field(default_factory=dict)
    masked: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)


def work(block: Block) -> Result:
    """Play one block."""
    begun = time.process_time()
    result = Result(block.name, block.hands, 0.0)
    if block.subject:
        first = block.number * HANDS_IN_BLOCK
        played = beside_pokerkit(block.subject, range(first, first + block.hands))
        result.games, result.masked, result.failures = (
            {block.subject: block.hands},
            played.masked,
            played.failures,
        )
    else:
        hands = random_hands(block.number, block.hands)
        result.games, result.events, result.failures = hands.games, hands.events, hands.failures
    result.seconds = time.process_time() - begun
    return result
