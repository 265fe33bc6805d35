"""The envelope around everything sent, and the feed a reader gets it from.

Retained state is a hint: a reader trusts an envelope by its epoch (one start of the controller), its seq (the number of
the last event told) and its ts. A new minor of a schema only adds keys; a new major is another topic version.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Annotated, ClassVar, Final, Generic, Literal, Protocol, TypeVar

from pydantic import AwareDatetime, Field, JsonValue, ValidationError

from table_controller.wire.models import (
    ActiveAlerts,
    AlertNotice,
    Count,
    DeviceHealth,
    Model,
    PublicState,
    TableInfo,
    TableStatus,
)
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.topics import TableAddress, Topic

MAX_PAYLOAD_BYTES: Final = 64 * 1024
"""What a message may have at most; pictures go by HTTP."""


class Request(Model):
    """A command to the table. Doing it twice by the same *id* does it once; after *expires_at* it is refused.

    *reply_to* is the client the answer goes to. With *expected_seq* it is refused when the table has gone on since.
    """

    SCHEMA: ClassVar[str] = "table.request/1.0"

    id: Annotated[str, Field(min_length=1, max_length=64)]
    reply_to: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,32}$")]
    correlation_id: Annotated[str, Field(max_length=64)] = ""
    expires_at: AwareDatetime
    expected_seq: Count | None = None
    actor: Annotated[str, Field(max_length=64)] = ""
    args: Mapping[str, JsonValue] = Field(default_factory=dict)


class RequestError(Model):
    """Why not: a word for programs and a sentence for people."""

    code: Literal["bad_request", "expired", "wrong_seq", "unknown_verb", "forbidden", "retained"]
    message: str


class NumberedEvent(Model):
    """An event with the seq it was told under."""

    seq: Count
    event: PublicEvent


class Response(Model):
    """The answer to a request. *first_seq* is the oldest event that can still be replayed; *more* says ask again."""

    SCHEMA: ClassVar[str] = "table.response/1.0"

    id: str
    correlation_id: str = ""
    status: Literal["ok", "refused"]
    error: RequestError | None = None
    applied_seq: Count
    state: PublicState | None = None
    events: tuple[NumberedEvent, ...] = ()
    first_seq: Count | None = None
    more: bool = False


Payload = (
    TableStatus
    | TableInfo
    | PublicState
    | PublicEvent
    | AlertNotice
    | ActiveAlerts
    | DeviceHealth
    | Request
    | Response
)
Data = TypeVar("Data", bound=Payload)


class Envelope(Model, Generic[Data]):
    """*epoch* is one start of the controller, *seq* the last event told in it, *ts* the time of sending (UTC)."""

    schema_id: Annotated[str, Field(alias="schema", pattern=r"^[a-z.]+/[0-9]+\.[0-9]+$")]
    epoch: Annotated[str, Field(min_length=1, max_length=64)]
    seq: Count
    ts: AwareDatetime
    data: Data


AnyEnvelope = (
    Envelope[TableStatus]
    | Envelope[TableInfo]
    | Envelope[PublicState]
    | Envelope[PublicEvent]
    | Envelope[AlertNotice]
    | Envelope[ActiveAlerts]
    | Envelope[DeviceHealth]
    | Envelope[Request]
    | Envelope[Response]
)
ENVELOPES: Final[Mapping[str, type[AnyEnvelope]]] = {
    TableStatus.SCHEMA: Envelope[TableStatus],
    TableInfo.SCHEMA: Envelope[TableInfo],
    PublicState.SCHEMA: Envelope[PublicState],
    PublicEvent.SCHEMA: Envelope[PublicEvent],
    AlertNotice.SCHEMA: Envelope[AlertNotice],
    ActiveAlerts.SCHEMA: Envelope[ActiveAlerts],
    DeviceHealth.SCHEMA: Envelope[DeviceHealth],
    Request.SCHEMA: Envelope[Request],
    Response.SCHEMA: Envelope[Response],
}
"""What is read for each schema id."""


def timestamp() -> datetime:
    """Return the time now, UTC, in whole milliseconds."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


def encode(data: Payload, epoch: str, seq: int) -> bytes:
    """Return *data* in an envelope, stamped with the time now, as UTF-8 JSON."""
    head = {"schema": data.SCHEMA, "epoch": epoch, "seq": seq, "ts": timestamp()}
    envelope = ENVELOPES[data.SCHEMA].model_validate({**head, "data": data})
    return envelope.model_dump_json(by_alias=True).encode()


def decode(payload: bytes) -> AnyEnvelope:
    """Read an envelope; another minor of its schema is read too.

    :raises ValueError: it is too long, no JSON, of an unknown schema, or does not follow it
    """
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise ValueError(f"not an envelope: {len(payload)} bytes (at most {MAX_PAYLOAD_BYTES})")
    try:
        schema = _Head.model_validate_json(payload).schema_id
        kind = _OF_MAJOR.get(_major(schema))
        if kind is None:
            raise ValueError(f"not a schema of ours: {schema!r}")
        return kind.model_validate_json(payload)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "payload"
        raise ValueError(f"not an envelope: {where}: {first['msg']}") from None


class _Head(Model):
    schema_id: Annotated[str, Field(alias="schema")]


def _major(schema: str) -> str:
    return schema.rpartition(".")[0]


_OF_MAJOR: Final = {_major(schema): kind for schema, kind in ENVELOPES.items()}


class LinkState(Enum):
    """How a reader's link to the broker is."""

    CONNECTING = "connecting"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Link:
    """The link to the broker; *detail* is one line for people, *since* the time it became so."""

    state: LinkState
    since: datetime
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Received:
    """An envelope and where it came from.

    *retained*: the broker had kept it, so it may be old. *gap*: events between this and the one before were missed;
    a snapshot has been asked for.
    """

    topic: Topic
    envelope: AnyEnvelope
    retained: bool = False
    gap: bool = False


class Feed(Protocol):
    """What a reader of tables is handed. Envelopes of an epoch that has been followed by another never come out."""

    @property
    def link(self) -> Link:
        """How the link to the broker is now."""

    def messages(self) -> AsyncIterator[Received]:
        """Yield what comes in, for one caller; goes on over lost connections, and never ends by itself."""

    async def ask(
        self, address: TableAddress, verb: str, args: Mapping[str, JsonValue], actor: str = ""
    ) -> Response:
        """Send a command and return the answer.

        :raises TimeoutError: nobody answered in time
        :raises ConnectionError: there is no link to the broker
        """
