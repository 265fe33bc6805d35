"""What everybody may know of events that outlive a hand, or wait for a turn: all of it was said aloud or posted."""

from typing import assert_never

from table_controller import events as e
from table_controller.table.evolve_standing import StandingEvent
from table_controller.wire.public_event import PublicEvent


def standing_view(event: StandingEvent, no: int) -> PublicEvent:
    """Return what everybody may know of *event*; *no* is the number of the hand."""
    match event:
        case e.PlayerAway(seat):
            return PublicEvent(type="player_away", hand_no=no, seat=seat)
        case e.PlayerBack(seat):
            return PublicEvent(type="player_back", hand_no=no, seat=seat)
        case e.SeatMoved(seat, to):
            return PublicEvent(type="seat_moved", hand_no=no, seat=to, about=seat)
        case e.EntryOwed(seat, reason, place):
            return PublicEvent(type="entry_owed", hand_no=no, seat=seat, word=reason, count=place)
        case e.KillOffered(seat, chips):
            return PublicEvent(type="kill_offered", hand_no=no, seat=seat, chips=chips)
        case e.KillObjected(seat):
            return PublicEvent(type="kill_objected", hand_no=no, seat=seat)
        case e.LegsCounted(legs, killers):
            killer = killers[0] if killers else None
            return PublicEvent(type="legs_counted", hand_no=no, seats=legs, seat=killer)
        case e.BlindOwed(seat):
            return PublicEvent(type="blind_owed", hand_no=no, seat=seat)
        case e.OwedBlindPosted(seat, chips):
            return PublicEvent(type="owed_blind_posted", hand_no=no, seat=seat, chips=chips)
        case e.PotKilled(seat, chips, to_match):
            return PublicEvent(type="pot_killed", hand_no=no, seat=seat, chips=chips, total=to_match)
        case e.OutOfTurnHeld(seat, action, total):
            return PublicEvent(type="out_of_turn_held", hand_no=no, seat=seat, word=action, total=total)
        case e.OutOfTurnEnded(seat, bound):
            return PublicEvent(type="out_of_turn_ended", hand_no=no, seat=seat, flag=bound)
    assert_never(event)
