"""What a table's file is made of: sections, and the kinds of values in them."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from table_controller.wire.topics import ID_PATTERN


def _plain(text: str) -> str:
    """Refuse control characters: no path has them, and on a page or a terminal they do harm."""
    if not text.isprintable():
        raise PydanticCustomError("control_character", "control characters cannot stand in a text")
    return text


Text = Annotated[str, Field(max_length=1000), AfterValidator(_plain)]
Name = Annotated[str, Field(max_length=40), AfterValidator(_plain)]
Id = Annotated[str, Field(pattern=f"^{ID_PATTERN}$")]
Chips = Annotated[int, Field(ge=0, le=1_000_000_000)]
Seat = Annotated[int, Field(ge=1, le=8)]


class ConfigError(ValueError):
    """The file cannot be used; one line says what, where and what to do."""


class Section(BaseModel):
    """A table of the file; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def check_seats(section: str, numbers: list[int], seats: int) -> None:
    """Check that the seats of a section are there, and no two things in one.

    :raises ConfigError: they are not
    """
    for number in numbers:
        if number > seats:
            raise ConfigError(f"[[{section}]] seat {number} is not there; the table has {seats} seats")
        if numbers.count(number) > 1:
            raise ConfigError(f"[[{section}]] seat {number} stands there twice")
