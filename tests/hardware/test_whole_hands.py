"""Whole hands of the twin's people on the real rules, with eyes that read as well as asked, and no wires between."""

import asyncio
import random
from collections import Counter, deque
from collections.abc import Sequence

import pytest

from hardware.twin.dealer import DealerPanel, TwinDealer
from hardware.twin.deck import PhysicalCard, tabled_by
from hardware.twin.pace import Pace
from hardware.twin.people import PlayerPerson
from hardware.twin.players import Character
from hardware.twin.seat_buttons import SeatButton
from hardware.twin.summary import Report, Summary
from hardware.twin.world import World
from table_controller import commands as c
from table_controller.cards import Card, parse_cards
from table_controller.decide import decide
from table_controller.games.build import GAMES
from table_controller.rules.menu import legal_actions
from table_controller.structure import Betting, Game, HouseRules, Stakes, Way
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table
from table_controller.table_said import table_said
from table_controller.wire.models import LegalAction
from table_controller.wire.state_view import public_state

RAISES = ("open", "bet", "raise")
IN_THE_FIST = (Way.LOW, Way.HIGH, Way.BOTH)
STAYERS = Character(loose=1.0, false_open=0.0)


class Finger:
    """A button box whose presses go straight to the table."""

    def __init__(self, seat: int, presses: deque[tuple[int, SeatButton]]) -> None:
        self._seat = seat
        self._presses = presses

    def press(self, button: int) -> None:
        self._presses.append((self._seat, SeatButton(button)))


class PlainTable:
    """The smallest table: buttons to commands, commands to events, and everybody sees what comes of it.

    *blind* is the share of cards the shoe does not read; *stacked* the first cards each seat gets.
    """

    def __init__(
        self,
        seats: int,
        hands: int,
        seed: int,
        stakes: Stakes,
        blind: float,
        character: Character,
        stacked: dict[int, str],
        game: Game,
        rules: HouseRules,
    ) -> None:
        self.world = World(seats, rules.deck_size, chooser=self)
        self._chosen = random.Random(seed)
        self._stacked = {seat: list(parse_cards(text)) for seat, text in stacked.items()}
        self.summary = Summary(self.world)
        self._rng = random.Random(seed)
        self._hands = hands
        self._blind = blind
        self._presses: deque[tuple[int, SeatButton]] = deque()
        self._count = 0
        self._fists: Counter[int] = Counter()
        self._splitting = False
        self._let_pass: set[int] = set()
        self._buy_in_chips = 30 * max(stakes.limits)
        self.table = Table(game, rules, stakes)
        self.players = tuple(
            PlayerPerson(
                seat, Finger(seat, self._presses), self.world, Pace(0, self._rng), self._rng, character
            )
            for seat in range(1, seats + 1)
        )
        panel = DealerPanel(
            on_hand_over=self._next_hand,
            on_reshuffle=self._reshuffled,
            on_buy_in=self._buy_in,
        )
        self.dealer = TwinDealer(self.world, Pace(0, self._rng), panel, buy_in=self._buy_in_chips)
        self._over = False

    def choice(self, seq: Sequence[PhysicalCard]) -> PhysicalCard:
        """Draw what is stacked for the seat that is due, or any card that is stacked for nobody."""
        mine = self._stacked.get(self.table.due[0].seat or 0)
        if mine:
            face = mine.pop(0)
            return next(card for card in seq if card.face is face)
        kept = {face for faces in self._stacked.values() for face in faces}
        return self._chosen.choice([card for card in seq if card.face not in kept])

    async def play(self) -> Report:
        """Play the hands and return what they came to."""
        for player in self.players:
            self.tell(c.TakeSeat(player.seat, f"p{player.seat}", self._buy_in_chips))
        async with asyncio.timeout(60), asyncio.TaskGroup() as people:
            tasks = [people.create_task(person.run()) for person in (*self.players, self.dealer)]
            while not self._over:
                self._step()
                await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
        return self.summary.finish()

    def tell(self, command: c.Command) -> None:
        for event in decide(self.table, command):
            self.table = evolve(self.table, event)
            self.summary.hear(event, self.table)
            self.dealer.hear(event, self.table)
        legal = [LegalAction(word=a.word, low=a.low, high=a.high) for a in legal_actions(self.table)]
        state = public_state(self.table, legal)
        for person in (*self.players, self.dealer):
            person.observe(state)

    def _step(self) -> None:
        if self.table.due and not self.table.reshuffle and not self.table.halted:
            self._deal_one()
        elif self._presses:
            self._take_press(*self._presses.popleft())
        else:
            self._look_into_tray()

    def _deal_one(self) -> None:
        self.world.eject(self.table.due[0].seat or 0)
        seen = self.world.in_shoe_window()
        assert seen is not None
        self.tell(c.DeliverCard(None if self._rng.random() < self._blind else seen.face))

    def _look_into_tray(self) -> None:
        """Discards of the seat whose number was said are read."""
        number = self.table.to_act
        if self.table.phase is not Phase.DRAW or number is None or not self.table.seat(number).announced:
            return
        for group in self.world.discard_groups():
            if (group.seat, group.draw) == (number, self.table.draw_no):
                faces = tuple(card.face for card in group.cards)
                self.tell(c.Discard(number, faces, self._splitting))
                self.tell(c.ReadCards("tray", number, faces))
                self._splitting = False

    def _take_press(self, seat: int, button: SeatButton) -> None:
        if seat in self.table.openers.claimants and self.table.phase is Phase.BET:
            self._claim(seat, button)
            return
        meanings = {
            Phase.BET: self._bet,
            Phase.DRAW: self._draw,
            Phase.DECLARE: self._declare,
            Phase.SHOWDOWN: self._show,
        }
        if act := meanings.get(self.table.phase):
            act(seat, button)

    def _claim(self, seat: int, button: SeatButton) -> None:
        if button is SeatButton.OPENERS:
            self._let_pass.clear()
            self.tell(c.DeclarePotOpen(seat))
        elif button is SeatButton.CHECK:
            self._let_pass.add(seat)
            if set(self.table.openers.claimants) <= self._let_pass:
                self._let_pass.clear()
                self.tell(c.NobodyDeclares())

    def _bet(self, seat: int, button: SeatButton) -> None:
        legal = {action.word: action for action in legal_actions(self.table)}
        match button:
            case SeatButton.PLUS:
                self._count += 1
            case SeatButton.FOLD:
                admits = self.table.openers.opener == seat != self.table.to_act
                self.tell(c.AdmitNoOpeners(seat) if admits else c.Fold(seat))
            case SeatButton.CHECK:
                self.tell(c.Check(seat) if "check" in legal else c.Call(seat))
            case SeatButton.BET:
                least, most = next((a.low, a.high) for word, a in legal.items() if word in RAISES)
                assert least is not None
                assert most is not None
                total = min(most, least + self._count * self.table.stakes.limits[0])
                self._count = 0
                self.tell(c.BetTo(seat, total))
            case SeatButton.ALL_IN:
                self.tell(c.GoAllIn(seat))
            case _:
                return  # too late: another seat was quicker to declare the pot open

    def _draw(self, seat: int, button: SeatButton) -> None:
        match button:
            case SeatButton.OPENERS:
                self._splitting = True
            case SeatButton.PLUS:
                self._count += 1
            case SeatButton.CHECK:
                self.tell(c.AnnounceDraw(seat, 0))
            case SeatButton.CONFIRM:
                count, self._count = self._count, 0
                self.tell(c.AnnounceDraw(seat, count))
            case _:
                return  # too late to own up to a false opening

    def _declare(self, seat: int, button: SeatButton) -> None:
        match button:
            case SeatButton.PLUS:
                self._fists[seat] += 1
            case SeatButton.CONFIRM:
                self.tell(c.Declare(seat, IN_THE_FIST[self._fists.pop(seat, 0)]))
            case _:
                raise AssertionError(f"{button!r} at the declaration")

    def _show(self, seat: int, button: SeatButton) -> None:
        openers = self.table.openers
        match button:
            case SeatButton.CONFIRM:
                self.tell(c.ReadCards("overhead", seat, self._tabled(seat)))
            case SeatButton.OPENERS:
                self.tell(c.ReadCards("overhead", seat, self._tabled(seat)))
                if self.table.openers.due:
                    self.tell(c.ShowOpeners(seat))
            case SeatButton.FOLD:
                due = openers.due and openers.opener == seat
                self.tell(c.AdmitNoOpeners(seat) if due else c.MuckHand(seat))
            case _:
                raise AssertionError(f"{button!r} at the showdown")

    def _tabled(self, seat: int) -> tuple[Card, ...]:
        return tuple(card.face for card in self.world.at(tabled_by(seat)))

    async def _next_hand(self) -> None:
        self.world.shuffle()
        if self.summary.report.hands >= self._hands:
            self._over = True
            return
        self.tell(c.StartHand())

    async def _reshuffled(self) -> None:
        self.world.shuffle()
        assert self.table.reshuffle is not None
        expected = self.table.reshuffle.kept + len(self.table.reshuffle.numbers)
        assert self.world.hopper_count() == expected
        self.tell(c.ReshuffleStub())

    async def _buy_in(self, seat: int, chips: int) -> None:
        self.tell(c.TakeSeat(seat, f"p{seat}", chips))


def played(
    *,
    seats: int = 5,
    hands: int = 40,
    seed: int = 1,
    stakes: Stakes | None = None,
    blind: float = 0.0,
    character: Character | None = None,
    stacked: dict[int, str] | None = None,
    game: str = "jacks-or-better",
    profile: str | None = None,
    said: dict[str, str] | None = None,
) -> Report:
    """*stakes* None are the usual ones of the game in that house, with what was *said* otherwise."""
    built, rules, usual = table_said(game, profile, said or {})
    table = PlainTable(
        seats, hands, seed, stakes or usual, blind, character or Character(), stacked or {}, built, rules
    )
    return asyncio.run(table.play())


def test_forty_hands_lose_no_chip_and_no_card_and_believe_nothing_wrong() -> None:
    report = played()

    assert report.hands == 40
    assert report.ok
    assert report.cards_unsure == 0
    assert report.awards_checked > 0
    assert report.refusals == {}


@pytest.mark.parametrize(
    ("game", "stakes"),
    [
        ("jacks-or-better", Stakes(Betting.NO_LIMIT, (2,), ante=1)),
        ("jacks-or-better", Stakes(Betting.POT_LIMIT, (2,), ante=1)),
        ("five-card-draw", Stakes(Betting.LIMIT, (2, 4), blinds=((1, 1), (2, 2)))),
    ],
    ids=["no-limit", "pot-limit", "blinds"],
)
def test_people_play_other_stakes_without_losing_a_chip(game: str, stakes: Stakes) -> None:
    report = played(hands=25, seed=2, stakes=stakes, game=game)

    assert report.hands == 25
    assert report.ok


def test_cards_the_shoe_does_not_read_hold_up_no_hand_and_are_never_taken_for_others() -> None:
    report = played(hands=30, seed=3, blind=0.3)

    assert report.hands == 30
    assert report.ok
    assert report.cards_unsure > 0


def test_false_openers_are_ruled_on() -> None:
    crooks = Character(slow=0.0, false_open=0.2, bluff=0.0)
    report = played(hands=60, seed=2, character=crooks)

    assert report.ok
    assert report.false_openings > 0
    assert {"N01", "N03", "N08"} <= report.rulings.keys()


def test_openers_split_for_a_flush_are_announced_and_proved_from_the_discards() -> None:
    hands = {1: "Kc Jc 9c 7c Jh", 2: "As Qs 9s 5s 2d", 3: "Ah Qh 9h 5h 2s"}
    splitters = Character(slow=0.0, split=1.0, forgetful=0.0, false_open=0.0)

    reports = [played(seats=3, hands=1, seed=s, character=splitters, stacked=hands) for s in range(1, 7)]

    assert all(report.ok for report in reports)
    assert sum(report.splits for report in reports) > 0


def test_eight_players_who_draw_much_use_up_the_stub_and_go_on() -> None:
    stayers = Character(slow=0.0, loose=1.0, false_open=0.3, bluff=0.0)
    report = played(seats=8, hands=25, seed=5, character=stayers)

    assert report.ok
    assert "E13" in report.rulings


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_with_cards_and_chips_where_they_should_be_and_every_pot_divided_fairly(
    game: str,
) -> None:
    report = played(seats=6, hands=8, seed=4, character=STAYERS, game=game)

    assert report.hands == 8
    assert report.ok
    assert report.cards_unsure == 0
    assert report.awards_checked > 0
    assert report.refusals == {}


@pytest.mark.parametrize("profile", ["casino-classic", "home", "wsop-2024", "roberts"])
@pytest.mark.parametrize("game", ["california-high-low", "high-low-declare", "archie"])
def test_split_pots_are_halved_and_quartered_to_the_chip_in_every_house(game: str, profile: str) -> None:
    report = played(seats=6, hands=6, seed=7, character=STAYERS, game=game, profile=profile)

    assert report.ok
    assert report.awards_checked > 0
    assert report.refusals == {}


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("jacks-or-better", {"draws": "2"}),
        ("jacks-or-better", {"four_before": "true"}),
        ("kansas-city-lowball", {"draws": "3"}),
        ("california-lowball", {"four_before": "true", "draws": "2"}),
        ("california-high-low", {"four_before": "true", "betting": "pot_limit"}),
        ("california-lowball", {"kill": "full"}),
        ("badugi", {"betting": "no_limit"}),
    ],
    ids=lambda one: "-".join(f"{k}-{v}" for k, v in one.items()) if isinstance(one, dict) else one,
)
def test_games_are_made_into_others_and_still_played(game: str, said: dict[str, str]) -> None:
    report = played(seats=5, hands=8, seed=3, character=STAYERS, game=game, said=said)

    assert report.ok
    assert report.awards_checked > 0
    assert report.refusals == {}


def test_hands_turn_to_low_when_nobody_opens() -> None:
    slow = Character(slow=0.9, false_open=0.0, loose=1.0)

    reports = [played(seats=4, hands=12, seed=5, character=slow, game=g) for g in ("johnson", "jacks-back")]

    assert all(report.ok for report in reports)
    assert all(report.turned_low > 0 for report in reports)
