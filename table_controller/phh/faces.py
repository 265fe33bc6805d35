"""Which face each card of a hand had, as far as it was known in the end."""

from collections import Counter
from collections.abc import Iterable, Mapping

from table_controller import events as e
from table_controller.cards import Card


def faces_of(events: Iterable[e.Event]) -> Mapping[int, Card]:
    """Return the known faces by the cards' numbers.

    A face that was learned late, of a card that was dealt unread, may have been given to the wrong one of two unread
    cards. Where another card of the hand has that face already (it came back after a reshuffle) it is left out.
    """
    dealt: dict[int, Card | None] = {}
    known: dict[int, Card | None] = {}
    for event in events:
        match event:
            case e.CardDealt(_, number, card):
                dealt[number] = known[number] = card
            case e.CardIdentified(number, card):
                known[number] = card
            case e.CardExposed(_, number, card) if card is not None:
                known[number] = card
            case e.CardsDiscarded(_, numbers, cards) | e.CardsShown(_, numbers, cards):
                known |= {n: card for n, card in zip(numbers, cards, strict=False) if card is not None}
            case e.FaceForgotten(numbers):
                known |= dict.fromkeys(numbers)
    often = Counter(known[number] for number in dealt)
    return {
        number: card
        for number, card in known.items()
        if card is not None and (often[card] == 1 or dealt.get(number) is card)
    }
