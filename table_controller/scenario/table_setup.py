"""The set-up lines put together: game, house rules, stakes, seats and cards, or what is wrong with them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from table_controller.cards import Card, deck_of
from table_controller.games.build import build, find_game
from table_controller.games.profiles import PROFILES
from table_controller.games.switches import (
    NOT_FOR_SCENARIOS,
    SWITCHES,
    GameError,
    allowed_values,
    parse_switch,
)
from table_controller.rules.kills import is_killed_by_winners
from table_controller.rules.seating import impossible
from table_controller.scenario.errors import ScenarioError, nearest
from table_controller.scenario.lines import (
    AnteIs,
    BettingIs,
    BlindsAre,
    ButtonAt,
    DeckIs,
    DrawsAre,
    FourBefore,
    GameIs,
    LegOf,
    PassedOut,
    PotSoFar,
    ProfileIs,
    Scenario,
    SeatIs,
    SetUp,
    SetUpLine,
    StubIs,
    SwitchIs,
)
from table_controller.structure import Betting, Game, HouseRules, Stakes

FEWEST_SEATS: Final = 2
ONCE: Final = (
    GameIs, ProfileIs, DrawsAre, FourBefore, AnteIs, BlindsAre, BettingIs, ButtonAt, LegOf, PassedOut, PotSoFar, StubIs,
    DeckIs,
)  # fmt: skip
FIRST_WORDS: Final[Mapping[type[SetUp], str]] = {
    GameIs: "game", ProfileIs: "profile", DrawsAre: "draws", FourBefore: "four-before", AnteIs: "ante", BlindsAre: "blinds",
    ButtonAt: "button", LegOf: "leg or killer", PassedOut: "passed-out", PotSoFar: "pot", StubIs: "stub", DeckIs: "deck",
}  # fmt: skip
Said = TypeVar("Said", bound=SetUp)


@dataclass(frozen=True, slots=True)
class TableSetUp:
    """A table ready for its hand. *stub* and *deck* are cards from the top as far as written."""

    game: Game
    rules: HouseRules
    stakes: Stakes
    button: int
    passed_out: int
    pot: int
    leg: LegOf | None
    seats: tuple[SeatIs, ...]
    stub: tuple[Card | None, ...]
    deck: tuple[Card | None, ...]


def table_set_up(scenario: Scenario) -> TableSetUp:
    """Put the set-up lines together.

    :raises ScenarioError: something is missing, unknown, twice or impossible; the line it is in
    """
    lines = scenario.set_up
    _refuse_twice(lines)
    game, rules = _game_and_rules(lines)
    seats = _seats(lines, rules)
    stakes = _stakes(lines, game, rules)
    _check_cards(lines, game, rules)
    return TableSetUp(
        game,
        rules,
        stakes,
        _said(lines, ButtonAt, ButtonAt(seats[-1].seat)).seat,
        _said(lines, PassedOut, PassedOut(0)).times,
        _said(lines, PotSoFar, PotSoFar(0)).chips,
        _leg(lines, rules, stakes),
        seats,
        _said(lines, StubIs, StubIs(())).cards,
        _said(lines, DeckIs, DeckIs(())).cards,
    )


def _each(lines: tuple[SetUpLine, ...], kind: type[Said]) -> Iterator[tuple[SetUpLine, Said]]:
    for line in lines:
        if isinstance(line.said, kind):
            yield line, line.said


def _line(lines: tuple[SetUpLine, ...], *kinds: type[SetUp]) -> SetUpLine:
    """Return the first line of the first of these kinds there is, else the last of the set-up."""
    for kind in kinds:
        for line in lines:
            if isinstance(line.said, kind):
                return line
    return lines[-1]


def _said(lines: tuple[SetUpLine, ...], kind: type[Said], otherwise: Said) -> Said:
    return next((said for _, said in _each(lines, kind)), otherwise)


def _error(line: SetUpLine, reason: str) -> ScenarioError:
    return ScenarioError(line.number, line.column, reason)


def _refuse_twice(lines: tuple[SetUpLine, ...]) -> None:
    if not lines:
        raise ScenarioError(1, 1, "nothing is set up: game, ante or blinds, betting and seats come first")
    seen = dict[object, int]()
    for line in lines:
        said = line.said
        key: object = type(said)
        if isinstance(said, SwitchIs):
            key = said.switch
        elif isinstance(said, SeatIs):
            key = said.seat
        if key in seen:
            raise _error(line, f"{_what(said)} stands in line {seen[key]} already")
        seen[key] = line.number


def _what(said: SetUp) -> str:
    """Return the words a line is known by: ``seat 1``, ``rule max_draw``, else the one it begins with."""
    match said:
        case SeatIs(seat):
            return f"seat {seat}"
        case SwitchIs(switch):
            return f"rule {switch}"
        case BettingIs():
            return "a betting line"
    return FIRST_WORDS.get(type(said), "this")


def _game_and_rules(lines: tuple[SetUpLine, ...]) -> tuple[Game, HouseRules]:
    game_id = _said(lines, GameIs, GameIs("")).game
    if not game_id:
        raise _error(lines[0], "no game is named: a line such as  game jacks-or-better")
    profile = _said(lines, ProfileIs, ProfileIs("")).profile or None
    if profile is not None and profile not in PROFILES:
        near = nearest(profile, PROFILES)
        raise _error(
            _line(lines, ProfileIs), f"no such profile: {profile}{near}; there are {', '.join(PROFILES)}"
        )
    switches = {said.switch: _switch_value(line, said) for line, said in _each(lines, SwitchIs)}
    draws = next((said.draws for _, said in _each(lines, DrawsAre)), None)
    betting = next((said.betting for _, said in _each(lines, BettingIs)), Betting.LIMIT)
    four_before = any(_each(lines, FourBefore))
    try:
        find_game(game_id)
    except GameError as error:
        raise _error(_line(lines, GameIs), str(error)) from None
    try:
        return build(game_id, profile, switches, draws=draws, four_before=four_before, betting=betting)
    except GameError as error:
        raise _error(_culprit(lines, str(error)), str(error)) from None


def _culprit(lines: tuple[SetUpLine, ...], reason: str) -> SetUpLine:
    """Return the line a reason speaks of: the switch it names, else draws or four-before, else the game."""
    for line, said in _each(lines, SwitchIs):
        if said.switch in reason:
            return line
    if "four-before" in reason:
        return _line(lines, FourBefore, GameIs)
    if "draws" in reason:
        return _line(lines, DrawsAre, GameIs)
    return _line(lines, GameIs)


def _switch_value(line: SetUpLine, said: SwitchIs) -> str:
    """Return the value in the letters the switch has it in."""
    if said.switch in NOT_FOR_SCENARIOS:
        raise _error(
            line,
            f"{said.switch} is no rule here; stakes and structure have lines of their own (ante, limit, draws …)",
        )
    if said.switch not in SWITCHES:
        raise _error(line, f"no such switch: {said.switch}{nearest(said.switch, SWITCHES)}")
    allowed = {value.lower(): value for value in allowed_values(said.switch)}
    value = allowed.get(said.value.lower(), said.value)
    try:
        parse_switch(said.switch, value)
    except GameError as error:
        raise _error(line, f"{error}{nearest(said.value.lower(), allowed.values())}") from None
    return value


def _stakes(lines: tuple[SetUpLine, ...], game: Game, rules: HouseRules) -> Stakes:
    betting = next((said for _, said in _each(lines, BettingIs)), None)
    if betting is None:
        raise _error(
            _line(lines, GameIs),
            "no betting line: limit, spread-limit, pot-limit or no-limit, and the figures",
        )
    ante = _said(lines, AnteIs, AnteIs(0)).chips
    chips = _said(lines, BlindsAre, BlindsAre(())).chips
    blinds = tuple((offset, blind) for offset, blind in enumerate(chips) if blind)
    if not ante and not blinds and not rules.no_forced_bet:
        raise _error(
            _line(lines, AnteIs, BlindsAre, GameIs),
            "neither ante nor blinds: without a forced bet the line  rule no_forced_bet true  is needed (B16)",
        )
    stakes = Stakes(betting.betting, betting.limits, ante, blinds)
    why = impossible(game, rules, stakes)
    if why is not None:
        raise _error(_line(lines, BlindsAre, GameIs), f"{why[1]} ({' '.join(why[0])})")
    return stakes


def _leg(lines: tuple[SetUpLine, ...], rules: HouseRules, stakes: Stakes) -> LegOf | None:
    """Return who has a leg or kills, where the house has a kill and somebody sits there."""
    said = next((said for _, said in _each(lines, LegOf)), None)
    if said is None:
        return None
    line = _line(lines, LegOf)
    if not is_killed_by_winners(rules, stakes):
        raise _error(line, "winners kill only in limit games with blinds and  rule kill half  or  full (F20)")
    if all(seat.seat != said.seat for _, seat in _each(lines, SeatIs)):
        raise _error(line, f"nobody sits in seat {said.seat}")
    return said


def _seats(lines: tuple[SetUpLine, ...], rules: HouseRules) -> tuple[SeatIs, ...]:
    written = tuple(_each(lines, SeatIs))
    if len(written) > rules.max_seats:
        line, _ = written[rules.max_seats]
        raise _error(line, f"{len(written)} seats; the table has {rules.max_seats} at most (A02)")
    if len(written) < FEWEST_SEATS:
        reason = f"{len(written)} seat{'s' * (len(written) != 1)}; a hand needs two at least (A02)"
        raise _error(_line(lines, SeatIs), reason)
    for line, said in written:
        if said.seat > rules.max_seats:
            raise _error(line, f"there is no seat {said.seat}; seats are 1 to {rules.max_seats} (A02)")
        if said.stack % rules.smallest_chip:
            raise _error(line, f"a stack of {said.stack} is not made of chips of {rules.smallest_chip} (F10)")
    return tuple(sorted((said for _, said in written), key=lambda said: said.seat))


def _check_cards(lines: tuple[SetUpLine, ...], game: Game, rules: HouseRules) -> None:
    deck = deck_of(rules.deck_size)
    where = dict[Card, int]()
    for line in lines:
        if not isinstance(line.said, SeatIs | StubIs | DeckIs):
            continue
        for card in line.said.cards:
            if card is None:
                continue
            if card not in deck:
                raise _error(line, f"{card} is not in this deck of {len(deck)} cards (A03)")
            if card in where:
                raise _error(line, f"the same card twice: {card} lies in line {where[card]} already")
            where[card] = line.number
    _check_counts(lines, game, len(deck))


def _check_counts(lines: tuple[SetUpLine, ...], game: Game, deck_size: int) -> None:
    dealt = game.course[0].cards
    has_deck = any(_each(lines, DeckIs))
    written = 0
    for line in lines:
        if not isinstance(line.said, SeatIs | StubIs | DeckIs):
            continue
        cards = len(line.said.cards)
        if isinstance(line.said, SeatIs) and cards > dealt:
            raise _error(line, f"{cards} cards; the first deal is {dealt} to each seat")
        if has_deck and cards and not isinstance(line.said, DeckIs):
            raise _error(line, "the whole deck is written, so no seat's cards and no stub are")
        written += cards if not isinstance(line.said, SeatIs) else dealt
        if not has_deck and written > deck_size:
            raise _error(line, f"more cards are written than the deck of {deck_size} has")
    if has_deck and written - dealt * len(tuple(_each(lines, SeatIs))) > deck_size:
        raise _error(_line(lines, DeckIs), f"more cards are written than the deck of {deck_size} has")
