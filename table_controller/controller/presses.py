"""Carries presses to the table: a seat's own box, and the dealer's box that speaks for everybody."""

from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from table_controller.commands import Discard, NobodyDeclares, ShowOpeners
from table_controller.controller.controller import Controller
from table_controller.controller.floor_presses import floor_commands
from table_controller.controller.looking import HandWatch, TrayWatch
from table_controller.controller.panels import Button, SeatPanel
from table_controller.observations import Observation
from table_controller.table.state import Phase

DEALER_BOX: Final = "dealer-box"


def seat_box(seat: int) -> str:
    """Return the name of a seat's own box."""
    return f"box-{seat}"


@dataclass(frozen=True, slots=True)
class DealerActs:
    """What the dealer can set going between and around the players' actions."""

    new_hand: Callable[[], Awaitable[bool]]
    reshuffle: Callable[[], Awaitable[None]]
    resume: Callable[[], Awaitable[None]]
    cards_dealt: Callable[[], Awaitable[bool]]
    """Where no machine deals: the cards that were due lie where they should. False when a machine deals."""


class Presses:
    """All boxes of a table. A press is in the log before it is understood.

    At the declaration the log does not say which button it was, for that would tell the way (V02); a press that came
    before, and was written down in clear, declares nothing.
    """

    def __init__(
        self, controller: Controller, hands: HandWatch, tray: TrayWatch | None, dealer: DealerActs
    ) -> None:
        self._controller: Final = controller
        self._hands: Final = hands
        self._tray: Final = tray
        self._dealer: Final = dealer
        self._panels: Final[dict[int, SeatPanel]] = {}
        self._in_clear: Final[defaultdict[str, deque[bool]]] = defaultdict(deque)
        """For each box, of each press heard and not yet understood, whether the log names its button."""
        self._let_pass: set[int] = set()
        self._let_pass_what: object = None

    def heard(self, button: int, source: str, stale: bool = False) -> None:
        """Write a press down as it arrives: the box forgets it once this has returned. A *stale* one does nothing."""
        in_clear = self._controller.table.phase is not Phase.DECLARE
        facts: dict[str, int] = {"button": button} if in_clear else {}
        self._controller.observe(
            Observation(source, "ButtonPressed", {**facts, "stale": True} if stale else facts)
        )
        if not stale:
            self._in_clear[source].append(in_clear)

    def _too_early(self, source: str) -> bool:
        """Whether this press was heard before the declaration began that it would now be part of."""
        told = self._in_clear[source]
        return bool(told and told.popleft()) and self._controller.table.phase is Phase.DECLARE

    async def seat_pressed(self, seat: int, button: int) -> None:
        """A button of a seat's own box went down."""
        if not self._too_early(seat_box(seat)):
            await self._press(seat, button)

    async def dealer_pressed(self, button: int) -> None:
        """A button of the dealer's box went down: confirm moves the hand on, the rest is for the seat to act."""
        if self._too_early(DEALER_BOX):
            return
        table = self._controller.table
        asked_of_floor = floor_commands(table, button)
        for command in asked_of_floor:
            self._controller.handle(command)
        if asked_of_floor:
            return
        if button == Button.CONFIRM and await self._moved_on():
            return
        speaks_for = table.to_act or (table.openers.opener if table.openers.due else None)
        if speaks_for is None:
            speaks_for = self._next_claimant()
        if speaks_for is not None:
            await self._press(speaks_for, button)

    async def _moved_on(self) -> bool:
        table = self._controller.table
        if table.halted:
            await self._dealer.resume()
        elif table.phase is Phase.OVER:
            await self._dealer.new_hand()
        elif table.reshuffle is not None:
            await self._dealer.reshuffle()
        elif table.due:
            return await self._dealer.cards_dealt()
        else:
            return False
        return True

    async def _press(self, seat: int, button: int) -> None:
        table = self._controller.table
        panel = self._panels.setdefault(seat, SeatPanel(seat))
        if seat in table.openers.claimants and button == Button.CHECK:
            self._lets_pass(seat)
            return
        command = panel.press(table, button)
        if self._tray is not None:
            self._tray.splits(seat, panel.splitting)
            if isinstance(command, Discard):
                self._tray.insist(seat)
                return
        if table.phase is Phase.SHOWDOWN and button in (Button.CONFIRM, Button.OPENERS):
            await self._hands.read(seat)
        if command is not None and not self._is_proved(command):
            self._controller.handle(command)

    def _is_proved(self, command: object) -> bool:
        """Tabling the hand may have proved openers already, or ended the hand."""
        table = self._controller.table
        done = table.phase is not Phase.SHOWDOWN or table.openers.proved
        return isinstance(command, ShowOpeners) and done

    def _next_claimant(self) -> int | None:
        """The dealer asks those who may declare the pot open one after another."""
        self._forget_what_was_passed_before()
        claimants = self._controller.table.openers.claimants
        return next((seat for seat in claimants if seat not in self._let_pass), None)

    def _lets_pass(self, seat: int) -> None:
        """A seat that may declare the pot open lets it pass; when all have, nobody declares."""
        self._forget_what_was_passed_before()
        self._let_pass.add(seat)
        if set(self._controller.table.openers.claimants) <= self._let_pass:
            self._let_pass.clear()
            self._controller.handle(NobodyDeclares())

    def _forget_what_was_passed_before(self) -> None:
        table = self._controller.table
        what = (table.hand_no, table.openers.false_openers)
        if what != self._let_pass_what:
            self._let_pass_what = what
            self._let_pass.clear()
