"""Games that are played for low with the same cards when nobody opens for high: Johnson and Jacks Back."""

from table_controller.games.parts import ACE_TO_FIVE, HIGH, draw_course
from table_controller.structure import ExposedPolicy, Game, LowPhase

CALIFORNIA_PHASE = LowPhase(
    id="california-lowball",
    title="California lowball",
    halves=(ACE_TO_FIVE,),
    exposed=ExposedPolicy.ACE_TO_FIVE,
    must_open=(),
    forced_bet=False,
)

JOHNSON = Game(
    id="johnson",
    title="Johnson",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(HIGH,),
    exposed=ExposedPolicy.KEEP_ALL,
    low_phase=CALIFORNIA_PHASE,
    rows=("A01", "A03", "C19", "H02", "J01", "J02", "J03", "J04", "L04", "Q11"),
)

JACKS_BACK = Game(
    id="jacks-back",
    title="Jacks Back",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(HIGH,),
    openers_rank=11,
    exposed=ExposedPolicy.KEEP_ALL,
    low_phase=CALIFORNIA_PHASE,
    rows=(
        "A01",
        "A03",
        "H02",
        "J08",
        "J09",
        "J10",
        "J13",
        "J14",
        "J16",
        "J17",
        "L04",
        "O01",
        "O09",
        "S01",
        "N13",
        "Q11",
    ),
)
