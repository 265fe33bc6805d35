"""Random hands on our table, kept event by event, to be told as PHH. Used by tests only."""

import random
from dataclasses import dataclass, field
from typing import Final

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import Card, deck_of
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.phh.telling import Telling
from table_controller.rules.menu import legal_actions
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table

BLINDS: Final = ((1, 5), (2, 10))
GAMES: Final = {
    "2-7 triple draw": ("kansas-city-lowball", 3, Stakes(Betting.LIMIT, (10, 10, 20, 20), blinds=BLINDS)),
    "2-7 single draw": ("kansas-city-lowball", 1, Stakes(Betting.NO_LIMIT, (10,), ante=2, blinds=BLINDS)),
    "badugi": ("badugi", 3, Stakes(Betting.LIMIT, (10, 10, 20, 20), blinds=BLINDS)),
    "five-card draw": ("five-card-draw", 1, Stakes(Betting.LIMIT, (10, 20), ante=5)),
    "five-card draw, pot limit": ("five-card-draw", 1, Stakes(Betting.POT_LIMIT, (10,), blinds=BLINDS)),
    "2-7 single draw, limit": ("kansas-city-lowball", 1, Stakes(Betting.LIMIT, (10, 20), blinds=BLINDS)),
    "A-5 triple draw": ("california-lowball", 3, Stakes(Betting.LIMIT, (10, 20), blinds=BLINDS)),
}


@dataclass
class Told:
    """A table at play: what happened in the last hand stands in *happened*, with the tables around it."""

    table: Table
    rng: random.Random
    unread: float = 0.0
    undo: float = 0.0
    exposed: float = 0.0
    deck: list[Card] = field(default_factory=list)
    lies: dict[int, Card] = field(default_factory=dict)
    """The cardboard off the stub, by number."""
    _held_before: list[Card] = field(default_factory=list)
    happened: list[tuple[Table, e.Event, Table]] = field(default_factory=list)
    commands: list[tuple[c.Command, tuple[e.Event, ...]]] = field(default_factory=list)

    def put(self, command: c.Command) -> None:
        events = decide(self.table, command)
        self.commands.append((command, events))
        for event in events:
            assert not isinstance(event, e.ActionRefused), (command, event)
            after = evolve(self.table, event)
            if isinstance(event, e.StubReshuffled):
                self.deck += [self.lies.pop(number) for number in event.numbers]
                self.rng.shuffle(self.deck)
            self.happened.append((self.table, event, after))
            self.table = after

    def a_hand(self) -> None:
        self.deck = list(deck_of(self.table.rules.deck_size))
        self.rng.shuffle(self.deck)
        self.lies.clear()
        self.happened.clear()
        self.commands.clear()
        self.put(c.StartHand())
        while self.table.phase is not Phase.OVER:
            self._step()

    def _step(self) -> None:
        table, rng = self.table, self.rng
        if table.reshuffle:
            self.put(c.ReshuffleStub())
        elif "NO_STUB" in table.halted:
            self.put(c.RemakeStub(("Ann", "Bo"), with_muck=True))
            self.put(c.ReshuffleStub())
            self.put(c.ConfirmTable("floor"))
        elif table.due:
            self._deliver()
        elif table.phase is Phase.BET:
            self._bet()
        elif table.phase is Phase.DRAW:
            self._draw()
        else:
            self._show()
        if self.table.before_last_action is not None and rng.random() < self.undo:
            self.put(c.UndoLastAction("dealer", "misheard"))

    def _deliver(self) -> None:
        card = self.deck.pop()
        self.lies[self.table.dealt_count + 1] = card
        shown = self.table.due[0].seat is not None and self.rng.random() < self.exposed
        unread = not shown and self.rng.random() < self.unread
        self.put(c.DeliverCard(None if unread else card, "exposed" if shown else "face_down"))

    def _bet(self) -> None:
        menu = {action.word: action for action in legal_actions(self.table)}
        seat, rng = self.table.to_act, self.rng
        assert seat is not None
        up = menu.get("bet") or menu.get("raise") or menu.get("open")
        choice = rng.choices(("fold", "call", "raise"), (1.0, 5.0, 2.5))[0]
        if (choice == "raise" and up) or not menu.keys() & {"call", "check"}:
            assert up is not None
            assert up.low is not None
            assert up.high is not None
            self.put(c.BetTo(seat, up.low if rng.random() < 0.7 else rng.randint(up.low, up.high)))
        elif choice == "fold" and "fold" in menu:
            self.put(c.Fold(seat))
        else:
            self.put(c.Call(seat) if "call" in menu else c.Check(seat))

    def _draw(self) -> None:
        number = self.table.to_act
        assert number is not None
        seat = self.table.seat(number)
        self._held_before = [self.lies[held.number] for held in seat.hand]
        most = min(self.table.rules.max_draw, len(seat.hand))
        laid = self.rng.sample(seat.hand, min(self.rng.choice((0, 1, 2, 2, 3, 5)), most))
        faces = (self.lies[held.number] if self.rng.random() >= self.unread else held.card for held in laid)
        cards = [self.lies[held.number] for held in laid]
        self.put(c.Discard(number, tuple(faces)))
        self._lay_as_numbered(number, cards)

    def _lay_as_numbered(self, number: int, laid: list[Card]) -> None:
        """Where cards were not read the table says which of them were laid down; the cardboard goes by its numbers."""
        seat = self.table.seat(number)
        for pile, cards in ((seat.discards[-1], laid), (seat.hand, None)):
            there = cards if cards is not None else [c for c in self._held_before if c not in laid]
            left = [card for card in there if all(held.card is not card for held in pile)]
            for held in pile:
                self.lies[held.number] = held.card or left.pop()

    def _show(self) -> None:
        number = self.table.to_act
        assert number is not None
        if not self.table.seat(number).hand:  # R06: the floor is waited for
            self.put(c.AwardPot(self.table.live[0].number, "floor"))
            return
        alone = len(self.table.live) < 2
        if not alone and self.rng.random() < 0.2:
            self.put(c.MuckHand(number))
            return
        hand = self.table.seat(number).hand
        self.put(c.ShowCards(number, tuple(self.lies[held.number] for held in hand)))

    @property
    def events(self) -> list[e.Event]:
        return [event for _, event, _ in self.happened]

    def telling(self, *, faces: bool = True) -> Telling:
        telling = Telling(self.happened[0][0], faces)
        for before, event, after in self.happened:
            telling.take(before, event, after)
        return telling


def a_table(name: str, seed: int, profile: str | None = None, **chances: float) -> Told:
    """Return a table of this game with two to six players of random stacks, no hand begun."""
    rng = random.Random(seed)
    game_id, draws, stakes = GAMES[name]
    profile = profile or rng.choice(("wsop-2024", "casino-classic", "home", "roberts"))
    game, rules = build(game_id, profile, draws=draws, betting=stakes.betting)
    told = Told(new_table(game, rules, stakes), rng, **chances)
    for number in sorted(rng.sample(range(1, rules.max_seats + 1), rng.randint(2, 6))):
        stack = rng.choice((30, 75, 120, 400, 1000)) + rng.randint(0, 9)
        told.put(c.TakeSeat(number, f"P{number}", stack))
    return told
