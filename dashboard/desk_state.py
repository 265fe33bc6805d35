"""What a camera desk shows and what it may be asked: the words between a page and whatever drives it."""

from dataclasses import dataclass
from typing import Annotated, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from table_controller.wire.models import Model

Point = tuple[
    Annotated[float, Field(ge=-20_000, le=40_000, allow_inf_nan=False)],
    Annotated[float, Field(ge=-20_000, le=40_000, allow_inf_nan=False)],
]
"""A place in the picture, in pixels of the camera's frame."""
Tone = Literal["good", "warn", "bad", "note"]


class DeskFinding(Model):
    """One thing that was looked at, in words; *ok* false is what somebody has to change."""

    ok: bool
    text: str


class DeskQuad(Model):
    """An outline drawn over the picture, with a word at its first corner."""

    label: str
    corners_px: Annotated[tuple[Point, ...], Field(min_length=2)]
    tone: Tone = "note"


class DeskTile(Model):
    """One of several things to be collected: a card, a corner of the picture."""

    text: str
    state: Literal["open", "now", "done", "wrong"]
    picture: int | None = None
    """There is a picture of it (:class:`TilePictures`); another number, another picture."""


class DeskAction(Model):
    """A button. The first primary one is also the space bar; *why* says what a disabled one waits for."""

    name: str
    label: str
    primary: bool = False
    enabled: bool = True
    why: str = ""


class DeskRegion(BaseModel):
    """A named polygon of the picture, such as a seat's part of the table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[\w .-]+$")]
    corners_px: Annotated[tuple[Point, ...], Field(min_length=3, max_length=24)]


class DeskState(Model):
    """All a desk shows at one moment; *size_px* is (width, height) of the frames its places are measured in."""

    title: str
    instruction: str
    progress: Annotated[float, Field(ge=0, le=1)] | None = None
    findings: tuple[DeskFinding, ...] = ()
    quads: tuple[DeskQuad, ...] = ()
    tiles: tuple[DeskTile, ...] = ()
    actions: tuple[DeskAction, ...] = ()
    regions: tuple[DeskRegion, ...] = ()
    regions_may_change: bool = False
    """People may drag, add and remove regions; each change comes back as the deed ``regions``."""
    size_px: tuple[int, int] | None = None
    done: bool = False
    """Nothing more comes: the page says that it may be closed."""


class DeskDeed(BaseModel):
    """Something a person did at the desk: a button's name, or ``regions`` with all regions as they are now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9_-]*$")]
    text: Annotated[str, Field(max_length=200)] = ""
    regions: Annotated[tuple[DeskRegion, ...], Field(max_length=16)] = ()


@dataclass(frozen=True, slots=True)
class DeskPicture:
    """A picture of the camera as JPEG; a newer one has a higher number."""

    number: int
    jpeg: bytes


class DeedRefused(ValueError):
    """What was asked cannot be done now; one line says why, the person reads it."""


class DeskDriver(Protocol):
    """What stands behind a desk. :meth:`state` and :meth:`picture` answer at once, from the loop's thread."""

    def state(self) -> DeskState:
        """Return what is to be shown now."""

    def picture(self) -> DeskPicture | None:
        """Return the newest picture, None as long as there is none."""

    def act(self, deed: DeskDeed) -> None:
        """Do what a person asked for; may take its time, one deed at a time, in a thread of its own.

        :raises DeedRefused: it cannot be done
        """


@runtime_checkable
class TilePictures(Protocol):
    """A driver whose tiles have pictures."""

    def tile_picture(self, index: int) -> bytes | None:
        """Return the picture of tile *index* as JPEG, None where there is none; at once, from the loop's thread."""
