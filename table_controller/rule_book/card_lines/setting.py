"""What a house rule card is made from, and one line of it."""

from dataclasses import dataclass
from typing import Final

from table_controller.structure import Betting, Evaluator, Game, Half, HouseRules, Stakes


@dataclass(frozen=True, slots=True)
class CardLine:
    """A rule in force, in one sentence a player understands, with the rows it rests on.

    *key* says what it is about and is the same on every card, so that two cards can be held against each other.
    """

    key: str
    sentence: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A game in a house at its stakes, and what several headings ask of it."""

    game: Game
    rules: HouseRules
    stakes: Stakes

    @property
    def has_blinds(self) -> bool:
        return self.stakes.big_blind > 0

    @property
    def is_limit(self) -> bool:
        return self.stakes.betting in (Betting.LIMIT, Betting.SPREAD_LIMIT)

    @property
    def openers_rank(self) -> int | None:
        """The lowest rank of the pair that opens a pot dealt for the first time (O01, O08)."""
        wanted = self.rules.opening_requirement
        return self.game.openers_rank if wanted == "by_game" else {"none": None, "jacks": 11}[wanted]

    @property
    def lows(self) -> tuple[Half, ...]:
        """Every half won by a low hand of five cards, that of a low phase included."""
        phase = self.game.low_phase.halves if self.game.low_phase is not None else ()
        return tuple(half for half in (*self.game.halves, *phase) if half.name == "low")

    @property
    def has_high(self) -> bool:
        return any(half.evaluator is Evaluator.HIGH for half in self.game.halves)

    @property
    def is_badugi(self) -> bool:
        return all(half.name == "badugi" for half in self.game.halves)


WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def in_words(number: int) -> str:
    """Return a small number in words.

    >>> in_words(4), in_words(12)
    ('four', '12')
    """
    return WORDS[number] if number < len(WORDS) else str(number)


def count_of(number: int, noun: str) -> str:
    """Return the number in words with its noun.

    >>> count_of(1, "card"), count_of(3, "card"), count_of(12, "chip")
    ('one card', 'three cards', '12 chips')
    """
    return f"{in_words(number)} {noun}{'' if number == 1 else 's'}"


def begin(sentence: str) -> str:
    """Return the sentence with a capital letter in front."""
    return sentence[:1].upper() + sentence[1:]
