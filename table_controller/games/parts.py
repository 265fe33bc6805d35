"""The parts games are made of: courses and ways to win."""

from typing import Final

from table_controller.structure import Evaluator, Half, Step, StepKind

HIGH: Final = Half("high", Evaluator.HIGH)
ACE_TO_FIVE: Final = Half("low", Evaluator.ACE_TO_FIVE)
DEUCE_TO_SEVEN: Final = Half("low", Evaluator.DEUCE_TO_SEVEN)
ACE_TO_SIX: Final = Half("low", Evaluator.ACE_TO_SIX)
BADUGI: Final = Half("badugi", Evaluator.BADUGI)
EIGHT_OR_BETTER: Final = Half("low", Evaluator.ACE_TO_FIVE, worst_low=8)
LOWS: Final = {"A-5": ACE_TO_FIVE, "2-7": DEUCE_TO_SEVEN, "A-6": ACE_TO_SIX}


def draw_course(cards: int, draws: int) -> tuple[Step, ...]:
    """Return deal, bet, then a draw and a bet for each draw, and the showdown (D14).

    >>> [step.kind.value for step in draw_course(5, 1)]
    ['deal', 'bet', 'draw', 'bet', 'showdown']
    """
    return _course((cards,), draws)


def with_declaration(course: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the course with a declaration before the showdown (V01)."""
    return (*course[:-1], Step(StepKind.DECLARE), course[-1])


def growing_course(deals: tuple[int, ...], draws: int) -> tuple[Step, ...]:
    """Return a course of several deals, a betting round after each, then the draws (E22).

    >>> [step.kind.value for step in growing_course((3, 1, 1), 1)]
    ['deal', 'bet', 'deal', 'bet', 'deal', 'bet', 'draw', 'bet', 'showdown']
    """
    return _course(deals, draws)


def draws_of(course: tuple[Step, ...], draws: int) -> tuple[Step, ...]:
    """Return the course with another number of draws, all else as it was (T01).

    >>> len(draws_of(draw_course(5, 1), 3)) - len(draw_course(5, 1))
    4
    """
    deals = tuple(step.cards for step in course if step.kind is StepKind.DEAL)
    longer = _course(deals, draws)
    declared = any(step.kind is StepKind.DECLARE for step in course)
    return with_declaration(longer) if declared else longer


def _course(deals: tuple[int, ...], draws: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    for number, cards in enumerate(deals, 1):
        steps += [Step(StepKind.DEAL, number, cards), Step(StepKind.BET, number)]
    for number in range(1, draws + 1):
        steps += [Step(StepKind.DRAW, number), Step(StepKind.BET, len(deals) + number)]
    return (*steps, Step(StepKind.SHOWDOWN))
