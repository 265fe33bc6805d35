"""Everything the log keeps comes back from JSON as it was."""

import dataclasses
import inspect
import types
from collections.abc import Mapping
from enum import Enum
from types import ModuleType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_controller import commands, events, observations
from table_controller.cards import DECK, Card, parse_card, parse_cards
from table_controller.codec import (
    STORED_TYPES,
    Codec,
    canonical,
    check,
    decode,
    encode,
    encode_sealed,
    hidden_fields,
    parse_body,
    table_digest,
)
from table_controller.codec_forms import CodecError, fields_of
from table_controller.hidden_faces import RecordSeal
from table_controller.table.state import HeldCard, Seat, Table


class OpenSealer:
    """A sealer that only turns the bytes round, to see what would be sealed."""

    def seal(self, hand_no: int, place: str, plain: bytes) -> bytes:
        return plain[::-1]

    def unseal(self, hand_no: int, place: str, sealed: bytes) -> bytes:
        return sealed[::-1]


SLOW_MACHINE = [HealthCheck.too_slow]
SEAL = RecordSeal(OpenSealer(), 1, "here")


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type hint, built from the hint alone."""
    simple = {
        str: st.text(max_size=12),
        int: st.integers(-(2**63), 2**63),
        float: st.floats(allow_nan=False, allow_infinity=False),
        bool: st.booleans(),
        types.NoneType: st.none(),
        Card: st.sampled_from(DECK),
    }
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in simple:
        return simple[hint]
    if inspect.isclass(hint) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if dataclasses.is_dataclass(hint):
        return objects_of(hint)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, types.UnionType):
        return st.one_of([values_of(arm) for arm in arguments])
    if origin is tuple and arguments[1:] == (...,):
        return st.lists(values_of(arguments[0]), max_size=6).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, arguments))
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        return st.dictionaries(values_of(arguments[0]), values_of(arguments[1]), max_size=4)
    raise AssertionError(f"no values of {hint}")


def objects_of(cls: Any) -> st.SearchStrategy[Any]:
    hints = get_type_hints(cls)
    if cls is Table:
        hints["before_last_action"] = hints["before_award"] = types.NoneType
    fields = {field.name: values_of(hints[field.name]) for field in dataclasses.fields(cls)}
    if cls is observations.Observation:
        fields["facts"] = fields["facts"].filter(lambda facts: not any_face(facts))
    return st.builds(cls, **fields)


def any_face(facts: Mapping[str, object]) -> bool:
    return any(isinstance(fact, str) and any(card.text in fact for card in DECK) for fact in facts.values())


@pytest.mark.parametrize("cls", STORED_TYPES, ids=lambda cls: cls.__name__)
@settings(max_examples=25, deadline=None, suppress_health_check=SLOW_MACHINE)
@given(data=st.data())
def test_what_was_encoded_decodes_to_the_same(cls: type, data: st.DataObject) -> None:
    value = data.draw(objects_of(cls))

    in_clear = parse_body(canonical(encode(value)))
    sealed = parse_body(canonical(encode_sealed(value, SEAL)))

    assert decode(in_clear) == value
    assert type(decode(in_clear)) is cls
    assert decode(sealed, SEAL) == value
    check(sealed)


@pytest.mark.parametrize(
    ("module", "union", "parts"),
    [
        (commands, commands.Command, set()),
        (events, events.Event, {events.Delivery, events.HalfWon}),
        (observations, observations.Kept, set()),
    ],
)
def test_no_type_is_left_out_of_the_log(module: ModuleType, union: object, parts: set[type]) -> None:
    defined = {
        cls
        for _, cls in inspect.getmembers(module, inspect.isclass)
        if cls.__module__ == module.__name__ and dataclasses.is_dataclass(cls)
    }

    assert defined - parts == set(get_args(union)) <= set(STORED_TYPES)
    assert len({cls.__name__ for cls in STORED_TYPES}) == len(STORED_TYPES), "two types of one name"
    assert not {"type", "v"} & {field.name for cls in STORED_TYPES for field in fields_of(cls)}


@settings(max_examples=40, deadline=None, suppress_health_check=SLOW_MACHINE)
@given(objects_of(Table))
def test_a_table_has_one_digest_for_each_value(table: Table) -> None:
    assert table_digest(table) == table_digest(dataclasses.replace(table))
    assert table_digest(table) != table_digest(dataclasses.replace(table, stub=table.stub + 1))


@settings(max_examples=20, deadline=None, suppress_health_check=SLOW_MACHINE)
@given(objects_of(Table))
def test_the_digest_tells_two_hidden_faces_apart(table: Table) -> None:
    seats = [
        dataclasses.replace(table, seats=(Seat(1, "Ann", 100, hand=(HeldCard(1, parse_card(face)),)),))
        for face in ("Ah", "As")
    ]

    assert table_digest(seats[0]) != table_digest(seats[1])


# Hidden faces


def test_every_face_not_known_to_all_is_hidden() -> None:
    open_to_all = {
        cls.__name__: names for cls in STORED_TYPES if (names := faces_of(cls) - hidden_fields(cls))
    }

    assert open_to_all == {
        "CardsShown": {"cards"},
        "OpenersProved": {"cards"},
        "CardExposed": {"card"},
        "CardTakenBack": {"card"},
        "RulingMade": {"cards"},
        "DeclarationsOpened": {"ways"},
    }
    assert hidden_fields(commands.Declare) == {"way"}
    assert hidden_fields(events.DeclarationMade) == {"way"}
    assert hidden_fields(commands.DeliverCard) == {"card"}
    assert hidden_fields(commands.ShowCards) == {"cards"}
    assert hidden_fields(events.AlertRaised) == {"cards"}


def faces_of(cls: type) -> set[str]:
    return {field.name for field in fields_of(cls) if field.faces}


@pytest.mark.parametrize("cls", STORED_TYPES, ids=lambda cls: cls.__name__)
@settings(max_examples=10, deadline=None, suppress_health_check=SLOW_MACHINE)
@given(data=st.data())
def test_a_sealed_body_has_no_hidden_face_and_one_length(cls: type, data: st.DataObject) -> None:
    body = encode_sealed(data.draw(objects_of(cls)), SEAL)

    for name in hidden_fields(cls):
        sealed = body[name]
        assert isinstance(sealed, dict)
        assert set(sealed) <= {"sealed", "n"}
        assert len(str(sealed["sealed"])) == len(str(SEAL.close("x", None)["sealed"]))


def test_a_whole_deck_fits_into_one_sealed_field() -> None:
    tray = commands.ReadTray(0, DECK)

    assert decode(encode_sealed(tray, SEAL), SEAL) == tray


def test_a_sealed_body_does_not_decode_without_a_key() -> None:
    body = encode_sealed(events.CardBurned(1, parse_card("Ah")), SEAL)

    with pytest.raises(CodecError, match=r"^CardBurned.card: is sealed, and there is no key$"):
        decode(body)


def test_observed_facts_may_not_name_a_card() -> None:
    with pytest.raises(ValueError, match="the fact 'face' is a face; pass it as cards") as caught:
        observations.Observation("shoe", "read", {"face": "Ah"})

    assert "Ah" not in str(caught.value)


# Bad input


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ([], "not an object"),
        ({"type": "Fold"}, "an object without type and version"),
        ({"type": "Fold", "v": "1", "seat": 2}, "an object without type and version"),
        ({"type": "Fould", "v": 1, "seat": 2}, "unknown type 'Fould'"),
        ({"type": "Fold", "v": 2, "seat": 2}, "Fold version 2 is newer than this program, which knows 1"),
        ({"type": "Fold", "v": 0, "seat": 2}, "Fold: no way from version 0 to 1"),
        ({"type": "Fold", "v": 1}, "Fold: field 'seat' is missing"),
        ({"type": "Fold", "v": 1, "seat": 2, "set": 3}, "Fold: unknown field 'set'"),
        ({"type": "Fold", "v": 1, "seat": "2"}, "Fold.seat: not a whole number: '2'"),
        ({"type": "Fold", "v": 1, "seat": True}, "Fold.seat: not a whole number: True"),
        ({"type": "Fold", "v": 1, "seat": 2.0}, "Fold.seat: not a whole number: 2.0"),
        ({"type": "SeatOut", "v": 1}, "unknown type 'SeatOut'"),
        (
            {"type": "VoidHand", "v": 1, "by": "king"},
            "VoidHand.by: not one of dealer, floor, surveillance: 'king'",
        ),
        ({"type": "ShowdownStarted", "v": 1, "order": 3}, "ShowdownStarted.order: not a list"),
        ({"type": "CardBurned", "v": 1, "number": 1, "card": "1h"}, "CardBurned.card: not a card"),
        (
            {"type": "PotAwarded", "v": 1, "pot": 0, "chips": 1, "contenders": [], "shares": [[1]]},
            "PotAwarded.shares: not 2 values",
        ),
        (
            {"type": "Observation", "v": 1, "source": "x", "name": "x", "facts": []},
            "Observation.facts: not an object",
        ),
        (
            {"type": "Observation", "v": 1, "source": "x", "name": "x", "facts": {"face": "Ah"}},
            "Observation: x of x: the fact 'face' is a face; pass it as cards",
        ),
        (
            {
                "type": "ConfigureTable",
                "v": 1,
                "game": {"id": "x", "title": "x", "course": [{"kind": "sit"}]},
            },
            "ConfigureTable.game: Game.course: Step.kind: not one of deal, bet, draw, declare, showdown: 'sit'",
        ),
        ({"type": "CardBurned", "v": 1, "number": 1, "card": 5}, "CardBurned.card: not a card"),
        ({"type": "CardsDue", "v": 1, "deliveries": [4]}, "CardsDue.deliveries: not a Delivery"),
        (
            {"type": "CardsDue", "v": 1, "deliveries": [{"seat": "x"}]},
            "CardsDue.deliveries: Delivery.seat: not a whole number: 'x'",
        ),
    ],
)
def test_a_bad_body_gives_one_clear_line(body: Any, line: str) -> None:
    with pytest.raises(CodecError) as caught:
        decode(body)

    assert str(caught.value) == line


@pytest.mark.parametrize(
    "value",
    [
        events.Folded(seat="2"),  # type: ignore[arg-type]
        events.Folded(seat=True),
        commands.ReadCards("shoe", 1, parse_cards("Ah Kd"), score=float("nan")),
        commands.ReadCards("shoe", 1, [parse_card("Ah")]),  # type: ignore[arg-type]
        events.CardBurned(1, "Ah"),  # type: ignore[arg-type]
        events.Delivery(1),
        events.PotAwarded(0, 5, (1,), ((1, 5, 9),)),  # type: ignore[arg-type]
        events.CardsDue((3,)),  # type: ignore[arg-type]
        observations.Observation("shoe", "read", {1: 2}),  # type: ignore[dict-item]
        commands.VoidHand("king"),  # type: ignore[arg-type]
    ],
)
def test_a_value_that_does_not_fit_its_type_is_not_encoded(value: Any) -> None:
    with pytest.raises(CodecError) as caught:
        encode(value)

    assert "Ah" not in str(caught.value)


def test_text_that_is_not_json_is_refused() -> None:
    with pytest.raises(CodecError, match="not JSON"):
        parse_body("{")


# Old records


@dataclasses.dataclass(frozen=True, slots=True)
class Waved:
    seat: int
    hands: int
    hat: bool = False


def test_an_old_record_is_upgraded_step_by_step_on_reading() -> None:
    codec = Codec(
        (Waved,),
        {"Waved": 3},
        {
            ("Waved", 1): lambda fields: {"seat": fields["player"]},
            ("Waved", 2): lambda fields: {**fields, "hands": 1},
        },
    )

    assert codec.decode({"type": "Waved", "v": 1, "player": 4}) == Waved(4, 1)
    assert codec.decode({"type": "Waved", "v": 2, "seat": 4}) == Waved(4, 1)
    assert codec.encode(Waved(4, 1)) == {"type": "Waved", "v": 3, "seat": 4, "hands": 1, "hat": False}


def test_a_field_added_with_a_default_needs_no_upgrade() -> None:
    codec = Codec((Waved,), {}, {})

    assert codec.decode({"type": "Waved", "v": 1, "seat": 4, "hands": 2}) == Waved(4, 2, hat=False)


def test_a_type_there_is_no_way_to_write_is_an_error_of_the_programmer() -> None:
    @dataclasses.dataclass(frozen=True)
    class Odd:
        when: complex

    with pytest.raises(TypeError, match="no way to write"):
        Codec((Odd,), {}, {}).encode(Odd(1j))
