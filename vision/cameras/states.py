"""What can be wrong with a camera, and the words for it."""

from enum import Enum
from typing import Final


class State(Enum):
    """How a camera is; whatever is not ``OK`` shuts its eyes: what it shows cannot be trusted."""

    OK = "ok"
    LOST = "lost"
    FROZEN = "frozen"
    BLACK = "black"
    COVERED = "covered"
    MOVED = "moved"
    UNFOCUSED = "unfocused"
    TOO_BRIGHT = "too bright"
    TOO_DARK = "too dark"
    UNREAD = "reading stopped"
    """The camera may be well; the process that reads its pictures is not."""


_WHAT_TO_DO: Final = {
    State.LOST: "gives no picture: check its cable and power, it is taken up again by itself",
    State.FROZEN: "hangs, its picture stands still: unplug it and plug it in again",
    State.BLACK: "sees black: take the cap off its lens, or switch its light on",
    State.COVERED: "is covered: take away what lies on its lens or stands before it",
    State.MOVED: "has moved: turn it back to where it looked, or calibrate it anew",
    State.UNFOCUSED: "is out of focus: wipe its lens and turn its focus ring until print is sharp",
    State.TOO_BRIGHT: "is blinded: dim its light, or set a shorter exposure",
    State.TOO_DARK: "sees too little light: switch its light on, or set a longer exposure",
    State.UNREAD: "is not read, reading stopped{since}: it is tried again by itself; name its cards by hand, and if this "
    "stays, start the table again when the hand is over",
}


def sentence(camera: str, state: State, since: str = "") -> str:
    """Return what is wrong and what to do, for people at the table; *since* is the time at which reading stopped.

    >>> sentence("tray camera", State.COVERED)
    'The tray camera is covered: take away what lies on its lens or stands before it.'
    """
    what = _WHAT_TO_DO.get(state, "sees well").format(since=f" at {since}" if since else "")
    return f"The {camera} {what}."


def short(state: State) -> str:
    """Return what stands beside the camera's name.

    >>> short(State.LOST), short(State.MOVED)
    ('no picture', 'moved')
    """
    return "no picture" if state is State.LOST else state.value
