"""One line of the log and the chain through all of them."""

import hashlib
import json
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from table_controller.codec import canonical
from table_controller.codec_forms import JsonValue

Kind = Literal["command", "observation", "event", "refusal", "note"]
KINDS: Final = ("command", "observation", "event", "refusal", "note")


class Record(NamedTuple):
    """A stored line. *body* is the value as JSON text, its hidden faces sealed.

    *batch* is the seq of the first record written in the same transaction; *hand_no* is 0 between hands.
    """

    seq: int
    batch: int
    at_utc_ms: int
    monotonic_ms: int
    kind: Kind
    hand_no: int
    body: str
    prev_hash: str
    hash: str

    @classmethod
    def chained(
        cls,
        seq: int,
        batch: int,
        at_utc_ms: int,
        monotonic_ms: int,
        kind: Kind,
        hand_no: int,
        body: str,
        prev_hash: str,
    ) -> "Record":
        """Return the record with its hash: the SHA-256 of all other columns."""
        columns: list[JsonValue] = [seq, batch, at_utc_ms, monotonic_ms, kind, hand_no, body, prev_hash]
        digest = _sha256(canonical(columns))
        return cls(seq, batch, at_utc_ms, monotonic_ms, kind, hand_no, body, prev_hash, digest)

    @property
    def expected_hash(self) -> str:
        """The hash the record ought to have."""
        return Record.chained(*self[:-1]).hash

    @property
    def type(self) -> str:
        """The name of the stored type, '' where the body has none."""
        try:
            body = json.loads(self.body)
        except json.JSONDecodeError:
            return ""
        return str(body.get("type", "")) if isinstance(body, dict) else ""


@dataclass(frozen=True, slots=True)
class Head:
    """The last record: noted outside the table's computer, it shows a cut or rewritten log.

    >>> Head.parse("17:" + "ab" * 32).seq
    17
    """

    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"

    @classmethod
    def parse(cls, text: str) -> "Head":
        """Return the head written as ``SEQ:HASH``.

        :raises ValueError: it is not
        """
        seq, _, digest = text.strip().partition(":")
        if not seq.isdecimal() or len(digest) != 64 or set(digest) - set("0123456789abcdef"):
            raise ValueError(f"not a head (SEQ:HASH, as `log verify` prints it): {text!r}")
        return cls(int(seq), digest)


@dataclass(frozen=True, slots=True)
class Identity:
    """What makes this log this log: drawn at random when it was made; the chain starts from it."""

    table_id: str
    nonce: str

    @property
    def genesis(self) -> str:
        """The hash before the first record."""
        return _sha256(canonical(["drawtable log", 1, self.table_id, self.nonce]))

    def place(self, seq: int) -> str:
        """Return where a seal of record *seq* belongs: it opens nowhere else."""
        return f"log {self.table_id} record {seq}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
