"""How events change the table. Never refuses; what may happen is decided in the rules."""

from typing import Final, assert_never

from table_controller import events as e
from table_controller.table import evolve_betting, evolve_cards, evolve_hand
from table_controller.table.change import replace
from table_controller.table.state import Table

_TOO_LATE_TO_UNDO: Final = (
    e.SeatTaken, e.SeatLeft, e.TableConfigured, e.CardCountFound, e.CardTakenBack, e.CardExposed, e.CardsShown,
    e.StubReshuffled, e.DrawAnnounced, e.OpenersFoundFalse, e.OpenersProved, e.HandKilled, e.HandRuledLive,
    e.HandMucked, e.HandRetrieved, e.HandVoided,
)  # fmt: skip
"""What somebody else did since the last action: undoing that would undo this too."""

_KNOWN_ALSO_BEFORE: Final = (
    e.CardIdentified, e.FaceForgotten, e.DiscardsSeen, e.TableHalted, e.TableResumed, e.DeckQuarantined,
    e.DeckVerified, e.DeckReleased, e.AlertRaised, e.AlertCleared,
)  # fmt: skip
"""What devices say has nothing to do with the action and outlasts its undoing."""

_ALERTS_OF_PLAY: Final = frozenset({"OPENERS_DUE", "FLOOR_DECISION", "FALSE_OPEN_SUSPECTED"})


def evolve(table: Table, event: e.Event) -> Table:
    """Return the table after *event*. Folding a log over this always gives the same table."""
    after = _evolve(table, event)
    before = after.before_last_action
    if before is None or isinstance(event, e.ActionUndone):
        return after
    if isinstance(event, _TOO_LATE_TO_UNDO):
        return replace(after, before_last_action=None)
    of_play = isinstance(event, e.AlertRaised) and event.name in _ALERTS_OF_PLAY
    if isinstance(event, _KNOWN_ALSO_BEFORE) and not of_play:
        return replace(after, before_last_action=_evolve(before, event))
    return after


def _evolve(table: Table, event: e.Event) -> Table:
    match event:
        case (
            e.CardsDue() | e.DueDropped() | e.CardDealt() | e.CardBurned() | e.CardSetAside() | e.CardTakenBack()
            | e.CardExposed() | e.CardIdentified() | e.FaceForgotten() | e.DiscardsSeen() | e.CardCountFound()
            | e.ReshuffleDue() | e.StubReshuffled() | e.CardsShown() | e.CardsDiscarded() | e.LateCardOwed()
        ):  # fmt: skip
            return evolve_cards.evolve(table, event)
        case (
            e.AntePosted() | e.BlindPosted() | e.BettingStarted() | e.ActionAwaited() | e.Checked() | e.BetMade()
            | e.Called() | e.Folded() | e.Rapped() | e.BetReturned() | e.BettingEnded()
        ):  # fmt: skip
            return evolve_betting.evolve(table, event)
        case (
            e.TableConfigured() | e.SeatTaken() | e.SeatLeft() | e.HandStarted() | e.DrawStarted() | e.DrawAnnounced()
            | e.DrawEnded() | e.ShowdownStarted() | e.HandMucked() | e.HandRetrieved() | e.HandKilled()
            | e.HandRuledLive() | e.PotAwarded() | e.PotCarried() | e.HandVoided() | e.HandEnded()
            | e.PotOpened() | e.OpenersFoundFalse() | e.OpenersDue() | e.OpenersProved() | e.SatOut()
            | e.OpeningHandAsked()
        ):  # fmt: skip
            return evolve_hand.evolve(table, event)
        case e.TableHalted(reason, needs):
            reasons = table.halted if reason in table.halted else (*table.halted, reason)
            return replace(
                table, halted=reasons, halt_needs=tuple(dict.fromkeys((*table.halt_needs, *needs)))
            )
        case e.TableResumed():
            return replace(table, halted=(), halt_needs=())
        case e.ActionUndone():
            return table.before_last_action or table
        case e.DeckQuarantined(deck):
            out = tuple(dict.fromkeys((*table.quarantined, deck)))
            good = tuple(d for d in table.verified if d != deck)
            return replace(table, quarantined=out, verified=good, released=())
        case e.DeckVerified(deck):
            return replace(table, verified=tuple(dict.fromkeys((*table.verified, deck))))
        case e.DeckReleased(deck):
            # The released deck is dealt from now on; those it replaces have left the table.
            return replace(table, quarantined=(), released=(*table.released, deck))
        case e.AlertRaised():
            return replace(table, alerts=(*table.alerts, event))
        case e.AlertCleared(name, seat):
            left_open = tuple(a for a in table.alerts if not (a.name == name and seat in (None, a.seat)))
            return replace(table, alerts=left_open)
        case e.ReadingKeptAsUnknown() | e.DrawCountTold() | e.RulingMade() | e.ActionRefused():
            return table
    assert_never(event)
