"""Changing a frozen value: ``dataclasses.replace`` for the values a table is made of, at a tenth of its time.

Every event makes a new table of some forty fields, so this is most of what folding a log costs (measured: 0.4
instead of 5 microseconds a table). It copies the value's dictionary whole, which is why these values have no slots.
"""

from typing import Any, TypeVar

from table_controller.frozen import Unmade

Value = TypeVar("Value")


def replace(value: Value, /, **changes: Any) -> Value:
    """Return a copy of a dataclass without slots, without ``__post_init__``, with these fields changed.

    :raises TypeError: it has no such field
    """
    before = value.__dict__
    after = before | changes
    if len(after) != len(before):
        unknown = sorted(changes.keys() - before.keys())
        raise TypeError(f"{type(value).__name__} has no field {unknown[0]}")
    return made(type(value), after)


def made(kind: type[Value], fields: dict[str, Any]) -> Value:
    """Return the value of these fields, all that *kind* has: what :func:`replace` does, by a third quicker.

    For what changes most: ``fields = table.__dict__.copy()``, then the new ones. A test holds that no other is there.
    """
    value: Any = Unmade()
    value.__dict__ = fields
    value.__class__ = kind
    frozen: Value = value
    return frozen
