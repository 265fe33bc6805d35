"""What is printed on the buttons of a seat's box: the device itself knows numbers only."""

from enum import IntEnum


class SeatButton(IntEnum):
    """The buttons by their numbers at the device."""

    FOLD = 0
    """Fold; muck at the showdown; between hands: I object to a newcomer's kill; cannot show openers when they are due; the opener, out of turn: I had none."""
    CHECK = 1
    """Check or call; stand pat; let a chance to declare the pot open pass; a newcomer: I wait for the blind after all."""
    BET = 2
    """Bet, open or raise; the least that is allowed, or what was set with plus; a newcomer: I kill the next pot."""
    ALL_IN = 3
    MINUS = 4
    PLUS = 5
    """One card more in the draw, one step more in betting, one chip more in the fist at the declaration."""
    CONFIRM = 6
    """The draw: this number. The declaration: these chips. The showdown: the hand is tabled."""
    OPENERS = 7
    """The draw: I am splitting openers. When due: here are openers. After a false opening: I declare it open."""
