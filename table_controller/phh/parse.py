"""Reading hand histories. What is wrong is one line: where, what, what to do."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from table_controller.phh.errors import PhhError
from table_controller.phh.history import HandHistory, House, Line
from table_controller.phh.notation import parse_line
from table_controller.phh.variants import OTHER_CODES, OWN_CODE, VARIANTS

T = TypeVar("T")
Fields = dict[str, object]

MOST_PLAYERS: Final = 10
MOST_LINES: Final = 2_000
"""Far above any hand: eight players who raise to the cap in four rounds and draw three times make about 200."""
MOST_CHIPS: Final = 10**15
OWN_FIELDS: Final = tuple(
    f"_drawtable_{name}"
    for name in ("game", "draws", "four_before", "betting", "limits", "profile", "switches")
)
BETTING_WORDS: Final = ("limit", "spread_limit", "pot_limit", "no_limit")


def parse(text: str) -> HandHistory:
    """Return the one hand of a ``.phh`` text.

    :raises PhhError: it is none, or not of a draw game
    """
    hands = parse_all(text)
    if len(hands) != 1:
        raise PhhError(f"{len(hands)} hands are in this text, not one")
    return hands[0][1]


def parse_all(text: str) -> list[tuple[str, HandHistory]]:
    """Return the hands of a ``.phh`` text, or of a ``.phhs`` text with several, each with its name there.

    :raises PhhError: it is none, or not of a draw game
    """
    fields = _toml(text)
    if "variant" in fields or not fields or not all(isinstance(v, dict) for v in fields.values()):
        return [("", history_of(fields))]
    hands = []
    for name, inner in fields.items():
        try:
            hands.append((name, history_of(dict(_table(inner)))))
        except PhhError as error:
            raise PhhError(f"hand [{ascii(name)[1:-1]}]: {error}") from None
    return hands


def _toml(text: str) -> Fields:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PhhError("this is no TOML: brackets are nested too deep") from None
    except ValueError as error:
        reason = str(error).partition("\n")[0]
        raise PhhError(f"this is no TOML: {ascii(reason)[1:-1]}") from None


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise PhhError("not a table")
    return value


def history_of(fields: Fields) -> HandHistory:
    """Return the hand of these fields; they are used up, and what is left are its facts.

    :raises PhhError: a field is missing or holds what it must not
    """
    variant = _variant(fields)
    house = _house(fields, variant)
    stacks = _need(fields, "starting_stacks", _stacks)
    players = len(stacks)
    per_player = _per_player(players)
    limit = VARIANTS[variant].betting.value == "limit" if house is None else house.betting == "limit"
    lines = _need(fields, "actions", lambda value: _lines(value, players))
    return HandHistory(
        variant,
        _need(fields, "antes", per_player),
        _need(fields, "blinds_or_straddles", per_player),
        stacks,
        lines,
        _need(fields, "small_bet", _positive) if limit else None,
        _need(fields, "big_bet", _positive) if limit else None,
        None if limit else _need(fields, "min_bet", _positive),
        _maybe(fields, "ante_trimming_status", _truth) or False,
        _maybe(fields, "finishing_stacks", per_player),
        _maybe(fields, "seats", per_player),
        house,
        fields,
    )


def _variant(fields: Fields) -> str:
    code = _need(fields, "variant", _word)
    if code in OTHER_CODES:
        raise PhhError(f"variant: {code} is not a draw game; dealt here are {', '.join(VARIANTS)}")
    if code not in VARIANTS and code != OWN_CODE:
        raise PhhError(f"variant: there is no {code!a}; dealt here are {', '.join(VARIANTS)}")
    return code


def _house(fields: Fields, variant: str) -> House | None:
    if not any(name in fields for name in OWN_FIELDS):
        if variant == OWN_CODE:
            raise PhhError(f"{OWN_FIELDS[0]}: missing; a hand of variant {OWN_CODE} names its game")
        return None
    game, draws, four_before, betting, limits, profile, switches = OWN_FIELDS
    house = House(
        _need(fields, game, _word),
        _need(fields, draws, _whole),
        _need(fields, four_before, _truth),
        _need(fields, betting, _betting),
        _need(fields, limits, _amounts),
        _need(fields, profile, _word),
        _need(fields, switches, _switches),
    )
    known = VARIANTS.get(variant)
    if known and (house.game, house.draws, house.betting) != (known.game, known.draws, known.betting.value):
        raise PhhError(f"{game}: variant {variant} is another game than this; leave the {game} fields out")
    return house


# Fields


def _need(fields: Fields, name: str, parser: Callable[[object], T]) -> T:
    found = _maybe(fields, name, parser)
    if found is None:
        raise PhhError(f"{name}: missing; a hand history of this variant has it")
    return found


def _maybe(fields: Fields, name: str, parser: Callable[[object], T]) -> T | None:
    if name not in fields:
        return None
    try:
        return parser(fields.pop(name))
    except PhhError as error:
        raise PhhError(f"{name}: {error}") from None


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise PhhError(f"{_short(value)} is no text")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise PhhError(f"{_short(value)} is neither true nor false")
    return value


def _whole(value: object) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_CHIPS:
        raise PhhError(f"{_short(value)} is no number of whole chips; chips are 0 to {MOST_CHIPS}")
    return value


def _positive(value: object) -> int:
    if _whole(value) == 0:
        raise PhhError("0 cannot be; a bet is 1 at least")
    return _whole(value)


def _amounts(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise PhhError(f"{_short(value)} is no list of amounts")
    return tuple(_whole(entry) for entry in value)


def _stacks(value: object) -> tuple[int, ...]:
    stacks = _amounts(value)
    if not 2 <= len(stacks) <= MOST_PLAYERS:
        raise PhhError(f"{len(stacks)} players; there are 2 to {MOST_PLAYERS}")
    if 0 in stacks:
        raise PhhError(f"p{stacks.index(0) + 1} has no chips; every player of a hand has some")
    return stacks


def _per_player(players: int) -> Callable[[object], tuple[int, ...]]:
    def parser(value: object) -> tuple[int, ...]:
        amounts = _amounts(value)
        if len(amounts) != players:
            raise PhhError(f"{len(amounts)} entries for {players} players; there is one for each")
        return amounts

    return parser


def _lines(value: object, players: int) -> tuple[Line, ...]:
    if not isinstance(value, list):
        raise PhhError(f"{_short(value)} is no list of actions")
    if len(value) > MOST_LINES:
        raise PhhError(f"{len(value)} actions are more than a hand can have ({MOST_LINES})")
    lines: list[Line] = []
    for number, entry in enumerate(value, 1):
        try:
            lines.append(parse_line(_word(entry), players))
        except PhhError as error:
            raise PhhError(f"number {number}: {error}") from None
    return tuple(lines)


def _betting(value: object) -> str:
    if value not in BETTING_WORDS:
        raise PhhError(f"{_short(value)} is no betting structure; there are {', '.join(BETTING_WORDS)}")
    return str(value)


def _switches(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(inner, str) for inner in value.values()):
        raise PhhError('not a table of texts, such as {max_draw = "3"}')
    return dict(value)


def _short(value: object) -> str:
    try:
        text = ascii(value)
    except (RecursionError, ValueError):  # nested without end, or digits without end
        return "this"
    return text if len(text) <= 40 else text[:37] + "..."
