"""How a value of each type is written as JSON: one form per type hint, strict in both directions."""

import dataclasses
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from table_controller.cards import Card, parse_card
from table_controller.structure import Way

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"

_In = TypeVar("_In")
_Out = TypeVar("_Out")


class CodecError(ValueError):
    """A value that does not fit its type. The text says where and what, and never names a card."""


@dataclass(frozen=True, slots=True)
class Form:
    """Both directions of one type; each raises :class:`CodecError` on a value of another."""

    encode: Callable[[object], JsonValue]
    decode: Callable[[JsonValue], object]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a dataclass; *faces* tells whether it can hold what is hidden: a card, or a declared way."""

    name: str
    form: Form
    optional: bool
    faces: bool


@cache
def form_of(hint: object) -> Form:
    """Return how values of this type are written.

    :raises TypeError: there is no way to write such a type
    """
    if isinstance(hint, type) and hint in _SCALARS:
        return _scalar(hint)
    if hint is Card:
        return Form(_encode_card, _decode_card)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _nested(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _literal(arguments)
    if origin in (Union, types.UnionType):
        return _union(tuple(form_of(arm) for arm in arguments))
    if origin is tuple and arguments[1:] == (...,):
        return _sequence(form_of(arguments[0]))
    if origin is tuple:
        return _row(tuple(form_of(item) for item in arguments))
    if isinstance(origin, type) and issubclass(origin, Mapping) and arguments[0] is str:
        return _mapping(form_of(arguments[1]))
    raise TypeError(f"no way to write {hint}")


@cache
def fields_of(cls: type) -> tuple[Field, ...]:
    """Return the fields of a dataclass in order.

    :raises TypeError: not a dataclass, or a field of a type there is no way to write
    """
    if not dataclasses.is_dataclass(cls):
        raise TypeError(f"not a dataclass: {cls!r}")
    hints = get_type_hints(cls)
    return tuple(
        Field(
            name=field.name,
            form=form_of(hints[field.name]),
            optional=field.default is not dataclasses.MISSING
            or field.default_factory is not dataclasses.MISSING,
            faces=holds_faces(hints[field.name]),
        )
        for field in dataclasses.fields(cls)
    )


@cache
def fields_by_name(cls: type) -> Mapping[str, Field]:
    """Return the fields of :func:`fields_of` by name, in their order."""
    return {field.name: field for field in fields_of(cls)}


def holds_faces(hint: object, above: frozenset[object] = frozenset()) -> bool:
    """Return whether a value of this type can hold a card or a declared way, however deep."""
    if hint in (Card, Way):
        return True
    if hint in above:
        return False
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        parts = tuple(get_type_hints(hint).values())
    else:
        parts = get_args(hint)
    return any(holds_faces(part, above | {hint}) for part in parts)


def encode_fields(value: object) -> dict[str, JsonValue]:
    """Return the fields of a dataclass value as JSON.

    :raises CodecError: a field holds what its type does not allow
    """
    cls: type = type(value)
    return {field.name: encode_field(value, field) for field in fields_of(cls)}


def encode_field(value: object, field: Field) -> JsonValue:
    """Return one field of a dataclass value as JSON."""
    try:
        return field.form.encode(getattr(value, field.name))
    except CodecError as error:
        raise CodecError(f"{type(value).__name__}.{field.name}: {error}") from None


def decode_fields(cls: type, values: Mapping[str, JsonValue]) -> object:
    """Return the dataclass value; a missing field takes its default.

    :raises CodecError: a field that is unknown, missing, or not of its type
    """
    name = cls.__name__
    fields = fields_by_name(cls)
    if not values.keys() <= fields.keys():
        raise CodecError(f"{name}: unknown field {min(values.keys() - fields.keys())!r}")
    arguments: dict[str, object] = {}
    for key, field in fields.items():
        if key in values:
            try:
                arguments[key] = field.form.decode(values[key])
            except CodecError as error:
                raise CodecError(f"{name}.{key}: {error}") from None
        elif not field.optional:
            raise CodecError(f"{name}: field {key!r} is missing")
    try:
        return cast(object, cls(**arguments))
    except ValueError as error:
        raise CodecError(f"{name}: {error}") from None


# One maker of forms for each kind of type

_SCALARS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a finite number",
    bool: "true or false",
    types.NoneType: "nothing",
}


def _scalar(kind: type) -> Form:
    def check(value: object) -> JsonValue:
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind or (isinstance(value, float) and value - value != 0):
            raise CodecError(f"not {_SCALARS[kind]}: {_shown(value)}")
        return cast(JsonValue, value)

    return Form(check, check)


def _encode_card(value: object) -> JsonValue:
    if isinstance(value, Card):
        return value.text
    raise CodecError("not a card")


def _decode_card(value: JsonValue) -> object:
    if isinstance(value, str):
        try:
            return parse_card(value)
        except ValueError:
            pass
    raise CodecError("not a card")


def _enum(kind: type[Enum]) -> Form:
    members = {str(member.value): member for member in kind}

    def encode(value: object) -> JsonValue:
        if isinstance(value, kind):
            return str(value.value)
        raise CodecError(f"not one of {', '.join(members)}: {_shown(value)}")

    def decode(value: JsonValue) -> object:
        if isinstance(value, str) and value in members:
            return members[value]
        raise CodecError(f"not one of {', '.join(members)}: {_shown(value)}")

    return Form(encode, decode)


def _literal(words: tuple[object, ...]) -> Form:
    def check(value: object) -> JsonValue:
        if any(type(value) is type(word) and value == word for word in words):
            return cast(JsonValue, value)
        raise CodecError(f"not one of {', '.join(map(str, words))}: {_shown(value)}")

    return Form(check, check)


def _union(arms: tuple[Form, ...]) -> Form:
    def encode(value: object) -> JsonValue:
        return _first_that_fits(tuple(arm.encode for arm in arms), value)

    def decode(value: JsonValue) -> object:
        return _first_that_fits(tuple(arm.decode for arm in arms), value)

    return Form(encode, decode)


def _first_that_fits(ways: tuple[Callable[[_In], _Out], ...], value: _In) -> _Out:
    errors = []
    for way in ways:
        try:
            return way(value)
        except CodecError as error:
            errors.append(error)
    raise errors[0]


def _sequence(item: Form) -> Form:
    def encode(value: object) -> JsonValue:
        if not isinstance(value, tuple):
            raise CodecError("not a tuple")
        return [item.encode(one) for one in value]

    def decode(value: JsonValue) -> object:
        if not isinstance(value, list):
            raise CodecError("not a list")
        return tuple([item.decode(one) for one in value])

    return Form(encode, decode)


def _row(items: tuple[Form, ...]) -> Form:
    def encode(value: object) -> JsonValue:
        if not isinstance(value, tuple) or len(value) != len(items):
            raise CodecError(f"not {len(items)} values")
        return [item.encode(one) for item, one in zip(items, value, strict=True)]

    def decode(value: JsonValue) -> object:
        if not isinstance(value, list) or len(value) != len(items):
            raise CodecError(f"not {len(items)} values")
        return tuple(item.decode(one) for item, one in zip(items, value, strict=True))

    return Form(encode, decode)


def _mapping(item: Form) -> Form:
    def encode(value: object) -> JsonValue:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise CodecError("not a mapping of names")
        return {key: item.encode(one) for key, one in value.items()}

    def decode(value: JsonValue) -> object:
        if not isinstance(value, dict):
            raise CodecError("not an object")
        return {key: item.decode(one) for key, one in value.items()}

    return Form(encode, decode)


def _nested(cls: type) -> Form:
    def encode(value: object) -> JsonValue:
        if type(value) is not cls:
            raise CodecError(f"not a {cls.__name__}: {type(value).__name__}")
        return encode_fields(value)

    def decode(value: JsonValue) -> object:
        if not isinstance(value, dict):
            raise CodecError(f"not a {cls.__name__}")
        return decode_fields(cls, value)

    return Form(encode, decode)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
