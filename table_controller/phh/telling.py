"""A hand of our table told as PHH, event by event."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from table_controller import events as e
from table_controller.cards import Card
from table_controller.phh.errors import CannotTell
from table_controller.phh.faces import faces_of
from table_controller.phh.history import (
    CheckOrCall,
    DealCards,
    FoldHand,
    HandHistory,
    LayDown,
    Line,
    Muck,
    RaiseTo,
    ShowHand,
)
from table_controller.phh.house import house_of
from table_controller.phh.variants import code_of
from table_controller.structure import Betting
from table_controller.table.state import Phase, Table

SILENT: Final = (
    e.CardsDue, e.DueDropped, e.CardBurned, e.ReadingKeptAsUnknown, e.DiscardsSeen, e.ReshuffleDue, e.StubReshuffled,
    e.DealStarted, e.BettingStarted, e.ActionAwaited, e.Rapped, e.OutOfTurnHeld, e.OutOfTurnEnded, e.BettingEnded,
    e.BetReturned, e.PotOpened, e.DrawStarted, e.DrawAnnounced, e.LateCardOwed, e.DrawCountTold, e.DrawEnded,
    e.PotAwarded, e.BlindOwed, e.LegsCounted, e.EntryOwed, e.PlayerAway, e.PlayerBack, e.SeatMoved, e.KillOffered,
    e.KillObjected, e.SeatTaken, e.SeatLeft, e.TableHalted, e.TableResumed, e.DeckQuarantined, e.DeckVerified,
    e.DeckReleased, e.AlertRaised, e.AlertCleared, e.RulingMade, e.ActionRefused,
)  # fmt: skip
"""What PHH leaves to its reader (turns, rounds, burns, pots) or has no interest in. Any other event it must have words for."""

WORDS: Final[Mapping[type, str]] = {
    e.OpenersDue: "openers had to be proved",
    e.OpenersProved: "openers were proved",
    e.OpenersFoundFalse: "openers were found false",
    e.OpeningHandAsked: "the opening hand was asked for",
    e.SatOut: "a seat sat out for the pot",
    e.GameTurned: "the game turned to low",
    e.DeclarationStarted: "players declared high or low",
    e.OwedBlindPosted: "a blind owed was posted",
    e.PotKilled: "the pot was killed",
    e.CardCountFound: "a hand had a wrong number of cards",
    e.HandRetrieved: "a mucked hand was retrieved",
    e.HandKilled: "a hand was ruled dead",
    e.HandRuledLive: "a hand was ruled live",
    e.PotCarried: "the pot stayed for the next deal",
    e.HandVoided: "the hand was void",
}
"""What is said of the events PHH has no words for; of others their name."""


@dataclass(frozen=True, slots=True)
class _Cards:
    """Cards by their numbers in the hand: their faces are known for good only when all is told."""

    player: int
    numbers: list[int]
    laid_down: bool


@dataclass
class Telling:
    """One hand; *before* is the table it began at. With *with_faces* known faces stand where cards were dealt and laid
    down, else only those shown at the end are told, at their showing.
    """

    before: Table
    with_faces: bool
    order: tuple[int, ...] = ()
    """Seats by player."""
    entries: list[_Cards | Line] = field(default_factory=list)
    pending: dict[int, list[int]] = field(default_factory=dict)
    """By seat: cards dealt and not told yet; PHH deals player by player, after all discards of a draw."""
    blinds: dict[int, int] = field(default_factory=dict)
    anted: bool = False
    draw: int = 0
    stub_is_short: bool = False
    """Cards left it that are not told."""
    doubt: str = ""
    """Why the hand may go another way from what is told."""
    undo_to: tuple[int, int] = (0, 0)
    """How many entries and events there were before the last action."""
    after: Table | None = None
    started: Table | None = None
    ended: bool = False
    """What happens after the end belongs to no hand, unless the last action is undone."""
    events: list[e.Event] = field(default_factory=list)

    def take(self, table: Table, event: e.Event, after: Table) -> None:
        """Tell one event; *table* is before it.

        :raises CannotTell: PHH has no words for it
        """
        if isinstance(event, e.ActionUndone):
            self.ended = False
            self._undo()
        elif self.ended:
            return
        elif isinstance(event, e.Checked | e.BetMade | e.Called | e.Folded):
            self._flush()
            self.undo_to = len(self.entries), len(self.events)
        self.events.append(event)
        self.after = after
        self._watch(event)
        if not self._cards(event, after) and not self._action(event, table, after):
            self._frame(event, table, after)

    def _frame(self, event: e.Event, table: Table, after: Table) -> None:
        match event:
            case e.HandStarted(_, button, _, carried, _, _):
                if carried or table.in_middle:
                    raise CannotTell("there was money of an earlier deal in the pot")
                self.started = after
                self.order = tuple(seat.number for seat in after.clockwise(button) if seat.is_in)
            case e.AntePosted():
                self.anted = True
            case e.BlindPosted(seat, _, to_match):
                self.blinds[seat] = max(to_match, self.blinds.get(seat, 0))
            case e.ShowdownStarted(order):
                for number in order:
                    if after.seat(number).shown:
                        self._shows(number, after)
            case e.HandEnded():
                self.ended = True
                self._flush()
                self._keeps_unshown(table)
            case e.DrawAnnounced(seat, _) if table.seat(seat).drew is not None:
                self._takes_up_again(seat)
            case e.ActionUndone():
                pass
            case _ if not isinstance(event, SILENT):
                raise CannotTell(WORDS.get(type(event), f"{type(event).__name__} happened"))

    def _takes_up_again(self, seat: int) -> None:
        """The number is another: what was laid down for the one before is told when it lies there for good (E16)."""
        player = self._player(seat)
        told = [
            at
            for at, entry in enumerate(self.entries)
            if isinstance(entry, _Cards) and entry.laid_down and entry.player == player
        ]
        laid = [
            at
            for at, event in enumerate(self.events)
            if isinstance(event, e.CardsDiscarded) and event.seat == seat
        ]
        del self.entries[told[-1]], self.events[laid[-1]]

    def _undo(self) -> None:
        """What was done since the last action is not told; what was seen in the meantime stays known."""
        entries, events = self.undo_to
        seen = [
            event for event in self.events[events:] if isinstance(event, e.CardIdentified | e.FaceForgotten)
        ]
        del self.entries[entries:], self.events[events:]
        self.events += seen

    def _watch(self, event: e.Event) -> None:
        """Note what may make the hand go another way when it is played again from what is told of it."""
        if isinstance(event, e.CardSetAside) or (isinstance(event, e.CardTakenBack) and not event.as_burn):
            self.stub_is_short = True
        elif isinstance(event, e.StubReshuffled) and self.stub_is_short:
            self.doubt = "the stub was made anew after a card had been set aside or taken back"
        elif isinstance(event, e.AlertRaised) and event.name == "FLOOR_DECISION":
            self.doubt = "the floor had to decide"
        elif isinstance(event, e.BlindOwed):
            self.doubt = "a big blind was short, and the next player posted it again"

    def _cards(self, event: e.Event, after: Table) -> bool:
        match event:
            case e.CardDealt(seat, number, _, draw, _):
                self.draw = draw
                self.pending.setdefault(seat, []).append(number)
            case e.CardTakenBack(seat, number, _, _, _):
                if number not in self.pending.get(seat, []):
                    raise CannotTell("a card was taken back from a hand that had been played on")
                self.pending[seat].remove(number)
                self._say("a card was taken back and replaced")
            case e.CardExposed(seat, number, card):
                what = "a card" if card is None else str(card)
                self._say(f"p{self._player(seat)} has {what} exposed and keeps it")
            case e.CardSetAside(_, _, reason):
                self._say(f"a card was set aside: {reason}")
            case e.CardsDiscarded(seat, numbers, _, _, _):
                if self.pending and after.draw_no != self.draw:
                    self._flush()
                self.entries.append(_Cards(self._player(seat), list(numbers), laid_down=True))
            case e.CardsShown(seat, _, cards):
                if after.phase is Phase.SHOWDOWN and after.seat(seat).shown:
                    self._shows(seat, after)
                else:
                    self._say(f"p{self._player(seat)} shows {' '.join(card.text for card in cards)}")
            case e.HandClaimed(seat, words):
                self._say(f"p{self._player(seat)} says: {words}")
            case e.CardIdentified() | e.FaceForgotten():
                pass
            case _:
                return False
        return True

    def _action(self, event: e.Event, table: Table, after: Table) -> bool:
        match event:
            case e.Checked(seat) | e.Called(seat, _):
                self._do(CheckOrCall(self._player(seat)))
            case e.BetMade(seat, total):
                self._do(RaiseTo(self._player(seat), total))
            case e.Folded(seat):
                self._do(FoldHand(self._player(seat)))
            case e.HandMucked(seat):
                self._do(Muck(self._player(seat)))
            case _:
                return False
        return True

    def _shows(self, number: int, after: Table) -> None:
        self._do(ShowHand(self._player(number), tuple(held.card for held in after.seat(number).hand)))

    def _keeps_unshown(self, table: Table) -> None:
        """PHH asks everybody at the showdown; who won without showing neither mucks nor shows (``sm ????``)."""
        if table.phase is not Phase.SHOWDOWN:
            return
        for seat in table.live:
            if not seat.shown:
                self._do(ShowHand(self._player(seat.number), (None,) * len(seat.hand)))

    def _do(self, action: CheckOrCall | RaiseTo | FoldHand | ShowHand | Muck) -> None:
        if isinstance(action, ShowHand) and any(
            isinstance(told, Line)
            and isinstance(told.action, ShowHand)
            and told.action.player == action.player
            for told in self.entries
        ):
            return
        self._flush()
        self.entries.append(Line(action))

    def _say(self, remark: str) -> None:
        self.entries.append(Line(None, remark))

    def _player(self, seat: int) -> int:
        return self.order.index(seat) + 1

    def _flush(self) -> None:
        for seat in self.order:
            numbers = self.pending.pop(seat, [])
            if numbers:
                self.entries.append(_Cards(self._player(seat), numbers, laid_down=False))

    def history(self, facts: Mapping[str, object]) -> HandHistory:
        """Return the hand told so far, with these further fields.

        :raises CannotTell: the game or the house has no words
        """
        after = self.after or self.before
        faces = faces_of(self.events) if self.with_faces else {}
        started = self.started or self.before  # before it the game may be what the last hand turned to
        game, rules, stakes = started.game, started.rules, started.stakes
        limit = stakes.betting is Betting.LIMIT
        limits = [stakes.limit_of(number) for number in range(1, game.betting_rounds + 1)]
        antes = ((stakes.ante if self.anted else 0),) * len(self.order)
        blinds = tuple(self.blinds.get(seat, 0) for seat in self.order)
        return HandHistory(
            variant=code_of(game, rules, stakes),
            antes=antes,
            blinds=blinds[::-1] if len(blinds) == 2 else blinds,
            starting_stacks=tuple(self.before.seat(seat).stack for seat in self.order),
            lines=tuple(_line(entry, faces) for entry in self.entries),
            small_bet=limits[0] if limit else None,
            big_bet=limits[-1] if limit else None,
            min_bet=None if limit else limits[0],
            ante_trimming=self.anted,
            finishing_stacks=tuple(after.seat(seat).stack for seat in self.order),
            seats=self.order,
            house=house_of(game, rules, stakes),
            facts=facts,
        )


def _line(entry: _Cards | Line, faces: Mapping[int, Card]) -> Line:
    if isinstance(entry, Line):
        return entry
    cards = tuple(faces.get(number) for number in entry.numbers)
    return Line((LayDown if entry.laid_down else DealCards)(entry.player, cards))
