"""Hand histories as text."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from table_controller.phh.history import HandHistory, House
from table_controller.phh.notation import write_line
from table_controller.phh.toml_text import toml_key, toml_value


def write(hand: HandHistory) -> str:
    """Return a hand as the text of a ``.phh`` file.

    :raises TypeError: one of its facts is nothing TOML could hold
    """
    return "".join(f"{line}\n" for line in _lines(hand))


def write_all(hands: Iterable[HandHistory]) -> str:
    """Return several hands as the text of a ``.phhs`` file, numbered from 1."""
    return "\n".join(f"[{number}]\n{write(hand)}" for number, hand in enumerate(hands, 1))


def _lines(hand: HandHistory) -> Iterator[str]:
    for name, value in _fields(hand):
        if value is not None:
            yield f"{toml_key(name)} = {toml_value(value)}"
    yield "actions = ["
    for line in hand.lines:
        yield f"  {toml_value(write_line(line))},"
    yield "]"
    for name, value in hand.facts.items():
        yield f"{toml_key(name)} = {toml_value(value)}"
    if hand.finishing_stacks is not None:
        yield f"finishing_stacks = {toml_value(hand.finishing_stacks)}"


def _fields(hand: HandHistory) -> Iterator[tuple[str, object]]:
    yield "variant", hand.variant
    yield "ante_trimming_status", hand.ante_trimming
    yield "antes", hand.antes
    yield "blinds_or_straddles", hand.blinds
    yield "small_bet", hand.small_bet
    yield "big_bet", hand.big_bet
    yield "min_bet", hand.min_bet
    yield "starting_stacks", hand.starting_stacks
    yield "seats", hand.seats
    if hand.house is not None:
        yield from _house(hand.house)


def _house(house: House) -> Iterator[tuple[str, object]]:
    for name, value in asdict(house).items():
        yield f"_drawtable_{name}", value
