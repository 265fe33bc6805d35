"""What button presses mean: a seat's box, or one box the dealer presses for whoever is to act."""

from collections.abc import Callable
from enum import IntEnum
from typing import Final

from table_controller.commands import (
    AdmitNoOpeners,
    AnnounceDraw,
    BetTo,
    Call,
    Check,
    Command,
    Declare,
    DeclarePotOpen,
    Discard,
    Fold,
    GoAllIn,
    KillPot,
    MuckHand,
    ObjectToKill,
    OfferKill,
    ShowOpeners,
    WaitForBlind,
)
from table_controller.rules.drawing import number_thrown
from table_controller.rules.menu import LegalAction, legal_actions
from table_controller.rules.newcomers import may_kill, objection_counts, price_of_kill
from table_controller.rules.sevens import reminders
from table_controller.rules.voluntary_kill import may_kill_now
from table_controller.structure import Way
from table_controller.table.state import Phase, Seat, Table


class Button(IntEnum):
    """The buttons of a box by their numbers at the device."""

    FOLD = 0
    CHECK = 1
    BET = 2
    ALL_IN = 3
    MINUS = 4
    PLUS = 5
    CONFIRM = 6
    OPENERS = 7


IN_THE_FIST: Final = (Way.LOW, Way.HIGH, Way.BOTH)
"""What so many chips in the fist declare (V02)."""


class SeatPanel:
    """Keeps what a seat has set with plus and minus, and turns its presses into commands.

    A number in the draw confirmed once is said; confirmed again, the cards lie there, read or not. At the declaration
    plus and minus put chips into the fist and take them out, and confirm declares.
    """

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat
        self._steps = 0
        self._about: object = None
        self.splitting = False

    def press(self, table: Table, button: int) -> Command | None:
        """Return what the press asks of the table, None when it only sets something or means nothing now."""
        if not table.has_seat(self.seat):
            return None
        to_match = table.round.to_match if table.round else 0
        asked = self.seat if table.phase is Phase.DECLARE else table.to_act
        about = (table.hand_no, table.phase, table.step, asked, to_match)
        if about != self._about:
            self._about, self._steps, self.splitting = about, 0, False
        if button in (Button.PLUS, Button.MINUS):
            self._steps = max(0, self._steps + (1 if button == Button.PLUS else -1))
            if table.phase is Phase.DECLARE:
                self._steps = min(self._steps, len(IN_THE_FIST) - 1)
            return None
        if self.seat in table.openers.claimants:
            return DeclarePotOpen(self.seat) if button == Button.OPENERS else None
        meanings: dict[Phase, Callable[[Table, Seat, int], Command | None]] = {
            Phase.DEAL: self._kill,
            Phase.BET: self._bet,
            Phase.DRAW: self._draw,
            Phase.DECLARE: self._declare,
            Phase.SHOWDOWN: self._show,
            Phase.OVER: self._come_in,
        }
        meaning = meanings.get(table.phase)
        command = meaning(table, table.seat(self.seat), button) if meaning else None
        if command is not None:
            self._steps = 0
        return command

    def _bet(self, table: Table, seat: Seat, button: int) -> Command | None:
        if button == Button.FOLD:
            first = table.betting_round == 1
            admits = first and table.openers.opener == self.seat and table.to_act != self.seat
            return AdmitNoOpeners(self.seat) if admits else Fold(self.seat)
        if button == Button.CHECK:
            facing = table.round is not None and table.round.to_match > seat.bet
            return Call(self.seat) if facing else Check(self.seat)
        if button == Button.ALL_IN:
            return GoAllIn(self.seat)
        if button == Button.OPENERS and table.openers.opener is None:
            return DeclarePotOpen(self.seat)
        return BetTo(self.seat, self._total(table)) if button == Button.BET else None

    def _total(self, table: Table) -> int:
        """The least bet or raise, and a minimum bet more for each step set with plus."""
        bets = [a for a in legal_actions(table) if a.word in ("bet", "open", "raise")]
        wish = bets[0] if bets and table.to_act == self.seat else LegalAction("bet", 0, 0)
        least, most = wish.low or 0, wish.high or 0
        unit = table.round.bet if table.round else 1
        return min(least + self._steps * unit, most)

    def _draw(self, table: Table, seat: Seat, button: int) -> Command | None:
        if button == Button.OPENERS:
            self.splitting = table.openers.opener == self.seat and not self.splitting
            return None
        if button == Button.CHECK:
            return AnnounceDraw(self.seat, 0)
        if button != Button.CONFIRM:
            return None
        if seat.announced and self._steps in (0, seat.announced):
            return Discard(self.seat, (None,) * number_thrown(table, seat.announced), self.splitting)
        return AnnounceDraw(self.seat, self._steps)

    def _declare(self, table: Table, seat: Seat, button: int) -> Command | None:
        if button != Button.CONFIRM or not _is_to_declare(seat):
            return None
        return Declare(self.seat, IN_THE_FIST[self._steps])

    def _kill(self, table: Table, seat: Seat, button: int) -> Command | None:
        """During the deal a player may kill the pot on his first two cards (F20)."""
        return KillPot(self.seat) if button == Button.BET and may_kill_now(table, self.seat) else None

    def _come_in(self, table: Table, seat: Seat, button: int) -> Command | None:
        """Between hands a newcomer kills the next pot or waits for the blind; who is in the game may object (B10-B13)."""
        if seat.standing.entry is not None and button == Button.BET:
            return OfferKill(self.seat, price_of_kill(table))
        if seat.standing.kills and button == Button.CHECK:
            return WaitForBlind(self.seat)
        objects = button == Button.FOLD and seat.standing.entry is None and may_object(table)
        return ObjectToKill(self.seat) if objects else None

    def _show(self, table: Table, seat: Seat, button: int) -> Command | None:
        if button == Button.FOLD:
            must_prove = table.openers.opener == self.seat and (table.openers.due or len(table.live) == 1)
            return AdmitNoOpeners(self.seat) if must_prove else MuckHand(self.seat)
        if button == Button.OPENERS:
            return ShowOpeners(self.seat)
        return None


def may_object(table: Table) -> bool:
    """Whether a kill is offered that one who is in the game may stop."""
    return any(seat.standing.kills and objection_counts(table, seat.number) for seat in table.seats)


def lamps(table: Table, seat: int, *, own: bool = True) -> int:
    """Return the lamps to light at a box that speaks for a seat, bit n for button n: what it may press now.

    Its *own* box alone keeps check dark where the player must bet (Q01): nobody else may learn what he holds.
    """
    if table.phase is Phase.OVER:
        return _lamps_between(table, table.seat(seat)) if table.has_seat(seat) else 0
    if seat in table.openers.claimants:
        return 1 << Button.OPENERS | 1 << Button.CHECK
    if table.phase is Phase.DECLARE:
        asked = table.has_seat(seat) and _is_to_declare(table.seat(seat)) and not table.halted
        return sum(1 << b for b in (Button.MINUS, Button.PLUS, Button.CONFIRM)) if asked else 0
    if table.phase is Phase.DEAL:
        return 1 << Button.BET if may_kill_now(table, seat) else 0
    if table.to_act != seat:
        return 0
    if table.phase is Phase.DRAW:
        may_stand_pat = not table.game.drawn_beyond(table.draw_no)
        by_number = (Button.MINUS, Button.PLUS, Button.CONFIRM, Button.OPENERS)
        return sum(1 << b for b in (*by_number, *((Button.CHECK,) if may_stand_pat else ())))
    if table.phase is Phase.SHOWDOWN:
        return 1 << Button.FOLD | 1 << Button.CONFIRM | 1 << Button.OPENERS
    words = {
        "fold": Button.FOLD,
        "check": Button.CHECK,
        "call": Button.CHECK,
        "bet": Button.BET,
        "open": Button.BET,
        "raise": Button.BET,
    }
    lit = {words[a.word] for a in legal_actions(table)}
    if own and Button.BET in lit and any(told.seat == seat for told in reminders(table)):
        lit.discard(Button.CHECK)
    return sum(1 << button for button in lit)


def _lamps_between(table: Table, seat: Seat) -> int:
    """A newcomer may kill, or wait after all; who is in the game may object."""
    if seat.standing.kills:
        return 1 << Button.CHECK
    if seat.standing.entry is not None:
        price = price_of_kill(table)
        return 1 << Button.BET if may_kill(table) and seat.stack >= price else 0
    return 1 << Button.FOLD if may_object(table) else 0


def _is_to_declare(seat: Seat) -> bool:
    return seat.is_in and not seat.declared
