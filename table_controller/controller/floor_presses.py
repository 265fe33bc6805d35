"""What the floor may say with the dealer's box, where the table waits for the floor and for nobody else.

No box knows who presses it: the log says that it was pressed. Signing in comes with the people's part of the product.
"""

from table_controller.commands import Command, ReleaseDeck, RuleHand, VerifyDeck, VoidHand
from table_controller.controller.panels import Button
from table_controller.custody import DECK_IN_PLAY
from table_controller.rules.seating import has_marked_cards
from table_controller.table.state import Phase, Table


def floor_commands(table: Table, button: int) -> tuple[Command, ...]:
    """Return what the press asks in the floor's name; nothing when the floor is not waited for.

    Fold voids a hand that only the floor may end, and kills the hand a decision is due on; check lets that hand live.
    Openers, between hands, says that dealer and floor have looked a locked deck through and release it.
    """
    if table.phase is Phase.OVER:
        decks = table.quarantined or ((DECK_IN_PLAY,) if has_marked_cards(table) else ())
        released = decks if button == Button.OPENERS else ()
        return tuple(c for deck in released for c in _looked_through(deck))
    if "floor" in table.halt_needs:
        return (VoidHand("floor"),) if button == Button.FOLD else ()
    due = next((a.seat for a in table.alerts if a.name == "FLOOR_DECISION" and a.seat is not None), None)
    if due is None or table.to_act is not None or button not in (Button.FOLD, Button.CHECK):
        return ()
    return (RuleHand(due, button == Button.CHECK, "floor"),)


def _looked_through(deck: str) -> tuple[Command, ...]:
    return VerifyDeck(deck), ReleaseDeck(("dealer", "floor"), deck)
