"""How events change the table. Never refuses; what may happen is decided in the rules."""

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never, get_args

from table_controller import events as e
from table_controller.table import evolve_betting, evolve_cards, evolve_hand, evolve_standing
from table_controller.table.change import replace
from table_controller.table.state import Table

_TOO_LATE_TO_UNDO: Final = frozenset((
    e.SeatTaken, e.SeatLeft, e.TableConfigured, e.CardCountFound, e.CardTakenBack, e.CardExposed, e.CardsShown,
    e.StubReshuffled, e.DrawAnnounced, e.OpenersFoundFalse, e.OpenersProved, e.HandKilled, e.HandRuledLive,
    e.HandClaimed, e.HandMucked, e.HandRetrieved, e.HandVoided, e.DeclarationMade,
    e.SeatMoved, e.EntryOwed, e.KillOffered, e.KillObjected, e.PotKilled,
))  # fmt: skip
"""What somebody else did since the last action: undoing that would undo this too."""

_KNOWN_ALSO_BEFORE: Final = frozenset((
    e.CardIdentified, e.FaceForgotten, e.DiscardsSeen, e.TableHalted, e.TableResumed, e.DeckQuarantined,
    e.DeckVerified, e.DeckReleased, e.AlertRaised, e.AlertCleared, e.PlayerAway, e.PlayerBack,
))  # fmt: skip
"""What devices say, and who is away, has nothing to do with the action and outlasts its undoing."""

_TOUCHES_UNDO: Final = _TOO_LATE_TO_UNDO | _KNOWN_ALSO_BEFORE

_ALERTS_OF_PLAY: Final = frozenset({"OPENERS_DUE", "FLOOR_DECISION", "FALSE_OPEN_SUSPECTED"})


TableEvent = (
    e.TableHalted | e.TableResumed | e.ActionUndone | e.DeckQuarantined | e.DeckVerified | e.DeckReleased
    | e.AlertRaised | e.AlertCleared | e.ReadingKeptAsUnknown | e.DrawCountTold | e.RulingMade | e.ActionRefused
)  # fmt: skip


def evolve(table: Table, event: e.Event) -> Table:
    """Return the table after *event*. Folding a log over this always gives the same table."""
    kind = type(event)
    after = EVOLVES[kind](table, event)
    before = after.before_last_action
    if before is None or kind not in _TOUCHES_UNDO:
        return after
    if kind in _TOO_LATE_TO_UNDO:
        return replace(after, before_last_action=None)
    of_play = isinstance(event, e.AlertRaised) and event.name in _ALERTS_OF_PLAY
    return after if of_play else replace(after, before_last_action=EVOLVES[kind](before, event))


def _evolve(table: Table, event: TableEvent) -> Table:
    match event:
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


EVOLVES: Final[Mapping[type[e.Event], Callable[[Table, Any], Table]]] = {
    **dict.fromkeys(get_args(evolve_cards.CardEvent), evolve_cards.evolve),
    **dict.fromkeys(get_args(evolve_betting.BettingEvent), evolve_betting.evolve),
    **dict.fromkeys(get_args(evolve_hand.HandEvent), evolve_hand.evolve),
    **dict.fromkeys(get_args(evolve_standing.StandingEvent), evolve_standing.evolve),
    **dict.fromkeys(get_args(TableEvent), _evolve),
    e.CardDealt: evolve_cards.dealt,
    e.CardsDiscarded: evolve_cards.discarded,
    e.CardsDue: evolve_cards.due,
    e.CardsShown: evolve_cards.shown,
    e.ActionAwaited: evolve_betting.awaited,
    e.AntePosted: evolve_betting.ante_posted,
    e.BettingStarted: evolve_betting.betting_started,
    e.BetMade: evolve_betting.bet_made,
    e.Called: evolve_betting.called,
    e.Checked: evolve_betting.checked,
    e.BettingEnded: evolve_betting.betting_ended,
    e.PotOpened: evolve_hand.opening,
    e.HandStarted: evolve_hand.hand_started,
    e.DrawStarted: evolve_hand.draw_started,
    e.PotAwarded: evolve_hand.pot_awarded,
    e.HandEnded: evolve_hand.hand_ended,
}
"""Who knows how an event changes the table, those that happen most by themselves; a test holds every event to be there."""
