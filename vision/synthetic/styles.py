"""What distinguishes one drawn deck from another, and the decks drawn here."""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.glyphs import GlyphSet, PenGlyphs
from vision.synthetic.suits import SuitSet, suit_mask

Colour = tuple[int, int, int]
"""BGR, 0-255."""

CARD_WIDTH_MM: Final = 63.5
CARD_HEIGHT_MM: Final = 88.9

BLACK: Final[Colour] = (28, 24, 22)
RED: Final[Colour] = (38, 28, 200)
TWO_COLOURS: Final = (BLACK, RED, RED, BLACK)
FOUR_COLOURS: Final = ((60, 120, 20), (170, 80, 20), RED, BLACK)
ENGLISH: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The text of each rank's index, deuces first."""


@dataclass(frozen=True, slots=True)
class BackStyle:
    """A card back: *pattern* is one of ``backs.PATTERNS``."""

    pattern: str = "lattice"
    colour: Colour = (120, 50, 20)
    paper: Colour = (240, 243, 244)
    border_mm: float = 4.5
    pitch_mm: float = 4.0


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """One deck's look. Lengths in mm on a card of 63.5 x 88.9 mm; *cuts* picks the outline of each suit."""

    name: str = "standard"
    glyphs: GlyphSet = field(default_factory=PenGlyphs)
    letters: tuple[str, ...] = ENGLISH
    rank_height_mm: float = 8.2
    rank_aspect: float = 0.62
    suit_height_mm: float = 5.2
    suit_wide: float = 1.0
    """How wide the suits are, as a share of what their cuts are."""
    suits: SuitSet | None = None
    """Draws the suits instead of our cuts."""
    ten_wide: float = 1.3
    """How much wider the ten's two digits are than another rank."""
    gap_mm: float = 0.9
    inset_mm: tuple[float, float] = (5.4, 4.0)
    """Index centre line from the card's left edge, index top from the upper edge."""
    corners: int = 2
    """2, or 4 for an index in every corner."""
    colours: tuple[Colour, Colour, Colour, Colour] = TWO_COLOURS
    cuts: tuple[int, int, int, int] = (0, 0, 0, 0)
    paper: Colour = (246, 248, 248)
    pip_height_mm: float = 12.5
    pips: bool = True
    """False leaves number cards with one big suit in the middle."""
    frame: bool = True
    """A frame line round the courts."""
    joker: str = "stacked"
    """How the joker's index is set: ``stacked`` letters, ``turned`` letters or a ``star`` over letters."""
    court_seed: int = 0
    round_mm: float = 3.2
    back: BackStyle = field(default_factory=BackStyle)

    def suit_ink(self, suit: int, height_px: int) -> NDArray[np.float32]:
        """Return the ink of a suit (0-3 = ``cdhs``), 0-1, *height_px* tall."""
        if self.suits is None:
            return suit_mask(suit, height_px, self.cuts[suit], self.suit_wide)
        ink = self.suits.mask(suit, height_px)
        width_px = max(1, round(ink.shape[1] * self.suit_wide))
        return cv2.resize(ink, (width_px, height_px), interpolation=cv2.INTER_AREA).astype(np.float32)


DEFAULT: Final = DeckStyle()
JUMBO: Final = DeckStyle(
    name="jumbo",
    glyphs=PenGlyphs(weight=0.15, contrast=0.75, serifs=False),
    rank_height_mm=13.5,
    rank_aspect=0.66,
    suit_height_mm=10.0,
    gap_mm=1.4,
    inset_mm=(8.2, 4.0),
    pips=False,
    back=BackStyle("rings", (40, 30, 160)),
)
FOUR_CORNERS: Final = DeckStyle(
    name="four-corners",
    rank_height_mm=9.0,
    suit_height_mm=6.0,
    inset_mm=(6.2, 4.0),
    corners=4,
    pip_height_mm=10.5,
    back=BackStyle("diamonds", (60, 110, 30)),
)
FOUR_COLOUR: Final = DeckStyle(
    name="four-colour",
    glyphs=PenGlyphs(weight=0.14, contrast=0.9, serifs=False),
    colours=FOUR_COLOURS,
    cuts=(1, 1, 1, 1),
    frame=False,
    court_seed=3,
    back=BackStyle("weave", (30, 30, 30)),
)
STYLES: Final = (DEFAULT, JUMBO, FOUR_CORNERS, FOUR_COLOUR)
