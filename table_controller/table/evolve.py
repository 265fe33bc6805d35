"""How events change the table. Never refuses; what may happen is decided in the rules."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, assert_never, get_args

from table_controller import events as e
from table_controller.table import evolve_betting, evolve_cards, evolve_hand, evolve_standing
from table_controller.table.change import replace
from table_controller.table.state import Table

Evolves = Callable[[Table, Any], Table]

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

_ALERTS_OF_PLAY: Final = frozenset({"OPENERS_DUE", "FLOOR_DECISION", "FALSE_OPEN_SUSPECTED"})


TableEvent = (
    e.TableHalted | e.TableResumed | e.ActionUndone | e.DeckQuarantined | e.DeckVerified | e.DeckReleased
    | e.AlertRaised | e.AlertCleared | e.ReadingKeptAsUnknown | e.DrawCountTold | e.RulingMade | e.ActionRefused
)  # fmt: skip


def evolve(table: Table, event: e.Event) -> Table:
    """Return the table after *event*. Folding a log over this always gives the same table."""
    return EVOLVES[type(event)](table, event)


def _with_undoing(kind: type[e.Event], evolves: Evolves) -> Evolves:
    """Return what an event does to the table together with what it does to the table that undoing would give back."""

    @wraps(evolves)
    def too_late(table: Table, event: Any) -> Table:
        after = evolves(table, event)
        return after if after.before_last_action is None else replace(after, before_last_action=None)

    @wraps(evolves)
    def also_before(table: Table, event: Any) -> Table:
        after = evolves(table, event)
        before = after.before_last_action
        of_play = isinstance(event, e.AlertRaised) and event.name in _ALERTS_OF_PLAY
        if before is None or of_play:
            return after
        return replace(after, before_last_action=evolves(before, event))

    if kind in _TOO_LATE_TO_UNDO:
        return too_late
    return also_before if kind in _KNOWN_ALSO_BEFORE else evolves


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


_EVOLVES: Final[Mapping[type[e.Event], Evolves]] = {
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
    e.BlindPosted: evolve_betting.blind_posted,
    e.BettingStarted: evolve_betting.betting_started,
    e.BetMade: evolve_betting.bet_made,
    e.Called: evolve_betting.called,
    e.Checked: evolve_betting.checked,
    e.BettingEnded: evolve_betting.betting_ended,
    e.PotOpened: evolve_hand.opening,
    e.HandStarted: evolve_hand.hand_started,
    e.DrawStarted: evolve_hand.draw_started,
    e.DrawEnded: evolve_hand.draw_ended,
    e.PotAwarded: evolve_hand.pot_awarded,
    e.HandEnded: evolve_hand.hand_ended,
}
"""Who knows how an event changes the table, those that happen most by themselves."""

EVOLVES: Final = {kind: _with_undoing(kind, evolves) for kind, evolves in _EVOLVES.items()}
"""What each event does to the table; a test holds every event to be there."""
