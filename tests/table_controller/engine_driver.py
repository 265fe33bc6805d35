"""A table driven at random and held to what must be true after every command. Used by tests only."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Final

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import DECK, JOKER, Card, deck_of
from table_controller.decide import act, decide
from table_controller.games.build import GAMES as ALL_GAMES
from table_controller.games.build import build
from table_controller.games.switches import GameError
from table_controller.rules.drawing import number_thrown
from table_controller.rules.menu import LegalAction, legal_actions
from table_controller.rules.seating import impossible
from table_controller.structure import Betting, Stakes, Way
from table_controller.table.evolve import evolve
from table_controller.table.places import places, where_is
from table_controller.table.pots import layers
from table_controller.table.state import BettingRound, Openers, Phase, Seat, Table, new_table

FIELDS_OF: Final = {kind: [f.name for f in fields(kind)] for kind in (Table, Seat, Openers, BettingRound)}
PROFILES: Final = ("casino-classic", "home", "wsop-2024", "roberts")
GAMES: Final = tuple(ALL_GAMES)
SWITCHES: Final[dict[str, tuple[str, ...]]] = {
    "second_round_first": ("opener", "dealer_left"),
    "passout_button": ("advance", "stay"),
    "half_blind_rule": ("true", "false"),
    "max_raises": ("1", "4", "6", "none"),
    "cap_lifts_headsup": ("true", "false"),
    "headsup_before_cap": ("true", "false"),
    "blind_counts_as_bet": ("true", "false"),
    "allin_half_raise_base": ("actual", "rounded"),
    "deck_joker": ("0", "1"),
    "max_draw": ("3", "4", "5"),
    "max_draw_ace_or_wild": ("none", "4"),
    "five_card_draw": ("consecutive", "four_then_one"),
    "draw_order": ("serve_in_turn", "all_discard_first"),
    "burn_before_draw": ("true", "false"),
    "burn_when_all_pat": ("true", "false"),
    "burn_closes_number": ("true", "false"),
    "bottom_card": ("never_direct", "only_if_completes", "dealt"),
    "reshuffle_set": ("earlier_discards", "all_but_own", "muck_and_prior_rounds"),
    "reshuffle_includes_muck": ("never", "if_needed", "always"),
    "exposed_before": ("by_game", "replace_all", "keep_all"),
    "burn_from_exposed": ("true", "false"),
    "misdeal_exposed": ("none", "2"),
    "short_hand": ("live", "dead"),
    "opening_requirement": ("by_game", "none", "jacks"),
    "progressive": ("true", "false"),
    "openers_enforced": ("true", "false"),
    "split_needs_announcement": ("true", "false"),
    "split_check": ("possible", "exact"),
    "false_open_participants": ("dealt_in", "all"),
    "first_to_show": ("last_aggressor", "dealer_left"),
    "foreign_joker": ("replaced", "misdeal"),
    "open_or_fold": ("true", "false"),
    "max_antes": ("1", "3", "none"),
    "min_open": ("none", "8"),
    "button_rule": ("moving", "dead"),
    "smallest_chip": ("1",),
    "hilo_odd_chip": ("high", "low"),
    "lowball_check_raise": ("true", "false"),
    "sevens_rule": ("true", "false"),
    "sevens_in_big_bet": ("true", "false"),
    "sevens_post_draw": ("returned", "to_second_best", "forfeit_pot"),
    "miscall": ("dead_if_fouled_or_multiway", "foul_only", "cards_speak"),
    "must_announce_pair": ("true", "false"),
    "scoop_against": ("declarers", "all"),
    "declare_all_fail": ("split_best", "carry"),
    "declare_low": ("A-5", "2-7", "A-6"),
    "jb_low": ("A-5", "2-7"),
    "jb_low_open": ("forced", "voluntary"),
    "jb_false_open_reante": ("true", "false"),
    "johnson_low_check": ("true", "false"),
    "johnson_low_check_raise": ("true", "false"),
    "kc_joker": ("true", "false"),
    "kill": ("none", "half", "full"),
    "voluntary_kill": ("true", "false"),
    "newplayer_kill": ("none", "2"),
    "kill_needs_consent": ("true", "false"),
}
STAKES: Final = (
    Stakes(Betting.LIMIT, (2, 4), ante=1),
    Stakes(Betting.LIMIT, (4, 8), ante=3),
    Stakes(Betting.NO_LIMIT, (2,), ante=1),
    Stakes(Betting.POT_LIMIT, (2,), ante=1),
    Stakes(Betting.SPREAD_LIMIT, (2, 6), ante=2),
    Stakes(Betting.LIMIT, (30, 60), blinds=((0, 10), (1, 20), (2, 30))),
    Stakes(Betting.LIMIT, (4, 8), ante=1, blinds=((1, 2), (2, 4))),
    Stakes(Betting.NO_LIMIT, (4,), blinds=((1, 2), (2, 4))),
    Stakes(Betting.POT_LIMIT, (4,), ante=1, blinds=((2, 4),)),
    Stakes(Betting.LIMIT, (4, 8), blinds=((1, 4),)),
    Stakes(Betting.SPREAD_LIMIT, (2, 8), blinds=((1, 1), (2, 2))),
)


class NotTrue(AssertionError):
    """Something that must hold at every table does not."""


@dataclass
class Driver:
    """A table, the cardboard under it, and everything that happened."""

    rng: random.Random
    table: Table
    brought: int = 0
    unread: float = 0.0
    foreign: float = 0.0
    """How often a joker comes out of a deck that should have none."""
    thorough: bool = True
    """Whether every choice of every menu is tried; without it the same hands go much faster."""
    stock: list[Card] = field(default_factory=list)
    """The stub, next card last. Only the driver knows it."""
    faces: dict[int, Card] = field(default_factory=dict)
    thrown: dict[int, set[Card]] = field(default_factory=dict)
    """By seat, the faces it discarded in this hand."""
    events: list[e.Event] = field(default_factory=list)
    commands: list[c.Command] = field(default_factory=list)
    finished: Counter[str] = field(default_factory=Counter)
    """Hands that came to an end, by the game they began as."""

    def __post_init__(self) -> None:
        self._first = self._before = self.table

    def put(self, command: c.Command) -> tuple[e.Event, ...]:
        """Ask the table and hold it to its promises."""
        before = self.table
        self.commands.append(command)
        self._before = before
        decision = act(before, command)
        events = decision.events
        require(
            not self.thorough or events == decide(before, command),
            "the same question has the same answer",
            self,
        )
        folded = before
        for event, after in decision.steps:
            if self.thorough:
                folded = evolve(folded, event)
                require(folded == after, "the events fold to the table that was decided", self)
            self._follow(event)
            self._cardboard_follows(event, after)
        after = decision.table
        refused = [event for event in events if isinstance(event, e.ActionRefused)]
        for refusal in refused:
            require(len(refusal.text) > 8 and refusal.text[-1] in ".!", f"a sentence: {refusal}", self)
        if refused:
            undone = before.before_last_action
            alerts_only = replace(after, alerts=before.alerts, before_last_action=undone)
            require(alerts_only == before, f"a refusal changes nothing: {events}", self)
            words = (e.ActionRefused, e.AlertRaised)
            require(all(isinstance(event, words) for event in events), f"only refused: {events}", self)
        elif isinstance(command, c.StartHand) and command.carried is not None:
            self.brought += command.carried - before.carried
        self.table = after
        self.events += events
        self.check()
        return events

    def _follow(self, event: e.Event) -> None:
        if isinstance(event, e.CardDealt | e.CardBurned | e.CardSetAside) and event.number not in self.faces:
            self.faces[event.number] = self.stock.pop()
        match event:
            case e.SeatTaken(_, _, stack):
                self.brought += stack
            case e.SeatLeft(_, stack):
                self.brought -= stack
            case e.HandEnded():
                self.finished[self.table.game.id] += 1
            case e.HandStarted():
                self.stock = list(deck_of(self.table.rules.deck_size))
                self.rng.shuffle(self.stock)
                self.faces, self.thrown = {}, {}
            case e.CardsDiscarded(seat, numbers, cards, _, _):
                self.thrown.setdefault(seat, set()).update(card for card in cards if card is not None)
            case e.StubReshuffled(numbers, stub):
                for number in numbers:
                    if number in self.faces:
                        self.stock.append(self.faces.pop(number))
                self.rng.shuffle(self.stock)
                require(len(self.stock) == stub, f"{len(self.stock)} cards are in a stub of {stub}", self)
            case e.CardDealt(seat, _, card, draw, _) if card is not None and draw:
                own = card in self.thrown.get(seat, set()) and not where_is(self._before, card)
                require(not own, f"E15: {card} came back to seat {seat}", self)

    def _cardboard_follows(self, event: e.Event, after: Table) -> None:
        """The cardboard is as the count says: cards missing are in the stub still, cards too many came from it."""
        if not isinstance(event, e.CardCountFound | e.CardDealt | e.CardBurned | e.CardSetAside):
            return
        there = {place.held.number for place in places(after)}
        for number in sorted(there - self.faces.keys()):
            self.faces[number] = self.stock.pop()
        if isinstance(event, e.CardCountFound):
            self.stock += [self.faces.pop(number) for number in sorted(self.faces.keys() - there)]

    def deliver(self, condition: str | None = None) -> None:
        """The next card leaves the stub."""
        if not self.stock:
            raise NotTrue(f"a card is due from an empty stub\n{tell(self)}")
        card = self.stock.pop()
        self.faces[self.table.dealt_count + 1] = card
        foreign = JOKER if self.rng.random() < self.foreign and not self.table.rules.deck_joker else card
        read = None if self.rng.random() < self.unread else foreign
        lies = condition or "face_down"
        self.put(c.DeliverCard(read, lies))  # type: ignore[arg-type]

    def check(self) -> None:
        table = self.table
        chips = sum(seat.stack for seat in table.seats) + table.in_middle
        require(chips == self.brought, f"{self.brought} chips, found {chips}", self)
        require(all(s.stack >= 0 and s.bet >= 0 and s.put_in >= 0 for s in table.seats), "no debts", self)
        for value in (table, *table.seats, table.openers, table.round, table.ended_round):
            own = value is None or list(vars(value)) == FIELDS_OF[type(value)]
            require(own, f"the fields of a {type(value).__name__}", self)
        over = table.phase is Phase.OVER
        if self.thorough or _cards_lie_otherwise(self._before, table):
            self._cards()
        if over:
            require(table.to_act is None and not table.due and table.round is None, "over is over", self)
            require(table.pot_stays or table.in_middle == 0, "every pot went somewhere", self)
        elif self.thorough or _chips_lie_otherwise(self._before, table):
            self._pots()
        if table.to_act is not None and not table.halted:
            if table.phase is Phase.SHOWDOWN:
                asked = table.seat(table.to_act)
                require(asked.is_in and bool(asked.hand), "who is asked to show has a live hand", self)
            if self.thorough:
                self._menu()
        elif not over and not table.halted and not table.due and not table.reshuffle:
            waits = bool(table.openers.claimants) or any(
                a.name in ("FLOOR_DECISION", "OPENERS_DUE", "CARD_NOT_READ") for a in table.alerts
            )
            require(waits, "somebody is waited for", self)

    def _cards(self) -> None:
        table = self.table
        if not table.hand_no:
            return
        held = [place.held for place in places(table)]
        counted = table.stub + len(held)
        require(table.stub >= 0, "a stub below nothing", self)
        over = table.phase is Phase.OVER
        gathered = over and counted == 0
        require(gathered or counted == table.rules.deck_size, f"{counted} cards", self)
        require(len({card.number for card in held}) == len(held), "each card in one place", self)
        faces = [card.card for card in held if card.card is not None]
        require(len(set(faces)) == len(faces) or bool(table.halted) or over, "a face twice", self)

    def _pots(self) -> None:
        table = self.table
        pots = layers(table)
        require(sum(pot.chips for pot in pots) == table.in_middle, "pots hold what is in the middle", self)
        live = {seat.number for seat in table.live}
        for pot in pots:
            require(set(pot.seats) <= live, "only live hands can win", self)
        top = max((seat.put_in for seat in table.live), default=0)
        for seat in table.live:
            all_of_it = seat.put_in == top
            matched = table.carried + sum(min(other.put_in, seat.put_in) for other in table.seats)
            wins = sum(pot.chips for pot in pots if seat.number in pot.seats)
            require(wins == (table.in_middle if all_of_it else matched), f"what {seat.number} can win", self)

    def _menu(self) -> None:
        """Every choice of the menu is taken, both ends of it; nothing beside it is."""
        table = self.table
        seat = table.to_act
        if seat is not None and table.phase is Phase.DRAW:
            self._menu_of_the_draw(seat)
        if seat is not None and table.phase is not Phase.BET:
            self._nothing_beside_the_menu(seat)
        if seat is None or table.phase is not Phase.BET:
            return
        menu = {action.word: action for action in legal_actions(table)}
        for word, command in (("fold", c.Fold(seat)), ("check", c.Check(seat)), ("call", c.Call(seat))):
            require(self.takes(command) == (word in menu), f"{word} in {menu}", self)
        up = next((menu[word] for word in ("bet", "open", "raise") if word in menu), None)
        if up is None:
            for total in (1, table.round.to_match + table.round.bet if table.round else 2):
                require(not self.takes(c.BetTo(seat, total)), f"a bet of {total} beside {menu}", self)
            return
        assert up.low is not None
        assert up.high is not None
        require(up.low <= up.high, f"{up}", self)
        for total, good in ((up.low, True), (up.high, True), (up.low - 1, False), (up.high + 1, False)):
            require(self.takes(c.BetTo(seat, total)) == good, f"a bet of {total} beside {menu}", self)

    def _nothing_beside_the_menu(self, seat: int) -> None:
        """Where nobody bets no word of betting is taken; declared is where the menu says so, and nowhere else."""
        for command in (
            c.Fold(seat),
            c.Check(seat),
            c.Call(seat),
            c.BetTo(seat, self.table.stakes.limits[0]),
        ):
            require(not self.takes(command), f"{command} in {self.table.phase}", self)
        words = [action.word for action in legal_actions(self.table)]
        require(
            self.takes(c.Declare(seat, Way.LOW)) == (words == ["declare"]), f"declared beside {words}", self
        )
        lows = [action.low for action in legal_actions(self.table) if action.word == "draw"]
        least = self.table.game.drawn_beyond(self.table.draw_no) if not lows or lows[0] is None else lows[0]
        draws = self.takes(c.AnnounceDraw(seat, least))
        require(draws == (words == ["draw"]), f"a number said beside {words}", self)

    def _menu_of_the_draw(self, seat: int) -> None:
        (draw,) = legal_actions(self.table)
        assert draw.low is not None
        assert draw.high is not None
        for count, good in (
            (draw.low, True),
            (draw.high, True),
            (draw.low - 1, False),
            (draw.high + 1, False),
        ):
            require(self.takes(c.AnnounceDraw(seat, count)) == good, f"{count} cards beside {draw}", self)
        held = self.table.seat(seat)
        if held.announced is None:
            most = number_thrown(self.table, min(self.table.rules.max_draw, draw.high))
            thrown = tuple(card.card for card in held.hand[:most])
            pat = not most and draw.low > 0
            require(self.takes(c.Discard(seat, thrown)) != pat, f"{most} cards laid down", self)
            require(not self.takes(c.Discard(seat, (None,) * (draw.high + 1))), "one card too many", self)

    def takes(self, command: c.Command) -> bool:
        return not any(isinstance(event, e.ActionRefused) for event in decide(self.table, command))

    @property
    def is_over(self) -> bool:
        return self.table.phase is Phase.OVER

    def replays(self) -> None:
        """Folding the events again gives the same table."""
        table = self._first
        for event in self.events:
            table = evolve(table, event)
        require(table == self.table, "the log folds to the same table", self)


def _cards_lie_otherwise(before: Table, after: Table) -> bool:
    if before.stub != after.stub or before.burns is not after.burns or before.aside is not after.aside:
        return True
    if before.halted is not after.halted or len(before.seats) != len(after.seats):
        return True
    return any(
        was.hand is not now.hand or was.discards is not now.discards or was.mucked is not now.mucked
        for was, now in zip(before.seats, after.seats, strict=True)
    )


def _chips_lie_otherwise(before: Table, after: Table) -> bool:
    if before.carried != after.carried or len(before.seats) != len(after.seats):
        return True
    return any(
        was.put_in != now.put_in or was.status is not now.status
        for was, now in zip(before.seats, after.seats, strict=True)
    )


def require(holds: bool, what: str, driver: Driver) -> None:
    if not holds:
        raise NotTrue(f"{what}\n{tell(driver)}")


def tell(driver: Driver) -> str:
    table = driver.table
    told = [f"{table.game.id} {table.stakes} {table.rules}"]
    told += [f"phase {table.phase} to_act {table.to_act} due {table.due} stub {table.stub} {table.halted}"]
    told += [repr(seat) for seat in table.seats]
    told += [f"openers {table.openers} round {table.round}"]
    told += [repr(command) for command in driver.commands[-14:]]
    return "\n".join(told)


def random_table(rng: random.Random) -> Table:
    """Return a table of any game, house and stakes that can be dealt."""
    while True:
        switches = {
            name: rng.choice(SWITCHES[name]) for name in rng.sample(sorted(SWITCHES), rng.randrange(0, 7))
        }
        stakes = rng.choice(STAKES)
        try:
            built, rules = build(
                rng.choice(GAMES),
                rng.choice(PROFILES),
                switches,
                draws=rng.choice((None, None, 1, 2, 3)),
                four_before=rng.random() < 0.1,
                betting=stakes.betting,
            )
        except GameError:
            continue
        if impossible(built, rules, stakes) is None:
            return new_table(built, rules, stakes)


def random_driver(rng: random.Random) -> Driver:
    """Return a table set at random with two to eight people at it, some of them nearly without chips."""
    driver = Driver(
        rng, random_table(rng), unread=rng.choice((0.0, 0.0, 0.05, 0.3)), foreign=rng.choice((0.0, 0.0, 0.01))
    )
    seats = rng.sample(range(1, 9), rng.randrange(2, 9))
    big = driver.table.stakes.limits[-1]
    for seat in sorted(seats):
        stack = rng.choice((1, 2, big // 2, big, 3 * big, 8 * big, 20 * big, 20 * big, 40 * big))
        driver.put(c.TakeSeat(seat, rng.choice(("", f"P{seat}")), stack))
    return driver


# What people do next


def sensible(driver: Driver) -> c.Command | None:
    """Return what somebody would do now; None when a card was delivered instead."""
    table, rng = driver.table, driver.rng
    if table.halted:
        return c.ConfirmTable("floor") if rng.random() < 0.9 else c.VoidHand("floor")
    if table.phase is Phase.OVER:
        return _between_hands(driver)
    if table.reshuffle is not None:
        return c.ReshuffleStub()
    if table.due:
        killer = rng.choice(table.due).seat
        if table.rules.voluntary_kill and killer and driver.takes(c.KillPot(killer)) and rng.random() < 0.3:
            return c.KillPot(killer)
        driver.deliver(rng.choices(CONDITIONS, (60, 1, 1, 1, 1))[0])
        return None
    if table.openers.claimants:
        claimant = rng.choice(table.openers.claimants)
        return rng.choice((c.DeclarePotOpen(claimant), c.NobodyDeclares()))
    if table.to_act is None:
        return _floor_decides(driver)
    if table.phase is Phase.BET:
        return _bets(driver, table.to_act)
    burns_early = table.phase is Phase.DRAW and table.stub and table.seat(table.to_act).announced
    if burns_early and rng.random() < 0.05:
        driver.deliver("burned")
        return None
    if table.phase is Phase.DRAW:
        return _draws(driver, table.to_act)
    if table.phase is Phase.DECLARE:
        waited_for = [seat.number for seat in table.live if not seat.declared]
        return c.Declare(rng.choice(waited_for), rng.choice(tuple(Way)))
    return _shows(driver, table.to_act)


CONDITIONS: Final = ("face_down", "exposed", "exposed_by_player", "flashed", "boxed")


def _between_hands(driver: Driver) -> c.Command:
    table, rng = driver.table, driver.rng
    if table.quarantined:
        deck = table.quarantined[0]
        return c.ReleaseDeck(("ann", "bo"), deck) if deck in table.verified else c.VerifyDeck(deck)
    if any(alert.name == "MARKED_CARDS" for alert in table.alerts):
        return c.ReleaseDeck(("ann", "bo"), "new") if "new" in table.verified else c.VerifyDeck("new")
    before = table.before_award
    thrown = (
        [s.number for s in before.seats if s.mucked and s.number in before.showdown_order] if before else []
    )
    if thrown and rng.random() < 0.2:
        return c.RetrieveHand(rng.choice(thrown), "floor")
    poor = [seat.number for seat in table.seats if seat.stack == 0]
    if poor and rng.random() < 0.4:
        return c.TakeSeat(rng.choice(poor), "Back", rng.choice((1, 5, 50, 200)))
    if rng.random() < 0.03:
        return c.LeaveSeat(rng.choice([s.number for s in table.seats] or [1]))
    if rng.random() < 0.05:
        return c.TakeSeat(rng.randrange(1, 9), "New", rng.choice((1, 30, 200)))
    if rng.random() < 0.1:
        return _comes_or_goes(driver)
    if not driver.takes(c.StartHand()):
        return _make_it_playable(driver)
    return c.StartHand()


def _comes_or_goes(driver: Driver) -> c.Command:
    """Somebody goes away, comes back, changes seats, kills to come in, waits or objects."""
    rng = driver.rng
    seats = [s.number for s in driver.table.seats] or [1]
    away = [s.number for s in driver.table.seats if s.away]
    waits = [s.number for s in driver.table.seats if s.standing.entry is not None]
    seat = rng.choice(seats)
    price = (driver.table.rules.newplayer_kill or 2) * driver.table.stakes.big_blind
    return rng.choice(
        (
            c.SitOut(seat) if len(seats) > 3 else c.ComeBack(seat),
            c.ComeBack(rng.choice(away or [seat])),
            c.MoveSeat(seat, rng.randrange(1, 9)),
            c.OfferKill(rng.choice(waits or [seat]), price),
            c.WaitForBlind(rng.choice(waits or [seat])),
            c.ObjectToKill(seat),
        )
    )


def _make_it_playable(driver: Driver) -> c.Command:
    table = driver.table
    wanted = table.participants or tuple(range(1, 9))
    for number in wanted:
        if table.has_seat(number) and table.seat(number).stack == 0:
            return c.TakeSeat(number, "", 60)
    away = [seat.number for seat in table.seats if seat.away]
    if away:
        return c.ComeBack(away[0])
    free = [n for n in range(1, 9) if not table.has_seat(n)]
    if table.pot_stays and table.seats:
        return c.AwardPot(driver.rng.choice(table.seats).number, "floor")
    return c.TakeSeat(free[0], "", 60) if free else c.StartHand()


def _floor_decides(driver: Driver) -> c.Command:
    seats = [seat.number for seat in driver.table.dealt_in]
    return driver.rng.choice((c.AwardPot(driver.rng.choice(seats), "floor"), c.VoidHand("floor")))


def _bets(driver: Driver, seat: int) -> c.Command:
    rng = driver.rng
    opener = driver.table.openers.opener
    if opener is not None and rng.random() < 0.03:
        return c.AdmitNoOpeners(opener)
    menu = legal_actions(driver.table)
    action = rng.choices(menu, [_WEIGHTS[a.word] for a in menu])[0]
    plain: dict[str, c.Command] = {"fold": c.Fold(seat), "check": c.Check(seat), "call": c.Call(seat)}
    if action.word in plain:
        return plain[action.word]
    return c.BetTo(seat, amount(action, rng))


_WEIGHTS: Final = {"fold": 1.0, "check": 3.0, "call": 5.0, "bet": 2.0, "open": 2.0, "raise": 1.5}


def amount(action: LegalAction, rng: random.Random) -> int:
    assert action.low is not None
    assert action.high is not None
    if rng.random() < 0.6:
        return action.low
    return action.high if rng.random() < 0.3 else rng.randint(action.low, action.high)


def _draws(driver: Driver, number: int) -> c.Command:
    table, rng = driver.table, driver.rng
    seat = table.seat(number)
    if seat.announced is None and rng.random() < 0.3:
        return c.AnnounceDraw(number, rng.randrange(0, 4))
    most = min(len(seat.hand), number_thrown(table, table.rules.max_draw))
    said = seat.announced
    if said is not None and rng.random() < 0.1:
        return c.ChangeDraw(number, rng.randint(0, most))
    count = number_thrown(table, said) if said is not None else rng.randint(0, most)
    held = rng.sample(seat.hand, min(count, len(seat.hand)))
    cards = tuple(h.card if rng.random() > driver.unread / 2 else None for h in held)
    splitting = table.openers.opener == number and rng.random() < 0.3
    return c.Discard(number, cards, splitting)


def _shows(driver: Driver, number: int) -> c.Command:
    table, rng = driver.table, driver.rng
    if table.openers.due and table.openers.opener is not None:
        opener = table.openers.opener
        return rng.choice(
            (
                c.ShowOpeners(opener),
                c.AdmitNoOpeners(opener),
                c.ReadCards("tray", opener, true_discards(driver, opener)),
                c.RuleHand(opener, rng.random() < 0.5, "floor"),
            )
        )
    if rng.random() < 0.15:
        return c.MuckHand(number)
    if rng.random() < 0.1:
        return c.Claim(rng.choice(table.live).number, rng.choice(("six", "eight", "nine-six", "ten", "pair")))
    faces = tuple(driver.faces[h.number] for h in table.seat(number).hand if h.number in driver.faces)
    known = {h.card for h in table.seat(number).hand}
    return c.ShowCards(number, faces) if None in known and faces else c.ShowCards(number)


def true_discards(driver: Driver, number: int) -> tuple[Card | None, ...]:
    laid = [h for pile in driver.table.seat(number).discards for h in pile]
    return tuple(driver.faces.get(h.number) for h in laid)


def anything(driver: Driver) -> c.Command:
    """Return a command of any kind with arguments out of the air."""
    rng = driver.rng
    kind: Callable[[], c.Command] = rng.choice(ANY)(rng)
    return kind()


def configuration(table: Table) -> c.ConfigureTable:
    return c.ConfigureTable(table.game, table.rules, table.stakes)


def _any_seat(rng: random.Random) -> int:
    return rng.randrange(0, 10)


def _any_role(rng: random.Random) -> c.Role:
    return rng.choice(("dealer", "floor", "surveillance"))


def _any_cards(rng: random.Random, most: int = 5) -> tuple[Card | None, ...]:
    return tuple(rng.choice((None, rng.choice(DECK))) for _ in range(rng.randrange(0, most + 1)))


def _known(rng: random.Random) -> tuple[Card, ...]:
    return tuple(rng.sample(DECK, rng.randrange(0, 6)))


Maker = Callable[[random.Random], Callable[[], c.Command]]
ANY: Final[tuple[Maker, ...]] = (
    lambda r: lambda: c.TakeSeat(_any_seat(r), "X", r.choice((-3, 0, 7, 100))),
    lambda r: lambda: c.LeaveSeat(_any_seat(r)),
    lambda r: lambda: c.SitOut(_any_seat(r)),
    lambda r: lambda: c.ComeBack(_any_seat(r)),
    lambda r: lambda: c.MoveSeat(_any_seat(r), _any_seat(r)),
    lambda r: lambda: c.MarkNewcomer(_any_seat(r), r.random() < 0.5),
    lambda r: lambda: c.OfferKill(_any_seat(r), r.choice((0, 8, 60))),
    lambda r: lambda: c.KillPot(_any_seat(r), r.choice((None, 8))),
    lambda r: lambda: c.WaitForBlind(_any_seat(r)),
    lambda r: lambda: c.ObjectToKill(_any_seat(r)),
    lambda r: lambda: c.CorrectLegs((_any_seat(r),), (_any_seat(r),) * r.randrange(0, 2), _any_role(r)),
    lambda r: (
        lambda: c.StartHand(r.choice((None, _any_seat(r))), r.choice((None, None, 6)), r.choice((None, 2)))
    ),
    lambda r: lambda: configuration(random_table(r)),
    lambda r: lambda: c.ReshuffleStub(),
    lambda r: lambda: c.ExposeCard(_any_seat(r), r.randrange(-1, 7), r.randrange(0, 3), r.random() < 0.3),
    lambda r: lambda: c.ReportCount(_any_seat(r), r.randrange(-1, 9)),
    lambda r: lambda: c.Check(_any_seat(r)),
    lambda r: lambda: c.BetTo(_any_seat(r), r.randrange(-2, 90)),
    lambda r: lambda: c.Call(_any_seat(r)),
    lambda r: lambda: c.GoAllIn(_any_seat(r)),
    lambda r: lambda: c.PutIn(_any_seat(r), r.randrange(-2, 90), r.random() < 0.3),
    lambda r: lambda: c.Fold(_any_seat(r)),
    lambda r: lambda: c.Rap(_any_seat(r)),
    lambda r: lambda: c.AnnounceDraw(_any_seat(r), r.randrange(-1, 8)),
    lambda r: lambda: c.ChangeDraw(_any_seat(r), r.randrange(-1, 8)),
    lambda r: lambda: c.Discard(_any_seat(r), _any_cards(r, 7), r.random() < 0.3),
    lambda r: lambda: c.AskDrawCount(_any_seat(r), _any_seat(r)),
    lambda r: lambda: c.DeclarePotOpen(_any_seat(r)),
    lambda r: lambda: c.NobodyDeclares(),
    lambda r: lambda: c.Declare(_any_seat(r), r.choice(tuple(Way))),
    lambda r: lambda: c.ShowOpeners(_any_seat(r)),
    lambda r: lambda: c.AdmitNoOpeners(_any_seat(r)),
    lambda r: lambda: c.AskOpeningHand(_any_seat(r)),
    lambda r: lambda: c.ShowCards(_any_seat(r), _known(r)),
    lambda r: lambda: c.Claim(_any_seat(r), r.choice(("eight", "nine-six", "pair", "flush", "gin"))),
    lambda r: lambda: c.MuckHand(_any_seat(r)),
    lambda r: lambda: c.RetrieveHand(_any_seat(r), _any_role(r)),
    lambda r: lambda: c.RuleHand(_any_seat(r), r.random() < 0.5, _any_role(r)),
    lambda r: lambda: c.VoidHand(_any_role(r)),
    lambda r: lambda: c.AwardPot(_any_seat(r), _any_role(r)),
    lambda r: lambda: c.CallMisdeal(_any_role(r)),
    lambda r: lambda: c.UndoLastAction(_any_role(r), r.choice(("", "slip"))),
    lambda r: lambda: c.ReleaseDeck(r.choice((("a", "b"), ("a", "A"), ())), r.choice(("in play", "red"))),
    lambda r: lambda: c.RemakeStub(r.choice((("a", "b"), ("a", "A"))), r.random() < 0.5),
    lambda r: lambda: c.ConfirmTable(_any_role(r)),
    lambda r: (
        lambda: c.ReadCards(
            r.choice(("shoe", "tray", "overhead")), _any_seat(r), _any_cards(r), r.choice((1.0, 0.5))
        )
    ),
    lambda r: lambda: c.ReadTray(r.choice((50, 52, 53)), r.choice(((), (DECK[3],)))),
    lambda r: lambda: c.CountDeck(r.choice((51, 52, 53, r.randrange(0, 54)))),
    lambda r: (
        lambda: c.ReportFault(
            r.choice(
                (
                    "JAM",
                    "DOUBLE_FEED",
                    "DEVICE_LOST",
                    "CAMERA_BLIND",
                    "POWER_LOST",
                    "CARD_IN_DOUBT",
                    "MARKED_CARDS",
                )
            ),
            r.choice(("shuffler", "tray")),
            r.choice((None, _any_seat(r))),
        )
    ),
    lambda r: lambda: c.ReportRecovery(r.choice(("shuffler", "tray"))),
    lambda r: (
        lambda: c.VerifyDeck(
            r.choice(("red", "in play")),
            r.choice((None, DECK[7])),
            r.choice(((), (DECK[8],))),
            r.choice(((), (DECK[9],))),
        )
    ),
)
