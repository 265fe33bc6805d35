"""Frozen values made quickly are what ``dataclasses`` makes of them, in every other respect too."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import dataclass, field
from typing import get_args

import pytest

from table_controller.cards import parse_cards
from table_controller.commands import Command
from table_controller.events import CardDealt, Event, RulingMade
from table_controller.frozen import quickly_made
from table_controller.table.state import BettingRound, HeldCard, Openers, Seat, Table

KINDS = (*get_args(Event), *get_args(Command), HeldCard, Seat, BettingRound, Openers, Table)


def plain(kind: type) -> type:
    """Return the class as ``dataclasses`` alone makes it."""
    made = [
        (f.name, f.type, dataclasses.field(default=f.default))
        if f.default is not dataclasses.MISSING
        else (f.name, f.type)
        for f in dataclasses.fields(kind)
    ]
    return dataclasses.make_dataclass(kind.__name__, made, frozen=True)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_value_is_made_as_dataclasses_would_make_it(kind: type) -> None:
    ours, theirs = inspect.signature(kind), inspect.signature(plain(kind))
    assert [(p.name, p.kind, p.default) for p in ours.parameters.values()] == [
        (p.name, p.kind, p.default) for p in theirs.parameters.values()
    ]
    given = {name: object() for name in ours.parameters}

    value, same = kind(**given), kind(*given.values())

    assert type(value) is kind
    assert {name: getattr(value, name) for name in given} == given
    assert value == same
    assert hash(value) == hash(same)
    assert hasattr(value, "__dict__") is not hasattr(kind, "__slots__")
    for name in given:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, None)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_a_value_needs_must_be_given(kind: type) -> None:
    needed = [p for p in inspect.signature(kind).parameters.values() if p.default is p.empty]
    if needed:
        with pytest.raises(TypeError, match=r"__init__\(\) missing"):
            kind()
    with pytest.raises(TypeError):
        kind(no_such_field=1)


def test_values_are_copied_changed_and_pickled_as_before() -> None:
    ace, king = parse_cards("As Kd")
    dealt = CardDealt(1, 2, ace, 0)

    assert dealt == CardDealt(seat=1, number=2, card=ace, draw=0, face_up=False)
    assert dataclasses.replace(dealt, card=king) == CardDealt(1, 2, king, 0)
    assert copy.deepcopy(dealt) == dealt
    assert pickle.loads(pickle.dumps(dealt)) == dealt
    assert repr(RulingMade(("E01",), "So it is.")).startswith("RulingMade(rules=('E01',), text='So it is.'")


def test_only_plain_dataclasses_can_be_made_quickly() -> None:
    @dataclass(frozen=True)
    class OfAnother(HeldCard):
        place: int = 0

    @dataclass(frozen=True, slots=True)
    class WithAFactory:
        numbers: tuple[int, ...] = field(default_factory=tuple)

    @dataclass(frozen=True, slots=True)
    class WithAfterthought:
        number: int

        def __post_init__(self) -> None: ...

    for kind in (OfAnother, WithAFactory, WithAfterthought):
        with pytest.raises(TypeError, match="not a plain dataclass"):
            quickly_made(kind)
