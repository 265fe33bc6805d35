"""Hidden faces at rest: what is sealed, and how a sealed field looks.

Every field that can hold a face, or a way declared (V02), is hidden unless
:data:`~table_controller.events.PUBLIC_FACES` lists it.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from table_controller.cards import UNREAD, parse_maybe_card
from table_controller.structure import Way

FaceTexts = str | None | list[str | None]
"""What is hidden as the codec writes it: one card or declared way, None for one not known, or a list of cards."""

PLAIN_BYTES: Final = 128
"""Length of every plain text before sealing, so that the sealed length tells nothing; a whole deck fits."""
_WAYS: Final = frozenset(way.value for way in Way)


class SealBroken(ValueError):
    """A sealed field does not open: wrong or missing key, or it was changed or moved."""


class KeyErased(SealBroken):
    """The key of this hand was erased; its hidden faces are gone for good."""


class Sealer(Protocol):
    """Seals and opens with the key of a hand; hand 0 is the table between hands."""

    def seal(self, hand_no: int, place: str, plain: bytes) -> bytes:
        """Seal *plain*; it opens at this *place* only. The key is durable on return."""

    def unseal(self, hand_no: int, place: str, sealed: bytes) -> bytes:
        """Return what was sealed.

        :raises SealBroken: it does not open; the text holds nothing of the content
        """


@dataclass(frozen=True, slots=True)
class RecordSeal:
    """The sealer for one record: its hand, and its *place* in the log, so that no seal can be moved elsewhere."""

    sealer: Sealer
    hand_no: int
    place: str

    def close(self, field: str, faces: FaceTexts) -> dict[str, str | int]:
        """Return the sealed field: ``sealed`` is the token, ``n`` the number of cards where it is a list."""
        token = self.sealer.seal(self.hand_no, f"{self.place} {field}", pack(faces))
        sealed: dict[str, str | int] = {"sealed": base64.urlsafe_b64encode(token).decode("ascii")}
        if isinstance(faces, list):
            sealed["n"] = len(faces)
        return sealed

    def open(self, field: str, sealed: Mapping[str, object]) -> FaceTexts:
        """Return the faces.

        :raises SealBroken: the field does not open
        """
        try:
            text = str(sealed["sealed"]).replace("-", "+").replace("_", "/")
            token = binascii.a2b_base64(text, strict_mode=True)
        except binascii.Error:
            raise SealBroken(f"{self.place} {field}: not a seal") from None
        return unpack(self.sealer.unseal(self.hand_no, f"{self.place} {field}", token))


def is_sealed(value: object) -> bool:
    """Return whether *value* is a sealed field."""
    return isinstance(value, dict) and "sealed" in value


def pack(faces: FaceTexts) -> bytes:
    """Return the faces as :data:`PLAIN_BYTES` bytes.

    >>> pack(["Ah", None])[:5]
    b'lAh??'
    >>> unpack(pack(["Ah", None])), unpack(pack("Jk")), unpack(pack(None)), unpack(pack([]))
    (['Ah', None], 'Jk', None, [])
    >>> unpack(pack("both"))
    'both'
    """
    if isinstance(faces, str) and faces in _WAYS:
        text = "w" + faces
    elif isinstance(faces, list):
        text = "l" + "".join(face or UNREAD for face in faces)
    else:
        text = "c" + (faces or UNREAD)
    if len(text) > PLAIN_BYTES:
        raise ValueError(f"too many cards in one field: {len(text) // 2}")
    return text.encode("ascii").ljust(PLAIN_BYTES, b"\0")


def unpack(plain: bytes) -> FaceTexts:
    """Undo :func:`pack`.

    :raises SealBroken: these are not packed faces
    """
    text = plain.rstrip(b"\0").decode("ascii", errors="replace")
    if text[:1] == "w" and text[1:] in _WAYS:
        return text[1:]
    try:
        faces = [_face(text[at : at + 2]) for at in range(1, len(text), 2)]
    except ValueError:
        raise SealBroken("a sealed field holds no faces") from None
    if text[:1] == "l":
        return list(faces)
    if text[:1] == "c" and len(faces) == 1:
        return faces[0]
    raise SealBroken("a sealed field holds no faces")


def _face(text: str) -> str | None:
    card = parse_maybe_card(text)
    return None if card is None else card.text
