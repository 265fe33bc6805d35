"""Cards: 52 faces and the joker, each a single object made once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


@dataclass(frozen=True, eq=False, slots=True)
class Card:
    """One face. Compare by identity: every face exists once, see :data:`DECK`.

    *index* is ``rank * 4 + suit`` (0-51, deuces first, clubs first) and 52 for the joker;
    *rank* is 2-14, 0 for the joker; *suit* is 0-3 in the order ``cdhs``, -1 for the joker.
    """

    index: int
    rank: int
    suit: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.text,)

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: object) -> "Card":
        return self


DECK: Final[tuple[Card, ...]] = (
    *(Card(4 * r + s, r + 2, s, RANKS[r] + SUITS[s]) for r in range(13) for s in range(4)),
    Card(52, 0, -1, "Jk"),
)
"""All 53 cards by index; the first 52 are a deck without the joker."""

JOKER: Final = DECK[52]
_BY_TEXT: Final = {card.text: card for card in DECK}

UNREAD: Final = "??"
"""How a card that is there and was not read is written."""


def deck_of(size: int) -> tuple[Card, ...]:
    """Return the cards of a deck of 52, or of 53 with the joker.

    :raises ValueError: another size
    """
    if size not in (52, 53):
        raise ValueError(f"not a deck size: {size} (52, or 53 with the joker)")
    return DECK[:size]


def parse_card(text: str) -> Card:
    """Return the card written as rank and suit, or ``Jk``.

    >>> parse_card("Th").index
    34
    >>> parse_card("1h")
    Traceback (most recent call last):
    ValueError: not a card: '1h'
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a line, separated by blanks; a card twice is an error.

    >>> parse_cards("Ah Kd Jk")
    (Ah, Kd, Jk)
    >>> parse_cards("Ah Kd Ah")
    Traceback (most recent call last):
    ValueError: the same card twice: Ah
    """
    cards = tuple(parse_card(word) for word in text.split())
    require_distinct(cards)
    return cards


def require_distinct(cards: Iterable[Card]) -> None:
    """Check that no face stands there twice.

    :raises ValueError: one does; the text names it
    """
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"the same card twice: {card}")
        seen.add(card)


def parse_maybe_card(text: str) -> Card | None:
    """Return the card, or None for ``??``, a card that was not read."""
    return None if text == UNREAD else parse_card(text)


def card_text(card: Card | None) -> str:
    """Return the card as written, ``??`` for one that was not read.

    >>> card_text(None)
    '??'
    """
    return UNREAD if card is None else card.text
