"""A hand is written only when it goes the same way from its text."""

from collections.abc import Mapping

from table_controller.phh.errors import CannotTell, HandRefused, PhhError
from table_controller.phh.history import HandHistory
from table_controller.phh.parse import parse
from table_controller.phh.replay import replay
from table_controller.phh.sameness import first_difference
from table_controller.phh.telling import Telling
from table_controller.phh.write import write


def proved(telling: Telling, facts: Mapping[str, object]) -> HandHistory:
    """Return the hand told, with these further fields, once it was read back and played again.

    :raises CannotTell: it has no words, or would not go the same way again
    """
    history = telling.history(facts)
    try:
        again = replay(parse(write(history)))
    except (PhhError, HandRefused) as error:
        raise CannotTell(_otherwise(telling, str(error))) from None
    if again.waits_for_the_floor and not telling.with_faces:
        raise CannotTell(telling.doubt or "without its hidden faces the floor would have to decide")
    differs = first_difference(telling.events, again.events, faces=telling.with_faces)
    differs = differs or next(iter(again.differences(history)), None)
    if differs is not None:
        raise CannotTell(_otherwise(telling, differs))
    return history


def _otherwise(telling: Telling, what: str) -> str:
    if telling.doubt:
        return telling.doubt
    how = "from its text" if telling.with_faces else "without its hidden faces"
    return f"played again {how} it goes another way: {what}"
