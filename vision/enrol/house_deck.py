"""A deck that was enrolled: its pictures, what was learnt of them, and with which networks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.enrol.backs import FOREIGN_BACK, SURELY_FOREIGN, back_score
from vision.enrol.expert import DeckExpert
from vision.enrol.eye import Rows
from vision.enrol.judge import Verdict
from vision.enrol.learn import Tell, learn
from vision.enrol.views import Geometry, View, missing
from vision.find import MODELS
from vision.read import Corners, IndexReader

Image = NDArray[np.uint8]

LONGEST_NAME: Final = 40
_LEARNING: Final = "h4"
"""Which way of learning this is; what was learnt in another is learnt anew."""


@dataclass(frozen=True, slots=True, eq=False)
class HouseDeck:
    """*views* of its cards and *backs* (56, 40, 3) of its back; *made* is when (ISO 8601, UTC), *size* 52 or 53.

    *expert* is None where knowing the deck does not help, or as long as nothing was learnt; *verdict* tells which.
    *weights* names the networks that *expert* belongs to. As :class:`vision.read.DeckKnowledge` it changes what the
    classifier says, and never how sure a card has to be.
    """

    name: str
    made: str
    size: int
    views: tuple[View, ...]
    backs: tuple[Image, ...]
    geometry: Geometry = field(default_factory=Geometry)
    weights: str = ""
    expert: DeckExpert | None = None
    verdict: Verdict | None = None

    def rows(self, rows: Rows, embeddings: Rows) -> Rows:
        """Return the classifier's answers (n, 21) as they are for who knows the deck."""
        return rows if self.expert is None else self.expert.rows(rows, embeddings)

    @property
    def per_card(self) -> int:
        """How many indices a card has, 2 or 4; 0 where too little was seen to tell."""
        return self.geometry.per_card

    def back_score(self, image: Image, quad: Corners) -> float:
        """Return 0-1, how like this deck's back the face-down card at *quad* (4, 2) px is.

        :raises ValueError: no back is enrolled, or no card at *quad*
        """
        return back_score(image, quad, self.backs)

    def foreign_back(self, image: Image, quad: Corners, *, still: bool = False) -> bool:
        """True if the face-down card at *quad* looks like another deck's: in a *still* picture surely, else as one of
        three looks that have to agree. Same errors as :meth:`back_score`."""
        return self.back_score(image, quad) < (SURELY_FOREIGN if still else FOREIGN_BACK)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that were not enrolled."""
        return tuple(missing(list(self.views), self.size))

    @property
    def counts(self) -> dict[Card, int]:
        """How many views there are of each card."""
        return dict(Counter(view.card for view in self.views))

    @property
    def in_words(self) -> str:
        """What became of it, in a line."""
        if self.verdict is None:
            return "not learnt yet"
        v = self.verdict
        told = (
            f"of {v.looks} hard looks kept back {v.right_with} are read right and {v.wrong_with} wrong with it, "
            f"{v.right_without} and {v.wrong_without} without"
        )
        if self.expert is None:
            return f"not used, it does not help: {told.split(' with it')[0]} either way"
        quiet = int(np.sum(v.silent[[card.index for card in self.counts]]))
        return (
            told
            if not quiet
            else f"{told}; not used for {quiet} card{'s'[: quiet > 1]} that it does not help"
        )


def new_deck(
    name: str, size: int, views: Sequence[View], backs: Sequence[Image], geometry: Geometry | None = None
) -> HouseDeck:
    """Return a deck of which nothing is learnt yet, made now."""
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return HouseDeck(name, made, size, tuple(views), tuple(backs), geometry or Geometry())


def learnt(deck: HouseDeck, reader: IndexReader, tell: Tell = lambda done, total: None) -> HouseDeck:
    """Return *deck* with what *reader*'s networks make of its views.

    :raises ValueError: too few views to learn anything from
    """
    found = learn(deck.views, reader, tell)
    return HouseDeck(
        deck.name,
        deck.made,
        deck.size,
        deck.views,
        deck.backs,
        deck.geometry,
        weights_name(),
        found.expert,
        found.verdict,
    )


@cache
def weights_name(path: Path = MODELS / "classifier.onnx") -> str:
    """Return the first 16 hex digits of the network's hash, and the way of learning."""
    return f"{sha256(path.read_bytes()).hexdigest()[:16]}-{_LEARNING}"
