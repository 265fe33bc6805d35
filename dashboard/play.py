"""What was just said and won at a table, from its events; the state alone says only how things stand."""

from dataclasses import dataclass, replace
from typing import Literal

from dashboard.frames import SeatSaid, Winning
from table_controller.wire.public_event import PublicEvent

Half = Literal["high", "low", "badugi"]
SPOKEN = {"checked": "check", "called": "call", "rapped": "rap"}
BEGINNINGS = frozenset({"betting_started", "draw_started", "showdown_started", "action_undone"})


@dataclass(frozen=True, slots=True)
class Play:
    """The last word of each seat in the betting round under way, and who has won what in this hand."""

    hand_no: int = 0
    said: tuple[SeatSaid, ...] = ()
    won: tuple[tuple[int, PublicEvent], ...] = ()
    """The award of each pot, so that an event heard twice counts once."""

    def after(self, event: PublicEvent) -> "Play":
        """Return what was said and won after *event*; events may be missing, never wrong."""
        play = self if event.hand_no == self.hand_no else Play(event.hand_no)
        if event.type in BEGINNINGS:
            return Play(play.hand_no)
        if event.type == "pot_awarded" and event.number is not None:
            others = tuple(pot for pot in play.won if pot[0] != event.number)
            return replace(play, won=(*others, (event.number, event)))
        said = _said(event)
        if said is None:
            return play
        return replace(play, said=(*(one for one in play.said if one.seat != said.seat), said))

    @property
    def winnings(self) -> tuple[Winning, ...]:
        """What each seat has won, all pots together."""
        chips: dict[int, int] = {}
        halves: dict[int, dict[Half, None]] = {}
        for _, award in self.won:
            for share in award.shares or ():
                chips[share.seat] = chips.get(share.seat, 0) + share.chips
            for won in award.halves or ():
                for share in won.shares:
                    halves.setdefault(share.seat, {})[won.half] = None
        return tuple(
            Winning(seat=seat, chips=won, halves=tuple(halves.get(seat, ())))
            for seat, won in sorted(chips.items())
        )


def _said(event: PublicEvent) -> SeatSaid | None:
    if event.seat is None:
        return None
    if event.type == "bet_made" and event.word is not None:
        return SeatSaid(seat=event.seat, word=event.word, chips=event.total)
    word = SPOKEN.get(event.type)
    return None if word is None else SeatSaid(seat=event.seat, word=word, chips=event.chips)
