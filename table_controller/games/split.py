"""Games in which the pot is split between two ways to win it.

The half that takes the odd chip of the pot stands first: high (F02), or the five-card hand beside a badugi.
"""

from table_controller.games.parts import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    draw_course,
    with_declaration,
)
from table_controller.structure import Evaluator, ExposedPolicy, Game, Half

CALIFORNIA_HIGH_LOW = Game(
    id="california-high-low",
    title="California high/low split (eight or better)",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(HIGH, EIGHT_OR_BETTER),
    exposed=ExposedPolicy.KEEP_ALL,
    rows=("A01", "A03", "C03", "D01", "E02", "L08", "P01", "P02", "P03", "P05", "P06"),
)

HIGH_LOW_DECLARE = Game(
    id="high-low-declare",
    title="High/low with declare",
    course=with_declaration(draw_course(5, 1)),
    hand_size=5,
    halves=(HIGH, ACE_TO_FIVE),
    declared=True,
    exposed=ExposedPolicy.KEEP_ALL,
    rows=("A01", "A03", "E02", "V01", "V02", "V03", "V05", "V07", "V13"),
)

BADACEY = Game(
    id="badacey",
    title="Badacey (badugi and ace-to-five)",
    course=draw_course(5, 3),
    hand_size=5,
    halves=(ACE_TO_FIVE, BADUGI),
    exposed=ExposedPolicy.ACE_TO_FIVE,
    rows=("D14", "E02", "L01", "U01", "F02"),
)

BADEUCY = Game(
    id="badeucy",
    title="Badeucy (badugi and deuce-to-seven)",
    course=draw_course(5, 3),
    hand_size=5,
    halves=(DEUCE_TO_SEVEN, Half("badugi", Evaluator.BADUGI_ACE_HIGH)),
    exposed=ExposedPolicy.DEUCE_TO_SEVEN,
    rows=("D14", "E02", "K01", "U01", "F02"),
)

ARCHIE = Game(
    id="archie",
    title="Archie",
    course=draw_course(5, 3),
    hand_size=5,
    halves=(Half("high", Evaluator.HIGH, least_pair=6), EIGHT_OR_BETTER),
    exposed=ExposedPolicy.KEEP_ALL,
    rows=("D14", "E02", "H01", "L08", "P01", "F02"),
)
