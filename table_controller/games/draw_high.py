"""High draw games: five-card draw and jacks-or-better."""

from dataclasses import replace

from table_controller.games.parts import HIGH, draw_course
from table_controller.structure import ExposedPolicy, Game

FIVE_CARD_DRAW = Game(
    id="five-card-draw",
    title="Five-card draw",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(HIGH,),
    exposed=ExposedPolicy.KEEP_ALL,
    rows=("A01", "A05", "C01", "D01", "E02", "G01", "H01", "O08"),
)

JACKS_OR_BETTER = Game(
    id="jacks-or-better",
    title="Jacks or better",
    course=draw_course(5, 1),
    hand_size=5,
    halves=(HIGH,),
    openers_rank=11,
    exposed=ExposedPolicy.KEEP_ALL,
    rows=(
        *("A01", "A05", "B01", "C01", "C05", "D01", "E02", "G01", "H01", "H02"),
        *("O01", "O03", "O09", "S01", "N01"),
    ),
)

PROGRESSIVE = replace(
    JACKS_OR_BETTER,
    id="progressive",
    title="Progressive jacks or better",
    rows=(*JACKS_OR_BETTER.rows, "O06", "O07"),
)
