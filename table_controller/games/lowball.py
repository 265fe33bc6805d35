"""Games played for low alone, and badugi."""

from table_controller.games.parts import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    BADUGI,
    DEUCE_TO_SEVEN,
    draw_course,
    growing_course,
)
from table_controller.structure import ExposedPolicy, Game

CALIFORNIA_LOWBALL = Game(
    id="california-lowball",
    title="California lowball (ace-to-five)",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(ACE_TO_FIVE,),
    exposed=ExposedPolicy.ACE_TO_FIVE,
    must_open=(1,),
    rows=("A01", "A03", "B02", "C03", "C04", "D01", "E02", "G03", "L01", "L04", "Q01", "Q08", "R02"),
)

KANSAS_CITY_LOWBALL = Game(
    id="kansas-city-lowball",
    title="Kansas City lowball (deuce-to-seven)",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(DEUCE_TO_SEVEN,),
    exposed=ExposedPolicy.DEUCE_TO_SEVEN,
    must_open=(1,),
    rows=("A01", "A03", "A11", "C03", "C04", "E02", "G09", "K01", "K10", "K15", "R02"),
)

ACE_TO_SIX_LOWBALL = Game(
    id="ace-to-six-lowball",
    title="Ace-to-six lowball",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(ACE_TO_SIX,),
    exposed=ExposedPolicy.ACE_TO_FIVE,
    must_open=(1,),
    rows=("A01", "A11", "C03", "C04", "E02", "G03", "K12", "K13", "R02"),
)

BADUGI_GAME = Game(
    id="badugi",
    title="Badugi",
    course=draw_course(4, 3),
    hand_size=4,
    halves=(BADUGI,),
    exposed=ExposedPolicy.KEEP_ALL,
    rows=("A06", "D11", "E02", "U01", "U10", "U11"),
)

Q_BALL = Game(
    id="q-ball",
    title="Q-ball",
    course=growing_course((3, 1, 1), 1),
    hand_size=5,
    halves=(ACE_TO_FIVE,),
    exposed=ExposedPolicy.ACE_TO_FIVE,
    must_open=(1, 2),
    rows=("B04", "C16", "C17", "C18", "C21", "D12", "E22", "L04", "T03", "Y25"),
)
