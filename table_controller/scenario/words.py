"""A line of a scenario as words with columns, and a reader that takes them one after the other."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NoReturn

from table_controller.cards import Card, parse_maybe_card
from table_controller.scenario.errors import ScenarioError, nearest

_TOKEN: Final = re.compile(r'#.*|"[^"]*"?|[:,{}=]|\?(?!\?)|[^\s:,{}="#]+')
_DIGITS: Final = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and the column (from 1) it begins in."""

    text: str
    column: int


def words_of(text: str) -> tuple[Word, ...]:
    """Split a line into words; the comment is left out, punctuation stands alone.

    >>> [word.text for word in words_of("seat 1 Bob 100: Jh ??  # openers")]
    ['seat', '1', 'Bob', '100', ':', 'Jh', '??']
    """
    found = (Word(match[0], match.start() + 1) for match in _TOKEN.finditer(text))
    return tuple(word for word in found if not word.text.startswith("#"))


class Reader:
    """Reads the words of one line from left to right. Words are matched without regard to case."""

    def __init__(self, line: int, words: tuple[Word, ...]) -> None:
        self.line = line
        self._words = words
        self._next = 0
        self._end_column = words[-1].column + len(words[-1].text) if words else 1

    @property
    def column(self) -> int:
        """The column of the next word, or the one behind the line."""
        return self._words[self._next].column if self.more else self._end_column

    @property
    def more(self) -> bool:
        return self._next < len(self._words)

    def peek(self, ahead: int = 0) -> str:
        """Return the coming word in small letters; nothing at the end of the line."""
        position = self._next + ahead
        return self._words[position].text.lower() if position < len(self._words) else ""

    def fail(self, reason: str, column: int | None = None) -> NoReturn:
        """Say what is wrong at *column*, else at the next word."""
        raise ScenarioError(self.line, self.column if column is None else column, reason)

    def has(self, *phrase: str) -> bool:
        """Take these words if they come next."""
        if all(self.peek(ahead) == word for ahead, word in enumerate(phrase)):
            self._next += len(phrase)
            return True
        return False

    def expect(self, *phrase: str) -> None:
        """Take these words; anything else is an error."""
        for word in phrase:
            if not self.has(word):
                self.fail(f"expected {word!r} {self._instead()}")

    def raw(self, what: str) -> str:
        """Take the next word as it is written."""
        if not self.more:
            self.fail(f"the line ends where {what} is expected")
        word = self._words[self._next].text
        self._next += 1
        return word

    def word(self, what: str) -> str:
        """Take the next word in small letters."""
        return self.raw(what).lower()

    def choice(self, what: str, choices: Iterable[str]) -> str:
        """Take one of the words of *choices*."""
        known, column = tuple(choices), self.column
        word = self.word(what)
        if word not in known:
            self.fail(f"not {what}: {word!r}; one of {', '.join(known)}", column)
        return word

    def number(self, what: str, least: int = 0) -> int:
        """Take a whole number of at least *least*."""
        column, text = self.column, self.raw(what)
        if not _DIGITS.fullmatch(text):
            self.fail(f"{what} is a whole number, not {text!r}", column)
        if int(text) < least:
            self.fail(f"{what} is at least {least}, not {text}", column)
        return int(text)

    @property
    def at_number(self) -> bool:
        return bool(_DIGITS.fullmatch(self.peek()))

    def numbers(self, what: str, least: int = 0) -> tuple[int, ...]:
        """Take whole numbers as long as they come, at least one."""
        found = [self.number(what, least)]
        while self.at_number:
            found.append(self.number(what, least))
        return tuple(found)

    def seat(self) -> int:
        return self.number("a seat number", 1)

    def card_or_unread(self) -> Card | None:
        """Take a card, or ``??`` for one that was not read."""
        column, text = self.column, self.raw("a card")
        try:
            return parse_maybe_card(text)
        except ValueError:
            self.fail(_not_a_card(text), column)

    def card(self) -> Card:
        column, card = self.column, self.card_or_unread()
        if card is None:
            self.fail("?? cannot stand here; the card has to be named", column)
        return card

    def cards_or_unread(self, until: Iterable[str] = ()) -> tuple[Card | None, ...]:
        """Take cards up to one of the words *until* or the end; a face twice is an error."""
        stop, found = tuple(until), list[Card | None]()
        while self.more and self.peek() not in stop:
            column, card = self.column, self.card_or_unread()
            if card is not None and card in found:
                self.fail(f"the same card twice: {card}", column)
            found.append(card)
        return tuple(found)

    def cards(self, until: Iterable[str] = ()) -> tuple[Card, ...]:
        """Take named cards up to one of the words *until* or the end."""
        stop, found = tuple(until), list[Card]()
        while self.more and self.peek() not in stop:
            column, card = self.column, self.card()
            if card in found:
                self.fail(f"the same card twice: {card}", column)
            found.append(card)
        return tuple(found)

    def some_cards(self, until: Iterable[str] = ()) -> tuple[Card, ...]:
        """Take at least one named card."""
        column, found = self.column, self.cards(until)
        if not found:
            self.fail("a card is expected here", column)
        return found

    def end(self) -> None:
        """The line must end here."""
        if self.more:
            self.fail(f"the line should end here, but goes on with {self._written()!r}")

    def unknown(self, what: str, known: Iterable[str]) -> ScenarioError:
        """Return the error that the next word is none of *known*."""
        if not self.more:
            return ScenarioError(self.line, self.column, f"the line ends where {what} is expected")
        word = self._written()
        near = nearest(word.lower(), known)
        return ScenarioError(self.line, self.column, f"{what} {word!r} is not understood{near}")

    def text_from(self, position: int) -> str:
        """Return the line's words from that one on, blanks tidied."""
        text = " ".join(word.text for word in self._words[position:])
        for mark in (",", "}", "=", ":"):
            text = text.replace(f" {mark}", mark)
        return text.replace("{ ", "{").replace("= ", "=")

    def _written(self) -> str:
        return self._words[self._next].text if self.more else ""

    def _instead(self) -> str:
        return f"instead of {self._written()!r}" if self.more else "but the line ends"


def _not_a_card(text: str) -> str:
    upper = text[:1].upper() + text[1:].lower()
    try:
        card = parse_maybe_card("Jk" if upper == "Jk" else upper)
    except ValueError:
        return f"not a card: {text!r} (rank 23456789TJQKA and suit c d h s, the joker Jk, or ??)"
    return f"not a card: {text!r} (write {card})"
