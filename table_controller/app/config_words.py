"""What is wrong with a value of a table's file, in plain words."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic_core import ErrorDetails

_WORDS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "missing": lambda _: "this is required",
    "int_type": lambda _: "a whole number is expected",
    "int_from_float": lambda _: "a whole number is expected",
    "string_type": lambda _: 'a text in quotation marks is expected, such as "x"',
    "bool_type": lambda _: "true or false is expected",
    "list_type": lambda _: "a list in square brackets is expected, such as [2, 4]",
    "greater_than_equal": lambda of: f"it is {of['ge']} at least",
    "less_than_equal": lambda of: f"it is {of['le']} at most",
    "too_short": lambda of: f"{of['min_length']} or more are expected, not {of['actual_length']}",
    "too_long": lambda of: f"{of['max_length']} or fewer are expected, not {of['actual_length']}",
    "string_too_long": lambda of: f"it has {of['max_length']} letters at most",
    "string_pattern_mismatch": lambda _: "small letters a-z, figures and - are all it may have, 32 at most",
    "literal_error": lambda of: f"it is one of {of['expected'].replace(' or ', ', ')}",
}
"""By the kind of mistake; the only pattern of the file is that of names that stand in topics."""


def plainly(mistake: ErrorDetails) -> str:
    """Return what was expected; the reader's own words for a kind of mistake no table's file has made yet."""
    words = _WORDS.get(mistake["type"])
    return mistake["msg"].lower() if words is None else words(mistake.get("ctx", {}))
