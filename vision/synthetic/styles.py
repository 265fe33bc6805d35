"""What distinguishes one drawn deck from another, and the decks drawn here."""

from dataclasses import dataclass, field
from typing import Final

from vision.synthetic.glyphs import GlyphSet, PenGlyphs

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
