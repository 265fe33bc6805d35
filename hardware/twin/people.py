"""Players at the table: they look at their cards, press buttons and move cardboard."""

import asyncio
import random
from enum import Enum
from typing import Final, Protocol

from hardware.twin.deck import PhysicalCard
from hardware.twin.drawing_sense import JACK
from hardware.twin.pace import Pace
from hardware.twin.person import Asked, Attention
from hardware.twin.players import (
    STEADY,
    BetWish,
    Character,
    Move,
    ShowWish,
    bet_wish,
    chips_in_the_fist,
    claims,
    draw_wish,
    show_wish,
)
from hardware.twin.seat_buttons import SeatButton
from hardware.twin.world import World
from table_controller.cards import Card
from table_controller.hand_values.high import is_pair_or_better
from table_controller.wire.models import PublicState, SeatView


class Box(Protocol):
    """A button box, as a finger knows it."""

    def press(self, button: int) -> None: ...


class Demand(Enum):
    """What the table wants of a player."""

    BET = "bet"
    DRAW = "draw"
    DECLARE = "declare"
    SHOW = "show"
    CLAIM = "claim"
    ADMIT = "admit"


LISTENING_S: Final = 0.3
"""Who has nothing to declare waits so long for the others, at any pace: a press too late would be a call."""
_MOVE_BUTTONS: Final = {
    Move.FOLD: SeatButton.FOLD,
    Move.CHECK: SeatButton.CHECK,
    Move.BET: SeatButton.BET,
    Move.ALL_IN: SeatButton.ALL_IN,
}
_SHOW_BUTTONS: Final = {
    ShowWish.SHOW: SeatButton.CONFIRM,
    ShowWish.MUCK: SeatButton.FOLD,
    ShowWish.SHOW_OPENERS: SeatButton.OPENERS,
    ShowWish.CANNOT_SHOW: SeatButton.FOLD,
}

_SECOND_THOUGHTS: Final = {ShowWish.MUCK: ShowWish.SHOW, ShowWish.SHOW_OPENERS: ShowWish.CANNOT_SHOW}


class PlayerPerson:
    """One player. He sees his own cards and what everybody sees, and nothing else."""

    def __init__(
        self,
        seat: int,
        box: Box,
        world: World,
        pace: Pace,
        rng: random.Random,
        character: Character = STEADY,
    ) -> None:
        self.seat: Final = seat
        self._box: Final = box
        self._world: Final = world
        self._pace: Final = pace
        self._rng: Final = rng
        self._character: Final = character
        self._attention: Final = Attention()
        self._asked: Final = Asked(pace.patience_s)
        self._had_openers = False
        self._thought_over_in: int | None = None
        self._passed_claim_in: int | None = None

    def observe(self, state: PublicState) -> None:
        """Look at the table."""
        self._attention.observe(state)

    async def run(self) -> None:
        """Play until cancelled."""
        await self._attention.follow(self._act, self._pace.patience_s)

    async def _act(self, state: PublicState) -> None:
        mine = next((seat for seat in state.seats if seat.seat == self.seat), None)
        if mine is None:
            return
        if state.phase == "over" or mine.status == "out":
            return
        self._give_up_cards(mine)
        demand = self._demand(state, mine)
        if demand is None or not self._asked.is_due(self._question(demand, state, mine)):
            return
        await self._pace.take(2 if demand in (Demand.BET, Demand.DRAW) else 1)
        match demand:
            case Demand.BET:
                await self._bet(state)
            case Demand.DRAW:
                await self._draw(state)
            case Demand.DECLARE:
                await self._declare()
            case Demand.SHOW:
                await self._show(state)
            case Demand.CLAIM:
                await self._claim(state)
            case Demand.ADMIT:
                self._admit(state)
        self._asked.answered()

    def _demand(self, state: PublicState, mine: SeatView) -> Demand | None:
        if state.halted or mine.status != "live":
            return None
        if self.seat in state.claimants:
            return None if self._passed_claim_in == state.hand_no else Demand.CLAIM
        if self._feels_guilty(state):
            return Demand.ADMIT
        if state.phase == "declare":
            return Demand.DECLARE if mine.declared is None else None
        if state.to_act == self.seat:
            return _DEMANDS.get(state.phase.split()[0])
        due = state.openers_due and state.opener == self.seat and state.to_act is None
        return Demand.SHOW if due else None

    def _question(self, demand: Demand, state: PublicState, mine: SeatView) -> tuple[object, ...]:
        """What tells one demand from the next. That others have declared is no new demand to declare."""
        return (
            demand,
            state.hand_no,
            state.turned,
            state.phase,
            mine.bet,
            state.to_match,
            state.raises,
            state.opener,
            state.openers_due,
            None if demand is Demand.DECLARE else state.to_act,
        )

    async def _bet(self, state: PublicState) -> None:
        cards = self._faces()
        wish = bet_wish(cards, self.seat, state, self._character, self._rng)
        if self._asked.times > 1:
            wish = BetWish(Move.CHECK if self._asked.times == 2 else Move.FOLD)
        if wish.move is Move.BET and state.opener is None:
            self._had_openers = bool(cards) and is_pair_or_better(cards, state.openers_rank or JACK)
        await self._press(*(SeatButton.PLUS,) * wish.steps, _MOVE_BUTTONS[wish.move])

    async def _draw(self, state: PublicState) -> None:
        draw = int(state.phase.split()[1])
        laid = sum(
            len(g.cards) for g in self._world.discard_groups() if (g.seat, g.draw) == (self.seat, draw)
        )
        wish = draw_wish(self._faces(), self.seat, state, self._character, self._rng, self._had_openers)
        if laid:
            await self._say_number(laid + wish.beyond)
            return
        hand = self._world.look(self.seat)
        thrown = _pick(hand, wish.discards)
        if wish.splitting:
            await self._press(SeatButton.OPENERS)
        if not thrown and not wish.beyond:
            await self._press(SeatButton.CHECK)
            return
        await self._say_number(len(thrown) + wish.beyond)
        if not thrown:
            return
        await self._pace.take()
        if set(thrown) <= set(self._world.look(self.seat)):
            self._world.lay_discards(self.seat, draw, thrown)

    async def _say_number(self, count: int) -> None:
        await self._press(*(SeatButton.PLUS,) * count, SeatButton.CONFIRM)

    async def _declare(self) -> None:
        """Put chips into the fist: out of it first what an earlier try left there."""
        chips = chips_in_the_fist(self._faces(), self._rng)
        emptied = (SeatButton.MINUS,) * 2 if self._asked.times > 1 else ()
        await self._press(*emptied, *(SeatButton.PLUS,) * chips, SeatButton.CONFIRM)

    async def _show(self, state: PublicState) -> None:
        wish = show_wish(self._faces(), self.seat, state, self._character, self._rng, self._had_openers)
        if self._asked.times > 1:
            wish = _SECOND_THOUGHTS.get(wish, wish)
        if wish in (ShowWish.SHOW, ShowWish.SHOW_OPENERS):
            self._world.take_up(self.seat)  # shown again, the cards are laid anew
            self._world.table(self.seat)
            await self._pace.take(0.5)
        await self._press(_SHOW_BUTTONS[wish])

    async def _claim(self, state: PublicState) -> None:
        """Declare the pot open, or listen whether another does before letting it pass."""
        if claims(self._faces(), state.openers_rank or JACK):
            self._had_openers = True
            self._box.press(SeatButton.OPENERS)
            return
        self._passed_claim_in = state.hand_no
        await asyncio.sleep(LISTENING_S)
        now = self._attention.state
        if now is not None and now.hand_no == state.hand_no and self.seat in now.claimants:
            self._box.press(SeatButton.CHECK)

    def _feels_guilty(self, state: PublicState) -> bool:
        """Opened without openers, and the others are still acting on it."""
        acting = state.phase == "bet 1" and state.to_act not in (None, self.seat)
        falsely = state.openers_rank is not None and state.opener == self.seat and not self._had_openers
        return acting and falsely and self._thought_over_in != state.hand_no

    def _admit(self, state: PublicState) -> None:
        self._thought_over_in = state.hand_no
        if self._rng.random() < self._character.contrite:
            self._box.press(SeatButton.FOLD)

    def _give_up_cards(self, mine: SeatView) -> None:
        """A folded, dead or mucked hand goes to the muck once the table says so."""
        if (mine.status in ("folded", "dead") or mine.mucked) and self._world.look(self.seat):
            self._world.muck(self.seat)

    async def _press(self, *buttons: SeatButton) -> None:
        for number, button in enumerate(buttons):
            if number:
                await self._pace.take(0.15)
            self._box.press(button)

    def _faces(self) -> tuple[Card, ...]:
        return tuple(card.face for card in self._world.look(self.seat))


_DEMANDS: Final = {"bet": Demand.BET, "draw": Demand.DRAW, "showdown": Demand.SHOW}


def _pick(hand: tuple[PhysicalCard, ...], faces: tuple[Card, ...]) -> tuple[PhysicalCard, ...]:
    """Return the pieces of cardboard with these faces."""
    left = list(faces)
    picked = []
    for card in hand:
        if card.face in left:
            left.remove(card.face)
            picked.append(card)
    return tuple(picked)
