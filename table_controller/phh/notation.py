"""One entry of a history's ``actions``, both ways."""

import re
from typing import Final

from table_controller.cards import Card, card_text, parse_maybe_card
from table_controller.phh.errors import PhhError
from table_controller.phh.history import (
    Action,
    CheckOrCall,
    DealCards,
    FoldHand,
    LayDown,
    Line,
    Muck,
    RaiseTo,
    ShowHand,
)

_PLAYER: Final = re.compile(r"p([1-9][0-9]?)")
_AMOUNT: Final = re.compile(r"([0-9]{1,15})(?:\.0{1,9})?")
_NOT_DRAW: Final = {"db": "a board card", "pb": "a bring-in"}
_GRAMMAR: Final = "d dh pN CARDS, pN sd [CARDS], pN cc, pN cbr AMOUNT, pN f, pN sm [CARDS]"
_LONGEST: Final = 40


def parse_line(text: str, players: int) -> Line:
    """Return what an entry says.

    >>> parse_line("d dh p2 As??  # the second card flashed", 3)
    Line(action=DealCards(player=2, cards=(As, None)), remark='the second card flashed')
    >>> parse_line("p1 sd", 3).action
    LayDown(player=1, cards=())

    :raises PhhError: it is no entry of a draw game
    """
    told, _, remark = text.partition("#")
    words = told.split()
    return Line(_action(words, text, players) if words else None, remark.strip())


def _action(words: list[str], text: str, players: int) -> Action:
    for word, what in _NOT_DRAW.items():
        if word in words:
            raise PhhError(f"{_shown(text)}: {what} belongs to no draw game")
    match words:
        case ["d", "dh", player, cards]:
            return DealCards(_player(player, text, players), parse_faces(cards))
        case [player, "sd"]:
            return LayDown(_player(player, text, players), ())
        case [player, "sd", cards]:
            return LayDown(_player(player, text, players), parse_faces(cards))
        case [player, "cc"]:
            return CheckOrCall(_player(player, text, players))
        case [player, "cbr", amount]:
            return RaiseTo(_player(player, text, players), _chips(amount, text))
        case [player, "f"]:
            return FoldHand(_player(player, text, players))
        case [player, "sm"]:
            return Muck(_player(player, text, players))
        case [player, "sm", "-"]:
            return ShowHand(_player(player, text, players), None)
        case [player, "sm", cards]:
            return ShowHand(_player(player, text, players), parse_faces(cards))
    raise PhhError(f"{_shown(text)}: not an action; there are {_GRAMMAR}")


def _player(word: str, text: str, players: int) -> int:
    found = _PLAYER.fullmatch(word)
    if found is None or int(found[1]) > players:
        raise PhhError(f"{_shown(text)}: {_shown(word)} is no player; they are p1 to p{players}")
    return int(found[1])


def _chips(word: str, text: str) -> int:
    found = _AMOUNT.fullmatch(word)
    if found is None:
        raise PhhError(f"{_shown(text)}: {_shown(word)} is no number of whole chips")
    return int(found[1])


def parse_faces(text: str) -> tuple[Card | None, ...]:
    """Return cards written without anything between them, ``??`` for one that is not known.

    >>> parse_faces("As??")
    (As, None)

    :raises PhhError: these are no cards, or one of them is there twice
    """
    cards: list[Card | None] = []
    for at in range(0, len(text), 2):
        try:
            card = parse_maybe_card(text[at : at + 2])
        except ValueError as error:
            raise PhhError(f"{_shown(text)}: {error}") from None
        if card is not None and card in cards:
            raise PhhError(f"{_shown(text)}: {card} is there twice")
        cards.append(card)
    return tuple(cards)


def write_line(line: Line) -> str:
    """Return the entry as text.

    >>> write_line(Line(RaiseTo(3, 40), "all in"))
    'p3 cbr 40 # all in'
    """
    remark = f"# {line.remark}" if line.remark else ""
    return " ".join(part for part in (_action_text(line.action), remark) if part)


def _action_text(action: Action | None) -> str:
    match action:
        case None:
            return ""
        case DealCards(player, cards):
            return f"d dh p{player} {write_faces(cards)}"
        case LayDown(player, cards):
            return f"p{player} sd {write_faces(cards)}".rstrip()
        case CheckOrCall(player):
            return f"p{player} cc"
        case RaiseTo(player, total):
            return f"p{player} cbr {total}"
        case FoldHand(player):
            return f"p{player} f"
        case ShowHand(player, cards):
            return f"p{player} sm {'-' if cards is None else write_faces(cards)}"
        case Muck(player):
            return f"p{player} sm"


def write_faces(cards: tuple[Card | None, ...]) -> str:
    """Return cards as PHH writes them."""
    return "".join(card_text(card) for card in cards)


def _shown(text: str) -> str:
    """Return what was written as one short line that no terminal obeys."""
    short = text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
    return ascii(short)
