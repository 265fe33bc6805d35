"""What a table is set to: the game as a value, the house rules, the stakes.

Games are built from these parts in :mod:`table_controller.games`; nothing here decides anything.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import accumulate
from typing import Literal


class Evaluator(Enum):
    """A way of ranking hands."""

    HIGH = "high"
    ACE_TO_FIVE = "ace-to-five"
    DEUCE_TO_SEVEN = "deuce-to-seven"
    ACE_TO_SIX = "ace-to-six"
    BADUGI = "badugi"
    BADUGI_ACE_HIGH = "badugi, ace high"


class StepKind(Enum):
    """One part of a hand's course."""

    DEAL = "deal"
    BET = "bet"
    DRAW = "draw"
    DECLARE = "declare"
    SHOWDOWN = "showdown"


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the course; *number* counts its kind from 1, *cards* is what each seat gets in a deal."""

    kind: StepKind
    number: int = 1
    cards: int = 0


class Way(Enum):
    """What a player declares to play for (V02). Told to nobody before all have declared: as hidden as a face."""

    LOW = "low"
    HIGH = "high"
    BOTH = "both"


class ExposedPolicy(Enum):
    """Which cards exposed in the deal must be kept, where the house goes by the game."""

    KEEP_ALL = "keep all"
    """High draw (G01)."""
    ACE_TO_FIVE = "ace-to-five"
    """Seven or lower in limit, five or lower in pot and no limit (G03, G04, G08)."""
    DEUCE_TO_SEVEN = "deuce-to-seven"
    """Seven, five, four, three and two (G09)."""


@dataclass(frozen=True, slots=True)
class Half:
    """A way to win the pot, or half of it: by which ranking, and what a hand must hold to win it at all.

    *worst_low* is the highest rank a qualifying low may have, without a pair (L08); *least_pair* the lowest pair
    that qualifies. None: any hand may win.
    """

    name: Literal["high", "low", "badugi"]
    evaluator: Evaluator
    worst_low: int | None = None
    least_pair: int | None = None


@dataclass(frozen=True, slots=True)
class LowPhase:
    """What the same cards are played for once nobody has opened for high (J03, J09)."""

    id: str
    title: str
    halves: tuple[Half, ...]
    exposed: ExposedPolicy
    must_open: tuple[int, ...]
    forced_bet: bool
    """Whether the player left of the button must post the opening bet (J09), or may open if he chooses (J03)."""


@dataclass(frozen=True)
class Game:
    """A draw game made of parts (a value; no code of its own).

    *hand_size* is the number of cards of a playing hand (A05). *halves* are what the pot is played for: one
    way to win all of it, or two that split it; with *declared* players say before the showdown which they play
    for (V01), else cards speak (P03). *openers_rank* is the lowest rank of the pair needed to open the first round,
    or None where anything opens (O01, O08). *must_open* are the betting rounds in which nobody may check before
    there is a bet (C04, C17).
    """

    id: str
    title: str
    course: tuple[Step, ...]
    hand_size: int
    halves: tuple[Half, ...]
    exposed: ExposedPolicy
    rows: tuple[str, ...]
    openers_rank: int | None = None
    declared: bool = False
    must_open: tuple[int, ...] = ()
    low_phase: LowPhase | None = None

    @cached_property
    def draws(self) -> int:
        return sum(step.kind is StepKind.DRAW for step in self.course)

    @cached_property
    def betting_round_at(self) -> tuple[int, ...]:
        """By step of the course: the number of the betting round under way or last begun, 0 before the first."""
        return tuple(accumulate(int(step.kind is StepKind.BET) for step in self.course))

    @cached_property
    def betting_rounds(self) -> int:
        return sum(step.kind is StepKind.BET for step in self.course)

    @cached_property
    def dealt(self) -> int:
        """The cards each seat is dealt before the first draw."""
        return sum(step.cards for step in self.course if step.kind is StepKind.DEAL)

    @property
    def is_four_before(self) -> bool:
        """Whether one card more is drawn than thrown in the first draw (E20)."""
        return self.dealt < self.hand_size

    @cached_property
    def lowball(self) -> Evaluator | None:
        """The ranking of a game that is played for low alone, None for all others."""
        only = self.halves[0]
        return only.evaluator if len(self.halves) == 1 and only.name == "low" else None

    @property
    def turned(self) -> "Game":
        """The game its hands are played for once nobody has opened for high (J03, J09); itself where it never turns."""
        low = self.low_phase
        if low is None:
            return self
        return replace(
            self,
            id=low.id,
            title=low.title,
            halves=low.halves,
            exposed=low.exposed,
            must_open=low.must_open,
            openers_rank=None,
            low_phase=None,
        )

    def whole_hand_at(self, step: int, *, drawn: bool) -> int:
        """Return the cards a hand has at this step of the course, before or after it has first *drawn* (E20, E22)."""
        if drawn:
            return self.hand_size
        return sum(part.cards for part in self.course[: step + 1] if part.kind is StepKind.DEAL)

    def drawn_beyond(self, draw: int) -> int:
        """Return how many cards more than were thrown everybody takes in this draw (E20)."""
        return self.hand_size - self.dealt if draw == 1 else 0


class Betting(Enum):
    """A betting structure (D13)."""

    LIMIT = "limit"
    SPREAD_LIMIT = "spread_limit"
    POT_LIMIT = "pot_limit"
    NO_LIMIT = "no_limit"


@dataclass(frozen=True)
class Stakes:
    """What a hand is played for, in whole chips.

    *limits* has one figure a betting round, the last repeats; for spread limit it is (smallest, largest),
    for pot and no limit (minimum bet,). *blinds* are (seats left of the button, chips) pairs.
    """

    betting: Betting
    limits: tuple[int, ...]
    ante: int = 0
    blinds: tuple[tuple[int, int], ...] = ()

    @cached_property
    def big_blind(self) -> int:
        return max([chips for _, chips in self.blinds]) if self.blinds else 0

    def limit_of(self, betting_round: int) -> int:
        """Return the bet of this round (from 1): the limit, or the minimum bet of the other structures."""
        if self.betting is Betting.LIMIT:
            return self.limits[min(betting_round, len(self.limits)) - 1]
        return self.limits[0]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every switch of a house, resolved for one game. The fields are the switches, with the rows they decide."""

    profile: str
    # Antes, blinds and the button
    no_forced_bet: bool = False
    max_antes: int | None = None
    open_or_fold: bool = False
    second_round_first: Literal["opener", "dealer_left"] = "opener"
    passout_button: Literal["advance", "stay"] = "advance"
    button_rule: Literal["moving", "dead"] = "moving"
    half_blind_rule: bool = True
    kill: Literal["none", "half", "full"] = "none"
    voluntary_kill: bool = False
    """Who has seen his first two cards may kill the pot at once (F20, case F01)."""
    newplayer_kill: int | None = 2
    kill_needs_consent: bool = False
    # Bet sizes
    min_open: int | None = None
    max_raises: int | None = 4
    headsup_uncapped: bool = True
    cap_lifts_headsup: bool = False
    headsup_before_cap: bool = False
    """Two who are left before the last raise allowed raise as they like; a cap that is reached stays (F04)."""
    blind_counts_as_bet: bool = True
    allin_reopen: Literal["half_bet", "full_bet"] = "half_bet"
    allin_half_raise_base: Literal["actual", "rounded"] = "actual"
    max_seats: int = 8
    # Deck and draw
    deck_joker: int = 1
    kc_joker: bool = False
    foreign_joker: Literal["replaced", "misdeal"] = "replaced"
    """What a joker in a game without one is as long as nobody has acted (Y23)."""
    max_draw: int = 5
    max_draw_ace_or_wild: int | None = None
    five_card_draw: Literal["consecutive", "four_then_one"] = "four_then_one"
    draw_order: Literal["serve_in_turn", "all_discard_first"] = "serve_in_turn"
    burn_before_draw: bool = True
    burn_when_all_pat: bool = False
    burn_closes_number: bool = False
    """The burn is a card dealt for the number said: once it has left, the number stands (E16, case B06)."""
    bottom_card: Literal["never_direct", "only_if_completes", "dealt"] = "never_direct"
    reshuffle_set: Literal["earlier_discards", "all_but_own", "muck_and_prior_rounds"] = "earlier_discards"
    reshuffle_includes_muck: Literal["never", "if_needed", "always"] = "if_needed"
    # Exposed cards
    exposed_before: Literal["by_game", "replace_all", "keep_all"] = "by_game"
    exposed_low_kept: Literal["seven", "five"] = "seven"
    """The highest card a player must keep when it is exposed in the deal of limit ace-to-five (G03, case B02)."""
    exposed_joker: Literal["kept", "replaced"] = "kept"
    exposed_after: Literal["replace_last"] = "replace_last"
    burn_from_exposed: bool = True
    misdeal_exposed: int | None = None
    short_hand: Literal["live", "dead"] = "live"
    """A hand with too few cards once there was action before the draw (F25): it lives and draws up, or is dead."""
    # Openers
    opening_requirement: Literal["by_game", "none", "jacks"] = "by_game"
    progressive: bool = False
    openers_enforced: bool = False
    openers_button: bool = True
    split_needs_announcement: bool = True
    split_check: Literal["possible", "exact"] = "possible"
    false_open_participants: Literal["dealt_in", "all"] = "dealt_in"
    # Games still to come: the switches are here so that a house is a whole value from the first day
    jb_false_open_reante: bool = True
    jb_low_open: Literal["forced", "voluntary"] = "forced"
    jb_low: Literal["A-5", "2-7"] = "A-5"
    jb_conversion: Literal["opened", "held"] = "opened"
    johnson_low_check: bool = True
    johnson_low_check_raise: bool = False
    sevens_rule: bool = False
    sevens_in_big_bet: bool = False
    sevens_post_draw: Literal["returned", "to_second_best", "forfeit_pot"] = "returned"
    lowball_check_raise: bool = True
    miscall: Literal["dead_if_fouled_or_multiway", "foul_only", "cards_speak"] = "dead_if_fouled_or_multiway"
    must_announce_pair: bool = True
    declare_low: Literal["A-5", "2-7", "A-6"] = "A-5"
    scoop_against: Literal["declarers", "all"] = "declarers"
    declare_all_fail: Literal["split_best", "carry"] = "split_best"
    # Showdown
    odd_chip: Literal["first_left_of_button"] = "first_left_of_button"
    hilo_odd_chip: Literal["high", "low"] = "high"
    first_to_show: Literal["last_aggressor", "dealer_left"] = "last_aggressor"
    smallest_chip: int = 1

    @property
    def deck_size(self) -> int:
        return 52 + self.deck_joker
