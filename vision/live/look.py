"""What a camera shows of its cards, frame by frame: the one value that goes from the live modes to all who ask."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.read import Corners
from vision.track import Track

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One frame of a camera and what is known of the cards in it.

    To get every look of a running table's camera give :class:`table_controller.app.eyes.CameraEye` a listener
    (``eye.listen(told)``): *told(look)* is called in the table's loop with each frame that was read. Without a table,
    ``vision.live.modes.mode_of(role, reader).see(image, at_ms)`` returns one.

    - *tracks* are the cards in view: ``track.number`` stays with a card while it is followed, ``track.card`` is the card
      or None as long as it is unsure, ``track.sighting.corners_px`` its quad, ``track.evidence.agreed`` how many frames
      agree, ``track.evidence.probability`` how probable the answer is.
    - *covered* are cards that were certain until another came to lie on them or they were taken away.
    - *backs* are quads of cards face down.
    - *at_ms* is monotonic, *at_utc_ms* the clock on the wall.
    - *is_new* is False for a frame that is no further witness: its pixels were there before, or it is too blurred.
    """

    camera: str
    image: Image
    at_ms: int
    at_utc_ms: int
    tracks: tuple[Track, ...] = ()
    covered: tuple[Track, ...] = ()
    backs: tuple[Corners, ...] = ()
    is_new: bool = True

    @property
    def settled(self) -> bool:
        """Whether every card in view is certain; True for an empty view."""
        return all(track.card is not None for track in self.tracks)

    def of(self, camera: str, image: Image, at_utc_ms: int) -> "Look":
        """Return it with what the reading process does not know or did not send back."""
        return replace(self, camera=camera, image=image, at_utc_ms=at_utc_ms)
