"""High draw games: five-card draw and jacks-or-better."""

from table_controller.structure import Evaluator, ExposedPolicy, Game, Step, StepKind


def draw_course(cards: int, draws: int) -> tuple[Step, ...]:
    """Return deal, bet, then a draw and a bet for each draw, and the showdown (D14).

    >>> [step.kind.value for step in draw_course(5, 1)]
    ['deal', 'bet', 'draw', 'bet', 'showdown']
    """
    steps = [Step(StepKind.DEAL, 1, cards), Step(StepKind.BET, 1)]
    for number in range(1, draws + 1):
        steps += [Step(StepKind.DRAW, number), Step(StepKind.BET, number + 1)]
    return (*steps, Step(StepKind.SHOWDOWN))


FIVE_CARD_DRAW = Game(
    id="five-card-draw",
    title="Five-card draw",
    course=draw_course(5, 1),
    hand_size=5,
    high=Evaluator.HIGH,
    low=None,
    openers_rank=None,
    exposed=ExposedPolicy.KEEP_ALL,
    rows=("A01", "A05", "C01", "D01", "E02", "G01", "H01", "O08"),
)

JACKS_OR_BETTER = Game(
    id="jacks-or-better",
    title="Jacks or better",
    course=draw_course(5, 1),
    hand_size=5,
    high=Evaluator.HIGH,
    low=None,
    openers_rank=11,
    exposed=ExposedPolicy.KEEP_ALL,
    rows=(
        "A01",
        "A05",
        "B01",
        "C01",
        "C05",
        "D01",
        "E02",
        "G01",
        "H01",
        "H02",
        "O01",
        "O03",
        "O09",
        "S01",
        "N01",
    ),
)
