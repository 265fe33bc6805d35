"""What can be made of a game: more draws, four cards before the draw, the parts a house's switches choose."""

from dataclasses import replace
from typing import Final

from table_controller.games.parts import ACE_TO_FIVE, DEUCE_TO_SEVEN, HIGH, LOWS, draws_of
from table_controller.games.switches import GameError
from table_controller.structure import ExposedPolicy, Game, HouseRules, LowPhase, StepKind

MOST_DRAWS: Final = 3
DRAWS_IN_WORDS: Final = {1: "single draw", 2: "double draw", 3: "triple draw"}


def with_draws(game: Game, draws: int) -> Game:
    """Return the game with so many draws (T01).

    :raises GameError: not one to three
    """
    if not 1 <= draws <= MOST_DRAWS:
        raise GameError(f"{game.id} cannot have {draws} draws; a game has one to three draws (T01)")
    if draws == game.draws:
        return game
    return replace(game, course=draws_of(game.course, draws), title=f"{game.title}, {DRAWS_IN_WORDS[draws]}")


def with_four_before(game: Game) -> Game:
    """Return the game with four cards dealt before the draw, one more drawn than thrown (A09, E20).

    :raises GameError: the game cannot be dealt so (T04)
    """
    deals = [step for step in game.course if step.kind is StepKind.DEAL]
    if game.hand_size != 5 or len(deals) != 1 or game.low_phase is not None:
        raise GameError(f"four-before cannot be played in {game.id}: {_why_not(game)} (T04)")
    first, *rest = game.course
    return replace(game, course=(replace(first, cards=4), *rest), title=f"{game.title}, four-before")


def _why_not(game: Game) -> str:
    if game.hand_size != 5:
        return f"a hand has {game.hand_size} cards anyway"
    if game.low_phase is not None:
        return "its hands may be played for low as they were dealt"
    return "its cards are not dealt all at once"


def with_switches(game: Game, rules: HouseRules) -> Game:
    """Return the game with the parts the house's switches choose: the declared low, the low phase (V13, X04, X06)."""
    if game.declared:
        game = replace(game, halves=(HIGH, LOWS[rules.declare_low]))
    if game.low_phase is not None:
        game = replace(game, low_phase=_low_phase(game, game.low_phase, rules))
    return game


def low_phase_values(game: Game, rules: HouseRules) -> dict[str, bool]:
    """Return the switches of lowball that hold in the low phase because of the house's other switches.

    Johnson has one of its own for the check-raise (X38); Kansas City after Jacks Back has neither the sevens rule nor a
    ban on the check-raise (J16, J18).
    """
    if game.low_phase is None:
        return {}
    if game.openers_rank is None:
        return {"lowball_check_raise": rules.johnson_low_check_raise}
    return {"sevens_rule": False, "lowball_check_raise": True} if rules.jb_low == "2-7" else {}


def _low_phase(game: Game, phase: LowPhase, rules: HouseRules) -> LowPhase:
    if game.openers_rank is None:
        return replace(phase, must_open=() if rules.johnson_low_check else (1,))
    forced = rules.jb_low_open == "forced"
    if rules.jb_low == "2-7":
        return LowPhase(
            "kansas-city-lowball",
            "Kansas City lowball",
            (DEUCE_TO_SEVEN,),
            ExposedPolicy.DEUCE_TO_SEVEN,
            (),
            forced,
        )
    return replace(phase, halves=(ACE_TO_FIVE,), forced_bet=forced)
