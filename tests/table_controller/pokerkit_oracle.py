"""Whole hands of five games beside PokerKit: who acts, what he may do, pots and stacks, step by step.

Where the two are known to differ the difference is masked by its name, and how often is printed.
"""

import random
import warnings
from collections import Counter
from dataclasses import dataclass
from typing import Final

from pokerkit import (
    Automation,
    BadugiHand,
    BettingStructure,
    Deck,
    Hand,
    Mode,
    Opening,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
    State,
    Street,
)

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import Card, deck_of
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.rules.menu import legal_actions
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.pots import layers
from table_controller.table.state import Phase, Table, new_table

AUTOMATED: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
ANTES: Final = (
    Stakes(Betting.LIMIT, (2, 4), ante=1),
    Stakes(Betting.NO_LIMIT, (2,), ante=1),
    Stakes(Betting.POT_LIMIT, (2,), ante=1),
)
BLINDS: Final = (
    Stakes(Betting.LIMIT, (4, 8), blinds=((1, 2), (2, 4))),
    Stakes(Betting.NO_LIMIT, (4,), ante=1, blinds=((1, 2), (2, 4))),
    Stakes(Betting.POT_LIMIT, (4,), blinds=((1, 2), (2, 4))),
    Stakes(Betting.LIMIT, (30, 60), blinds=((0, 10), (1, 20), (2, 30))),
)
LIMIT_OF_MANY_DRAWS: Final = (
    Stakes(Betting.LIMIT, (4, 4, 8, 8), blinds=((1, 2), (2, 4))),
    Stakes(Betting.LIMIT, (30, 30, 60, 60), ante=2, blinds=((0, 10), (1, 20), (2, 30))),
    Stakes(Betting.POT_LIMIT, (4,), blinds=((1, 2), (2, 4))),
)


@dataclass(frozen=True)
class Subject:
    """A game both engines play: ours by id and draws, theirs by the kind of hand."""

    game: str
    draws: int
    hand: type[Hand]
    stakes: tuple[Stakes, ...]
    most_players: int


SUBJECTS: Final = {
    "five-card draw": Subject("five-card-draw", 1, StandardHighHand, (*ANTES, *BLINDS), 6),
    "2-7 triple draw": Subject("kansas-city-lowball", 3, StandardLowHand, LIMIT_OF_MANY_DRAWS, 5),
    "2-7 single draw": Subject("kansas-city-lowball", 1, StandardLowHand, BLINDS, 6),
    "badugi": Subject("badugi", 3, BadugiHand, LIMIT_OF_MANY_DRAWS, 6),
    "A-5": Subject("california-lowball", 1, RegularLowHand, BLINDS, 6),
    "A-5 triple draw": Subject("california-lowball", 3, RegularLowHand, LIMIT_OF_MANY_DRAWS, 5),
}
TIED_RANKS: Final = (14, 13, 12, 11, 9)
STRUCTURE: Final = {
    Betting.LIMIT: BettingStructure.FIXED_LIMIT,
    Betting.NO_LIMIT: BettingStructure.NO_LIMIT,
    Betting.POT_LIMIT: BettingStructure.POT_LIMIT,
}


@dataclass
class Both:
    """One hand on both engines. Seats 1 to n, the last is the button; PokerKit counts from left of it."""

    table: Table
    peer: State
    deck: list[Card]
    rng: random.Random
    masked: Counter[str]
    pat: bool
    """Everybody stands pat, on hands that tie."""
    raising: float
    """How fond of raising they are, beside 1 for folding and 4 for calling."""
    short_raise: bool = False
    """An all-in below a full bet or raise was made in this round."""
    odd: bool = False
    """A pot left more than one odd chip."""
    odd_pots: int = 0
    """Pots that left odd chips."""

    def put(self, command: c.Command) -> None:
        for event in decide(self.table, command):
            assert not isinstance(event, e.ActionRefused), event
            self.table = evolve(self.table, event)
            if isinstance(event, e.BettingStarted):
                self.short_raise = False
            if isinstance(event, e.PotAwarded):
                self.odd_pots += event.chips % len(event.shares) > 0
                self.odd = self.odd or event.chips % len(event.shares) > 1

    def play(self) -> None:
        self._first_deal()
        while self.table.phase is not Phase.OVER:
            self.same()
            if self.table.phase is Phase.BET:
                self._act()
            elif self.table.phase is Phase.DRAW and len(self.deck) < 2:
                self.masked["the stub is used up: not compared any further (E13, F15)"] += 1
                return
            elif self.table.phase is Phase.DRAW:
                self._draw()
            else:
                assert self.table.to_act is not None
                self.put(c.ShowCards(self.table.to_act))
        self._same_at_the_end()

    def _first_deal(self) -> None:
        hands: dict[int, list[Card]] = {seat.number: [] for seat in self.table.seats}
        while self.table.due:
            card = self.deck.pop()
            number = self.table.due[0].seat
            assert number is not None
            hands[number].append(card)
            self.put(c.DeliverCard(card))
        for number in sorted(hands):
            self.peer.deal_hole(texts(hands[number]), number - 1)

    def same(self) -> None:
        """Stacks, bets, turn and pots, until hands are shown: there PokerKit runs to the end by itself."""
        table, peer = self.table, self.peer
        if table.phase is Phase.SHOWDOWN:
            return
        assert [seat.stack for seat in table.seats] == list(peer.stacks)
        assert [seat.bet for seat in table.seats] == list(peer.bets)
        if table.phase is Phase.BET:
            assert peer.actor_index is not None
            assert table.to_act == peer.actor_index + 1
        if table.phase is Phase.DRAW:
            assert peer.stand_patter_or_discarder_index is not None
            assert table.to_act == peer.stand_patter_or_discarder_index + 1
            ours = [(pot.chips, pot.seats) for pot in layers(table)]
            theirs = [(pot.amount, tuple(i + 1 for i in pot.player_indices)) for pot in peer.pots]
            assert ours == merged(theirs)

    def _act(self) -> None:
        table, peer, rng = self.table, self.peer, self.rng
        seat = table.to_act
        assert seat is not None
        menu = {action.word: action for action in legal_actions(table)}
        assert peer.can_check_or_call()
        assert ("fold" in menu) == self._peer_may_fold()
        call = menu["call"].low if "call" in menu else 0
        assert call == peer.checking_or_calling_amount
        up = menu.get("bet") or menu.get("raise")
        ours = (up.low, up.high) if up else None
        theirs = None
        if peer.can_complete_bet_or_raise_to():
            theirs = (
                peer.min_completion_betting_or_raising_to_amount,
                peer.max_completion_betting_or_raising_to_amount,
            )
        if ours != theirs:
            self.masked[self._why(ours, theirs)] += 1
        choice = rng.choices(("fold", "call", "raise"), (1.0, 4.0, self.raising))[0]
        if choice == "raise" and ours is not None and ours == theirs:
            low, high = ours
            assert low is not None
            assert high is not None
            total = low if rng.random() < 0.6 else rng.randint(low, high)
            self._note_short_raise(total)
            self.put(c.BetTo(seat, total))
            peer.complete_bet_or_raise_to(total)
        elif choice == "fold" and "fold" in menu:
            self.put(c.Fold(seat))
            peer.fold()
        else:
            self.put(c.Call(seat) if "call" in menu else c.Check(seat))
            peer.check_or_call()

    def _peer_may_fold(self) -> bool:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return self.peer.can_fold()

    def _note_short_raise(self, total: int) -> None:
        betting = self.table.round
        assert betting is not None
        size = betting.bet if self.table.stakes.betting is Betting.LIMIT else betting.raise_size
        if total - betting.to_match < size:
            self.short_raise = True

    def _why(self, ours: object, theirs: object) -> str:
        """Return the name of a known difference.

        :raises AssertionError: it is not a known one
        """
        betting = self.table.round
        assert betting is not None
        limit = self.table.stakes.betting is Betting.LIMIT
        if limit and not betting.capped and theirs is None and betting.raises >= 4:
            return "heads-up from the start of the round: no cap (D07)"
        if limit and self.short_raise:
            return "limit: half a bet reopens and is completed (F05)"
        if not limit and self.short_raise and betting.raises == 0 and ours is None:
            return "no limit: a short first bet does not reopen for who checked or called the blind (F06)"
        others = [seat for seat in self.table.live if seat.number != self.table.to_act]
        if theirs is None and all(seat.bet + seat.stack <= betting.to_match for seat in others):
            return "a raise that nobody has the chips to call: it comes back (F12)"
        raise AssertionError(f"ours {ours}, theirs {theirs}, {betting}")

    def _draw(self) -> None:
        """All say and lay down in turn, then all are served."""
        rng = self.rng
        free = len(self.deck) - 2
        taken: dict[int, int] = {}
        while self.table.to_act is not None:
            self.same()
            number = self.table.to_act
            most = min(free, len(self.table.seat(number).hand))
            count = 0 if self.pat else max(0, min(rng.choice((0, 1, 2, 3, 3, 5)), most))
            free -= count
            taken[number] = count
            cards = rng.sample(self.table.seat(number).faces, count)
            self.put(c.Discard(number, tuple(cards)))
            self.peer.stand_pat_or_discard(texts(cards))
        new: dict[int, list[Card]] = {}
        while self.table.due:
            to, card = self.table.due[0].seat, self.deck.pop()
            self.put(c.DeliverCard(card))
            if to is None:
                self.peer.burn_card(card.text)
            else:
                new.setdefault(to, []).append(card)
        for number in sorted(new, key=list(taken).index):
            assert len(new[number]) == taken[number]
            self.peer.deal_hole(texts(new[number]), number - 1)

    def _same_at_the_end(self) -> None:
        assert not self.peer.status
        ours, theirs = [seat.stack for seat in self.table.seats], list(self.peer.stacks)
        if self.odd and ours != theirs:
            self.masked["more than one odd chip: one each (F01)"] += 1
            assert sum(ours) == sum(theirs)
        elif self.odd_pots > 1 and ours != theirs:
            self.masked["odd chips in several pots, each divided apart (F03)"] += 1
            assert sum(ours) == sum(theirs)
            assert all(abs(a - b) < self.odd_pots for a, b in zip(ours, theirs, strict=True))
        else:
            assert ours == theirs


def texts(cards: list[Card]) -> str:
    return "".join(card.text for card in cards)


def merged(pots: list[tuple[int, tuple[int, ...]]]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots with layers that the same seats can win made one (PokerKit keeps some apart)."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for chips, seats in pots:
        if found and found[-1][1] == seats:
            found[-1] = (found[-1][0] + chips, seats)
        elif chips:
            found.append((chips, seats))
    return found


def blinds_of(stakes: Stakes, players: int) -> tuple[int, ...]:
    """Return the blinds from the button's left, the button's own last."""
    by_place = dict(stakes.blinds)
    at_button = (0,) * (players - len(by_place)) + (by_place[0],) if 0 in by_place else ()
    return (*(chips for place, chips in stakes.blinds if place), *at_button)


def peer_of(subject: Subject, stakes: Stakes, stacks: list[int]) -> State:
    """Return the same game made of PokerKit's parts: a bet and four raises, the big blind being a bet."""
    limit = stakes.betting is Betting.LIMIT
    cards = 4 if subject.hand is BadugiHand else 5
    streets = tuple(
        Street(
            number > 1,
            () if number > 1 else (False,) * cards,
            0,
            number > 1,
            Opening.POSITION,
            stakes.limit_of(number),
            (4 if stakes.blinds and number == 1 else 5) if limit else None,
        )
        for number in range(1, subject.draws + 2)
    )
    return State(
        AUTOMATED,
        Deck.STANDARD,
        (subject.hand,),
        streets,
        STRUCTURE[stakes.betting],
        True,
        (stakes.ante,) * len(stacks),
        blinds_of(stakes, len(stacks)),
        0,
        stacks,
        len(stacks),
        mode=Mode.CASH_GAME,
    )


def tied_hands(count: int, cards: int) -> list[Card]:
    """Return cards that give each of up to four players the same ranks in mixed suits, a badugi where it is four."""
    of = {(card.rank, card.suit): card for card in deck_of(52)}
    ranks = TIED_RANKS[:cards]
    return [of[rank, (place + turn) % 4] for turn, rank in enumerate(ranks) for place in range(count)]


def a_hand(subject: Subject, seed: int, masked: Counter[str]) -> Both:
    rng = random.Random(f"{subject.game} {subject.draws} {seed}")
    stakes = rng.choice(subject.stakes)
    big = stakes.limits[-1]
    pat = rng.random() < 0.2
    count = rng.randrange(max(2, len(stakes.blinds)), 5 if pat else subject.most_players + 1)
    least = stakes.ante + stakes.big_blind + 1  # short blinds: PokerKit lets others call them short (F13)
    sizes = (big // 2 + 1, 2 * big, 3 * big + 1, 5 * big, 30 * big, 30 * big)
    stacks = [max(least, rng.choice(sizes)) for _ in range(count)]
    game, rules = build(subject.game, "wsop-2024", draws=subject.draws)
    table = new_table(game, rules, stakes)
    for number, stack in enumerate(stacks, 1):
        for event in decide(table, c.TakeSeat(number, "", stack)):
            table = evolve(table, event)
    for event in decide(table, c.StartHand(button=count)):
        table = evolve(table, event)
    deck = list(deck_of(52))
    rng.shuffle(deck)
    if pat:
        tied = tied_hands(count, game.hand_size)
        deck = [card for card in deck if card not in tied] + tied[::-1]
    raising = rng.choice((2.5, 2.5, 20.0))
    return Both(table, peer_of(subject, stakes, stacks), deck, rng, masked, pat, raising)


def compare(subject: Subject, seeds: range) -> Counter[str]:
    """Play a hand for each seed on both engines; return how often each known difference was masked.

    :raises AssertionError: they differ otherwise
    """
    masked: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in seeds:
            a_hand(subject, seed, masked).play()
    return masked
