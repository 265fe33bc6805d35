"""TOML as text, as far as hand histories need it."""

import datetime
import math
import re
from collections.abc import Iterable, Mapping
from typing import Final

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml_value(value: object) -> str:
    """Return a value as TOML.

    >>> toml_value(["As", 3, True, {"max_draw": "3"}])
    '["As", 3, true, {max_draw = "3"}]'

    :raises TypeError: TOML has no such value
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _float(value)
        case str():
            return f'"{"".join(_character(c) for c in value)}"'
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case Mapping():
            pairs = (f"{toml_key(str(key))} = {toml_value(inner)}" for key, inner in value.items())
            return "{" + ", ".join(pairs) + "}"
        case Iterable():
            return "[" + ", ".join(toml_value(inner) for inner in value) + "]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def toml_key(key: str) -> str:
    """Return a key, quoted where it has to be."""
    return key if _BARE.fullmatch(key) else toml_value(key)


def _float(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return character if code >= 0x20 and code != 0x7F else f"\\u{code:04x}"
