"""Switches that change nothing in a game as it is played: a kill without blinds, a sevens rule without a low."""

from collections.abc import Callable, Iterable, Iterator

from table_controller.games.switches import GameError
from table_controller.rule_book.card import house_card
from table_controller.structure import Game, HouseRules, Stakes

Built = tuple[Game, HouseRules, Stakes]


def without_effect(built: Built, names: Iterable[str], without: Callable[[str], Built]) -> Iterator[str]:
    """Yield those of the switches *names* that were set to another value than the house's and change nothing.

    *without* builds the same table without one of them; what it changes stands on the house's card, or in the stakes.
    """
    told = _told(built)
    for name in names:
        try:
            other = without(name)
        except GameError:
            continue  # it cannot be played without it
        if getattr(other[1], name) != getattr(built[1], name) and _told(other) == told:
            yield name


def _told(built: Built) -> tuple[Stakes, tuple[str, ...]]:
    return built[2], tuple(line.sentence for line in house_card(*built).lines)


def no_effect_line(game: Game, names: Iterable[str]) -> str | None:
    """Return the one line that says so, None where every switch has an effect.

    >>> from table_controller.games.build import GAMES
    >>> no_effect_line(GAMES["badugi"], ["kill", "sevens_rule"])
    'no effect in badugi played so: kill, sevens_rule'
    """
    idle = ", ".join(names)
    return f"no effect in {game.id} played so: {idle}" if idle else None
