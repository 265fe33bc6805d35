"""Commands, events and what else the log keeps, as JSON and back: ``{"type": "CardDealt", "v": 1, ...}``.

An old record is upgraded on reading and never rewritten. A field added with a default needs no upgrade
where the default means what the old records meant; any other change of a type raises its version in
:mod:`table_controller.codec_upgrades`, with the step that makes it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, cast, get_args

from table_controller.codec_forms import (
    CodecError,
    Field,
    JsonValue,
    decode_fields,
    encode_field,
    encode_fields,
    fields_by_name,
    fields_of,
)
from table_controller.codec_upgrades import UPGRADES, VERSIONS, Body, Upgrade
from table_controller.commands import Command
from table_controller.events import PUBLIC_FACES, Event
from table_controller.hidden_faces import FaceTexts, KeyErased, RecordSeal, is_sealed
from table_controller.observations import Kept
from table_controller.table.state import Table

Stored: TypeAlias = Command | Event | Kept
STORED_TYPES: Final[tuple[type, ...]] = (*get_args(Command), *get_args(Event), *get_args(Kept))


class Codec:
    """Writes and reads values of the given dataclasses."""

    def __init__(
        self,
        types: Iterable[type],
        versions: Mapping[str, int],
        upgrades: Mapping[tuple[str, int], Upgrade],
    ) -> None:
        self._types = {cls.__name__: cls for cls in types}
        self._versions = versions
        self._upgrades = upgrades

    def encode(self, value: object, seal: RecordSeal | None = None) -> Body:
        """Return *value* as JSON; with *seal*, its hidden faces sealed.

        :raises CodecError: not a value of these types
        """
        name = type(value).__name__
        if name not in self._types or type(value) is not self._types[name]:
            raise CodecError(f"not a type the log knows: {name}")
        cls = self._types[name]
        body: Body = {"type": name, "v": self._versions.get(name, 1)}
        hidden = hidden_fields(cls) if seal is not None else frozenset()
        for field in fields_of(cls):
            encoded = encode_field(value, field)
            if seal is not None and field.name in hidden:
                encoded = cast(Body, seal.close(f"{name}.{field.name}", cast(FaceTexts, encoded)))
            body[field.name] = encoded
        return body

    def decode(self, body: JsonValue, seal: RecordSeal | None = None) -> object:
        """Return the value; *seal* opens its sealed fields.

        Faces whose key was erased come back as unread cards, or as no cards.

        :raises CodecError: unknown type, field or version, or a bad value
        :raises SealBroken: a sealed field does not open
        :raises KeyErased: its key is gone and the value means nothing without the face
        """
        cls, fields = self._typed(body)
        known = fields_by_name(cls)
        for name in [name for name, value in fields.items() if name in known and is_sealed(value)]:
            if seal is None:
                raise CodecError(f"{cls.__name__}.{name}: is sealed, and there is no key")
            fields[name] = _opened(cls, known[name], cast(Body, fields[name]), seal)
        return decode_fields(cls, fields)

    def check(self, body: JsonValue) -> None:
        """Check all of a stored body that can be checked without keys.

        :raises CodecError: as for :meth:`decode`
        """
        cls, fields = self._typed(body)
        known = fields_by_name(cls)
        for name, value in fields.items():
            if is_sealed(value):
                continue
            if name not in known:
                raise CodecError(f"{cls.__name__}: unknown field {name!r}")
            try:
                known[name].form.decode(value)
            except CodecError as error:
                raise CodecError(f"{cls.__name__}.{name}: {error}") from None

    def _typed(self, body: JsonValue) -> tuple[type, Body]:
        """Return the type and its fields, upgraded to the version of today."""
        if not isinstance(body, dict):
            raise CodecError("not an object")
        name, version = body.get("type"), body.get("v")
        if not isinstance(name, str) or not isinstance(version, int):
            raise CodecError("an object without type and version")
        now = self._versions.get(name, 1)
        if version > now:
            raise CodecError(f"{name} version {version} is newer than this program, which knows {now}")
        fields = body.copy()
        del fields["type"], fields["v"]
        for step in range(version, now):
            if (name, step) not in self._upgrades:
                raise CodecError(f"{name}: no way from version {step} to {step + 1}")
            fields = self._upgrades[name, step](fields)
        if name not in self._types:
            raise CodecError(f"unknown type {name!r}")
        return self._types[name], fields


def hidden_fields(cls: type) -> frozenset[str]:
    """Return the fields of a stored type whose faces are sealed: all that can hold one and are not public."""
    public = PUBLIC_FACES.get(cls, frozenset())
    return frozenset(field.name for field in fields_of(cls) if field.faces and field.name not in public)


def _opened(cls: type, field: Field, sealed: Body, seal: RecordSeal) -> JsonValue:
    try:
        return cast(JsonValue, seal.open(f"{cls.__name__}.{field.name}", sealed))
    except KeyErased:
        count = sealed.get("n")
        stand_ins: list[JsonValue] = [[None] * count, []] if isinstance(count, int) else [None]
        for stand_in in stand_ins:
            try:
                field.form.decode(stand_in)
            except CodecError:
                continue
            return stand_in
        raise


_STORED: Final = Codec(STORED_TYPES, VERSIONS, UPGRADES)


def encode(value: Stored) -> Body:
    """Return the value as JSON, faces and all: never for the log or the wire of a running hand.

    :raises CodecError: a field holds what its type does not allow
    """
    return _STORED.encode(value)


def encode_sealed(value: Stored, seal: RecordSeal) -> Body:
    """Return the value as JSON, every hidden face sealed.

    :raises CodecError: a field holds what its type does not allow
    """
    return _STORED.encode(value, seal)


def decode(body: JsonValue, seal: RecordSeal | None = None) -> Stored:
    """Return the value; see :meth:`Codec.decode`."""
    return cast(Stored, _STORED.decode(body, seal))


def check(body: JsonValue) -> None:
    """Check a stored body as far as it goes without keys; see :meth:`Codec.check`."""
    _STORED.check(body)


_WRITER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
_READER: Final = json.JSONDecoder()


def canonical(value: JsonValue) -> str:
    """Return the one text of a JSON value: keys sorted, no blanks, ASCII.

    >>> canonical({"b": [1, None], "a": "é"})
    '{"a":"\\\\u00e9","b":[1,null]}'
    """
    return _WRITER.encode(value)


def parse_body(text: str) -> JsonValue:
    """Return the JSON value of a stored text.

    :raises CodecError: not JSON
    """
    try:
        return cast(JsonValue, _READER.decode(text))
    except (json.JSONDecodeError, RecursionError):
        raise CodecError("not JSON") from None


def table_digest(table: Table) -> str:
    """Return the SHA-256 of everything the table knows, hidden faces included, as hex.

    Equal tables have equal digests. Not for publishing while a hand runs: five cards can be found by trying.
    """
    return hashlib.sha256(canonical(encode_fields(table)).encode("ascii")).hexdigest()
