"""Cards in words, for people who are asked to show one."""

from typing import Final

from table_controller.cards import Card

_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_COURTS: Final = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


def card_in_words(card: Card) -> str:
    """Return a card as it is spoken of.

    >>> from table_controller.cards import parse_card
    >>> card_in_words(parse_card("Jc")), card_in_words(parse_card("Td")), card_in_words(parse_card("Jk"))
    ('the jack of clubs', 'the 10 of diamonds', 'the joker')
    """
    if card.suit < 0:
        return "the joker"
    return f"the {_COURTS.get(card.rank, str(card.rank))} of {_SUITS[card.suit]}"


def cards_in_a_line(cards: list[Card], most: int = 8) -> str:
    """Return cards as texts, the many as the first and a count.

    >>> from table_controller.cards import DECK
    >>> cards_in_a_line(list(DECK[:3])), cards_in_a_line(list(DECK[:12]), 2)
    ('2c 2d 2h', '2c 2d and 10 more')
    """
    shown = " ".join(card.text for card in cards[:most])
    return shown if len(cards) <= most else f"{shown} and {len(cards) - most} more"
