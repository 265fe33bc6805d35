"""A record for somebody's eyes: which hidden faces may be opened, and opening them."""

from dataclasses import dataclass
from typing import cast

from table_controller.codec import parse_body
from table_controller.codec_forms import CodecError, JsonValue
from table_controller.codec_upgrades import Body
from table_controller.event_log.hand_of import HandPlace
from table_controller.event_log.record import Identity, Record
from table_controller.hidden_faces import KeyErased, RecordSeal, Sealer, is_sealed

SEALED = "sealed"
ERASED = "erased"


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Opens hidden faces of ended hands with the keys of *sealer*; without it, of none.

    *place* says where the log stood when this was made: hands begun later stay sealed, and so does the running one.
    """

    identity: Identity
    place: HandPlace
    sealer: Sealer | None = None

    def body(self, record: Record) -> Body:
        """Return the stored value, each sealed field opened, or :data:`SEALED`, or :data:`ERASED`.

        :raises CodecError: the body is no JSON object
        :raises SealBroken: a seal that may be opened does not open
        """
        body = parse_body(record.body)
        if not isinstance(body, dict):
            raise CodecError(f"record {record.seq}: not an object")
        return {name: self._value(record, body, name) for name in body}

    def may_open(self, record: Record) -> bool:
        """Return whether the hand of this record is over."""
        return record.hand_no <= self.place.last and (
            self.place.running == 0 or record.hand_no != self.place.running
        )

    def _value(self, record: Record, body: Body, name: str) -> JsonValue:
        value = body[name]
        if not is_sealed(value):
            return value
        if self.sealer is None or not self.may_open(record):
            return SEALED
        seal = RecordSeal(self.sealer, record.hand_no, self.identity.place(record.seq))
        try:
            return cast(JsonValue, seal.open(f"{body['type']}.{name}", cast(Body, value)))
        except KeyErased:
            return ERASED
