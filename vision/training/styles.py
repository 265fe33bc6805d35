"""Random decks to train on: every deck another hand, size, spacing, colour, back; some with foreign letters."""

import random
from pathlib import Path

from vision.synthetic.backs import PATTERNS
from vision.synthetic.decks import Deck, DrawnDeck
from vision.synthetic.glyphs import PEN_TEXTS, GlyphSet, PenGlyphs
from vision.synthetic.styles import ENGLISH, STYLES, BackStyle, Colour, DeckStyle
from vision.synthetic.suits import CUTS, SuitSet
from vision.training.art import (
    LARGE_INDEX,
    SMALL_INDEX,
    TRAINING,
    ArtDeck,
    PrintedBackDeck,
    ReindexedDeck,
    printed_backs,
)
from vision.training.art_glyphs import ArtGlyphs, ArtSuits, art_folders
from vision.training.fonts import FontGlyphs, FontSuits, cyrillic_of, font_files, suit_files
from vision.training.warped import WarpedGlyphs, WarpedSuits

FOREIGN_LETTERS = "BDVRCFTPGHNSUXZELMY"
WARPED = 0.5
"""Share of decks whose ranks are bent out of the forms that fonts, pens and free decks have; of suits likewise."""


def random_deck(rng: random.Random, art: Path, fonts: Path) -> Deck:
    """Return a deck to train on: drawn by us, of free art, or free art under our indices; two of five have a free
    deck's back."""
    deck = _random_faces(rng, art, fonts)
    return PrintedBackDeck(deck, rng.choice(printed_backs(art))) if rng.random() < 0.4 else deck


def _random_faces(rng: random.Random, art: Path, fonts: Path) -> Deck:
    kind = rng.random()
    if kind < 0.06:
        return DrawnDeck(rng.choice(STYLES))
    if kind < 0.2:
        return ArtDeck(art, rng.choice(TRAINING), random_back(rng))
    style = random_style(rng, fonts, art)
    if kind < 0.42 and style.rank_height_mm < 13:
        return ReindexedDeck(
            art, rng.choice(SMALL_INDEX if style.rank_height_mm < 9.5 else LARGE_INDEX), style
        )
    return DrawnDeck(style)


def random_style(rng: random.Random, fonts: Path, art: Path | None = None, other: float = 0.2) -> DeckStyle:
    """Return a style nobody has drawn before; with *art*, some have ranks or suits of free decks. A share of *other*
    have letters the reader does not know."""
    height = 6.0 * (16.5 / 6.0) ** (rng.random() ** 1.5)
    aspect = rng.uniform(0.36, 0.66) if rng.random() < 0.5 else rng.uniform(0.42, 0.92)
    suit = height * rng.uniform(0.45, 1.0)
    suit_wide = rng.uniform(0.58, 1.15)
    side = max(height * aspect, suit * suit_wide) / 2 + rng.uniform(1.0, 3.2)
    red: Colour = (rng.randint(10, 80), rng.randint(10, 70), rng.randint(150, 235))
    dark = rng.randint(10, 60)
    black: Colour = (dark + rng.randint(0, 15), dark, dark)
    paper = rng.randint(225, 255)
    letters = random_letters(rng, other)
    return DeckStyle(
        name="random",
        glyphs=random_glyphs(rng, fonts, letters, art),
        letters=letters,
        rank_height_mm=height,
        rank_aspect=aspect,
        suit_height_mm=suit,
        suit_wide=suit_wide,
        suits=random_suits(rng, fonts, art),
        ten_wide=rng.uniform(1.0, 1.45),
        gap_mm=rng.uniform(0.2, 2.2),
        inset_mm=(side, rng.uniform(2.2, 5.5)),
        corners=4 if rng.random() < 0.3 else 2,
        colours=four_colours(rng, red, black) if rng.random() < 0.22 else (black, red, red, black),
        cuts=(rng.randrange(CUTS), rng.randrange(CUTS), rng.randrange(CUTS), rng.randrange(CUTS)),
        paper=(paper - rng.randint(0, 18), paper - rng.randint(0, 8), paper),
        pip_height_mm=rng.uniform(9, 15),
        pips=rng.random() < 0.85,
        frame=rng.random() < 0.6,
        joker=rng.choice(("stacked", "stacked", "turned", "star")),
        court_seed=rng.randrange(1000),
        back=random_back(rng),
    )


def four_colours(rng: random.Random, red: Colour, black: Colour) -> tuple[Colour, Colour, Colour, Colour]:
    """Return the colours of clubs, diamonds, hearts and spades: of American poker decks, of German ones, with blue or
    violet spades, or any; a suit is told by its shape."""
    green: Colour = (rng.randint(20, 90), rng.randint(90, 150), rng.randint(10, 70))
    blue: Colour = (rng.randint(140, 230), rng.randint(60, 140), rng.randint(20, 150))
    yellow: Colour = (rng.randint(10, 80), rng.randint(130, 200), rng.randint(190, 240))
    kind = rng.random()
    if kind < 0.4:
        return green, blue, red, black
    if kind < 0.6:
        return black, yellow, red, green
    if kind < 0.85:
        return green, yellow, red, blue
    inks = [green, blue, yellow, red, black]
    rng.shuffle(inks)
    return inks[0], inks[1], inks[2], inks[3]


def random_suits(rng: random.Random, fonts: Path, art: Path | None = None) -> SuitSet | None:
    """Return the suits of a font for one deck of four, of a free deck for one of eight, both bent every second time;
    else None: our own cuts."""
    kind, bent = rng.random(), rng.random() < WARPED
    if kind < 0.25:
        suits: SuitSet = FontSuits(rng.choice(suit_files(fonts)))
    elif art and kind < 0.375:
        suits = ArtSuits(rng.choice(art_folders(art)))
    else:
        return None
    return WarpedSuits(suits, rng.randrange(10**6)) if bent else suits


def random_glyphs(
    rng: random.Random, fonts: Path, letters: tuple[str, ...], art: Path | None = None
) -> GlyphSet:
    """Return the glyphs of :func:`plain_glyphs`, bent every second time."""
    glyphs = plain_glyphs(rng, fonts, letters, art)
    return WarpedGlyphs(glyphs, rng.randrange(10**6)) if rng.random() < WARPED else glyphs


def plain_glyphs(
    rng: random.Random, fonts: Path, letters: tuple[str, ...], art: Path | None = None
) -> GlyphSet:
    """Return a font every second time, else our pen at some weight where it can write the *letters*, or for one deck
    of eight, all in English, the ranks of a free deck."""
    kind = rng.random()
    if art and kind >= 0.875 and letters == ENGLISH:
        return ArtGlyphs(rng.choice(art_folders(art)))
    if kind < 0.5 or not PEN_TEXTS.issuperset(letters):
        files = font_files(fonts)
        if not all(letter.isascii() for letter in letters):
            files = tuple(path for path in files if Path(cyrillic_of(path)).exists())
        if files:
            return FontGlyphs(rng.choice(files), rng.choice((0, 0, 0, 1, 2, 3)))
    return PenGlyphs(
        rng.uniform(0.07, 0.2), rng.uniform(0.45, 1.0), rng.random() < 0.55, rng.randrange(1, 10**6)
    )


def random_letters(rng: random.Random, other: float = 0.2) -> tuple[str, ...]:
    """Return English letters, or in a share of *other* some ranks under letters the reader does not know."""
    if rng.random() < 1 - other:
        return ENGLISH
    letters = list(ENGLISH)
    known = rng.random()
    if known < 0.25:
        letters[9:12] = ["B", "D", "K"]
    elif known < 0.45:
        letters[9:13] = ["V", "D", "R", "1"]
    elif known < 0.75:
        letters[9:13] = ["B", "\N{CYRILLIC CAPITAL LETTER DE}", "K", "T"]
    else:
        for k in rng.sample(range(13), rng.randint(4, 10)):
            letters[k] = rng.choice(FOREIGN_LETTERS)
    return tuple(letters)


def random_back(rng: random.Random) -> BackStyle:
    ink: Colour = rng.choice(
        (
            (rng.randint(90, 180), rng.randint(20, 80), rng.randint(0, 40)),
            (rng.randint(10, 60), rng.randint(10, 60), rng.randint(120, 210)),
            (rng.randint(10, 80), rng.randint(70, 130), rng.randint(10, 60)),
            (rng.randint(10, 200), rng.randint(10, 200), rng.randint(10, 200)),
        )
    )
    paper = rng.randint(215, 252)
    pattern = rng.choice(tuple(PATTERNS))
    border = 0.0 if rng.random() < 0.3 and pattern != "plain" else rng.uniform(1.5, 7)
    return BackStyle(pattern, ink, (paper, paper, paper), border, rng.uniform(1.6, 8))
