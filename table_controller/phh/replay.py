"""A history played on our table, command by command."""

from collections import deque
from dataclasses import dataclass, field

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import Card
from table_controller.decide import decide
from table_controller.phh.errors import HandRefused, PhhError
from table_controller.phh.history import (
    CheckOrCall,
    DealCards,
    FoldHand,
    HandHistory,
    LayDown,
    Muck,
    RaiseTo,
    ShowHand,
)
from table_controller.phh.notation import write_line
from table_controller.phh.setting import Setting, setting_of
from table_controller.rules.menu import legal_actions
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table

Asked = LayDown | CheckOrCall | RaiseTo | FoldHand | ShowHand | Muck


@dataclass(frozen=True, slots=True)
class Replayed:
    """How the hand went: *stacks* by player, *finished* when the pots were pushed; *events* are of this hand."""

    table: Table
    events: tuple[e.Event, ...]
    stacks: tuple[int, ...]
    finished: bool

    @property
    def waits_for_the_floor(self) -> bool:
        return any(alert.name == "FLOOR_DECISION" for alert in self.table.alerts)

    def differences(self, hand: HandHistory) -> tuple[str, ...]:
        """Return what the file's finishing stacks say otherwise, a line for each player."""
        if hand.finishing_stacks is None:
            return ()
        both = enumerate(zip(self.stacks, hand.finishing_stacks, strict=True), 1)
        return tuple(
            f"p{n} has {ours}, the file says {theirs}" for n, (ours, theirs) in both if ours != theirs
        )


def replay(hand: HandHistory) -> Replayed:
    """Play a history on our table.

    :raises PhhError: it cannot be dealt here, or deals other cards than are owed
    :raises HandRefused: the table refuses an action
    """
    player = _Player(hand, setting_of(hand))
    player.play()
    stacks = tuple(player.table.seat(number).stack for number in player.setting.seats)
    return Replayed(player.table, tuple(player.events), stacks, player.table.phase is Phase.OVER)


@dataclass
class _Player:
    hand: HandHistory
    setting: Setting
    table: Table = field(init=False)
    events: list[e.Event] = field(default_factory=list)
    owed: dict[int, deque[tuple[int, Card | None]]] = field(default_factory=dict)
    """By player: the cards the file deals and the table has not asked for yet, with the entry they stand in."""
    acted: dict[int, int] = field(default_factory=dict)
    """By player: the entry of the last thing done."""

    def __post_init__(self) -> None:
        self.table = new_table(self.setting.game, self.setting.rules, self.setting.stakes)
        self.owed = {player: deque() for player in range(1, self.hand.players + 1)}
        for entry, line in enumerate(self.hand.lines, 1):
            if isinstance(line.action, DealCards):
                self.owed[line.action.player].extend((entry, card) for card in line.action.cards)

    def play(self) -> None:
        setting = self.setting
        for number, stack in zip(setting.seats, setting.stacks, strict=True):
            self._put(0, c.TakeSeat(number, "", stack))
        self.events.clear()
        self._put(0, c.StartHand(setting.seats[-1], setting.dead or None))
        for entry, line in enumerate(self.hand.lines, 1):
            action = line.action
            if action is None or isinstance(action, DealCards):
                continue
            self._serve(entry, before=self._end_of_dealing(entry))
            if not isinstance(action, LayDown):
                self._nothing_left_over(entry)
            if not isinstance(action, ShowHand) or action.cards is None or any(action.cards):
                self._put(entry, self._command(action))
            self.acted[action.player] = entry
        last = len(self.hand.lines) + 1
        self._serve(last, before=last, to_the_end=True)
        self._nothing_left_over(last)

    def _end_of_dealing(self, entry: int) -> int:
        """Cards for a draw may stand after all its discards: return the entry up to which they may be looked for."""
        for later, line in enumerate(self.hand.lines[entry - 1 :], entry):
            if line.action is not None and not isinstance(line.action, DealCards | LayDown):
                return later
        return len(self.hand.lines) + 1

    def _command(self, action: Asked) -> c.Command:
        seat = self.setting.seats[action.player - 1]
        match action:
            case LayDown(_, ()) if beyond := self.table.game.drawn_beyond(self.table.draw_no):
                return c.AnnounceDraw(
                    seat, beyond
                )  # four-before: the number is said where none is thrown (E21)
            case LayDown(_, cards):
                return c.Discard(seat, cards)
            case CheckOrCall():
                words = {choice.word for choice in legal_actions(self.table)}
                return c.Call(seat) if "call" in words else c.Check(seat)
            case RaiseTo(_, total):
                return c.BetTo(seat, total)
            case FoldHand():
                return c.Fold(seat)
            case ShowHand(_, None):
                return c.ShowCards(seat)
            case ShowHand(_, cards):
                return c.ShowCards(seat, tuple(card for card in cards or () if card is not None))
            case Muck():
                return c.MuckHand(seat)

    def _serve(self, entry: int, *, before: int, to_the_end: bool = False) -> None:
        """Give the table every card it wants now; burns and a new stub are the table's own affair."""
        while not self.table.halted and (self.table.reshuffle or self.table.due):
            if self.table.reshuffle:
                self._put(entry, c.ReshuffleStub())
                continue
            number = self.table.due[0].seat
            if number is None:
                self._put(entry, c.DeliverCard(None))
                continue
            player = self.setting.seats.index(number) + 1
            queue = self.owed[player]
            if not queue and to_the_end:
                return
            if not queue or queue[0][0] >= before or queue[0][0] < self.acted.get(player, 0):
                raise PhhError(
                    f"{self._place(entry)}: p{player} is owed a card that is not dealt to him there"
                )
            dealt_in, card = queue.popleft()
            self._put(dealt_in, c.DeliverCard(card))

    def _nothing_left_over(self, entry: int) -> None:
        for player, queue in self.owed.items():
            if queue and queue[0][0] < entry:
                raise PhhError(f"{self._place(queue[0][0])}: p{player} is dealt more cards than he is owed")

    def _put(self, entry: int, command: c.Command) -> None:
        events = decide(self.table, command)
        for event in events:
            if isinstance(event, e.ActionRefused):
                raise HandRefused(f"{self._place(entry)}: {event.text}", event.rules)
            self.table = evolve(self.table, event)
        self.events += events
        if self.table.halted:
            raise HandRefused(f"{self._place(entry)}: the table stands still: {', '.join(self.table.halted)}")

    def _place(self, entry: int) -> str:
        if not 1 <= entry <= len(self.hand.lines):
            return "starting_stacks" if entry == 0 else "actions"
        return f"actions number {entry} ({write_line(self.hand.lines[entry - 1])[:60]})"
