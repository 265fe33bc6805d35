"""What a player says of his hand binds him in lowball, and a pair that is spread is said (R02-R06, R10, F22, X16)."""

from collections.abc import Iterable
from typing import Final

from table_controller import events as e
from table_controller.commands import Claim
from table_controller.hand_values.high import HighCategory
from table_controller.hand_values.low import LowOrder
from table_controller.hand_values.ranking import LOW_ORDERS, describe_in_a_sentence, hand_value, has_pair
from table_controller.rules.course import Course, called, listed
from table_controller.rules.openers import kill
from table_controller.structure import Evaluator
from table_controller.table.state import Phase, Seat, Table

RANK_WORDS: Final = {
    "deuce": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "jack": 11, "queen": 12, "king": 13, "ace": 14,
}  # fmt: skip
"""The words for ranks; two of them joined by a hyphen name the two highest cards of a low hand."""
PAIR: Final = "pair"
BEST: Final = {Evaluator.ACE_TO_FIVE: 5, Evaluator.ACE_TO_SIX: 6, Evaluator.DEUCE_TO_SEVEN: 7}
"""The highest card of the best hand."""
HAND_NAMES: Final = (
    *(category.value for category in HighCategory), "royal flush", "wheel", "number one", "trips", "quads",
    "two pairs", "nothing",
)  # fmt: skip
"""The other hands a player may name; of them only the best low binds, and "pair" is an announcement."""


def hand_named(words: str) -> str | None:
    """Return the hand the words name, without an article and in small letters; None where they name none.

    >>> hand_named("An Eight-Six"), hand_named("a pair"), hand_named("gin")
    ('eight-six', 'pair', None)
    """
    said = words.strip().lower()
    for article in ("a ", "an ", "the "):
        said = said.removeprefix(article)
    if said in HAND_NAMES or all(part in RANK_WORDS for part in said.split("-")):
        return said
    return None


def claim(course: Course, command: Claim) -> None:
    """R02: at the showdown, before the hand lies there, the words count; cards that lie there speak for themselves."""
    table = course.table
    in_play = table.phase is Phase.SHOWDOWN and table.has_seat(command.seat)
    if not in_play or not table.seat(command.seat).is_in:
        text = f"Seat {command.seat} is not at a showdown; what is said before it binds nobody."
        course.refuses("name the hand", command.seat, ("R02",), text)
        return
    named = hand_named(command.words)
    if named is None:
        text = f"What {called(table, command.seat)} says names no hand."
        course.refuses("name the hand", command.seat, ("R02",), text)
        return
    course.happens(e.HandClaimed(command.seat, named))


def claimed_rank(evaluator: Evaluator, words: str) -> int | None:
    """Return the rank a hand must not be above, None where the words bind to nothing; the second card does not (F22)."""
    if words in ("wheel", "number one"):
        return BEST.get(evaluator)
    rank = RANK_WORDS.get(words.split("-")[0])
    if rank == RANK_WORDS["ace"] and evaluator is not Evaluator.DEUCE_TO_SEVEN:
        return None
    return rank


def is_miscalled(table: Table, seat: Seat) -> bool:
    """Say whether the hand that lies there is worse than its owner said: a higher first card, a pair, a straight (R02)."""
    evaluator = table.game.lowball
    rank = claimed_rank(evaluator, seat.claim) if evaluator and seat.claim else None
    if (
        evaluator is None
        or rank is None
        or table.rules.miscall == "cards_speak"
        or not _lies_there(table, seat)
    ):
        return False
    order = LOW_ORDERS[evaluator]
    if (
        not isinstance(order, LowOrder)
        or order.kind_of[order.value(seat.faces)] is not HighCategory.HIGH_CARD
    ):
        return True
    return order.ranks(seat.faces)[0] > rank


def _lies_there(table: Table, seat: Seat) -> bool:
    whole = len(seat.faces) == len(seat.hand) == table.game.hand_size
    return whole and seat.shown


def settle(course: Course) -> bool:
    """Judge what was said and spread so far; say whether a hand must be shown, or the floor heard, before the award."""
    if course.table.game.lowball is None:
        return False
    for seat in course.table.live:
        if is_miscalled(course.table, seat):
            _miscalled(course, seat)
    return _last_one_must_show(course) or _pair_in_silence(course)


def _thrown_on(table: Table, number: int, what: str) -> tuple[int, ...]:
    """Return the seats that threw their hands away on this seat's words, or on its hand lying there.

    Also where the floor let one be taken back since: it was thrown away all the same.
    """
    return tuple(s.number for s in table.seats if (number, what) in s.mucked_on)


def _miscalled(course: Course, seat: Seat) -> None:
    """R03, R05: dead where another threw his hand away because of it or, where the house has it so, several are in."""
    table = course.table
    fouled = _thrown_on(table, seat.number, "claim")
    several = len(table.live) > 2 and table.rules.miscall == "dead_if_fouled_or_multiway"
    if not fouled and not several:
        return
    evaluator = table.game.halves[0].evaluator
    shown = describe_in_a_sentence(evaluator, seat.faces)
    text = f'{called(table, seat.number)} said "{seat.claim}" and shows {shown}: the hand is dead'
    rows = ("R02", "R03", "X16") if fouled else ("R02", "R05", "X16")
    course.rules(rows, f"{text}.", cards=seat.faces, seat=seat.number)
    kill(course, seat.number, rows[:2])
    if fouled and not course.table.live:
        _take_back(course, fouled, "R03")


def _take_back(course: Course, fouled: tuple[int, ...], row: str) -> None:
    """Hands thrown away because of it come back where the table can tell them by their faces."""
    thrown = {number: course.table.seat(number).mucked for number in fouled}
    known = tuple(n for n in fouled if thrown[n] and all(held.card is not None for held in thrown[n]))
    if not known:
        return
    course.happens(*(e.HandRetrieved(number) for number in known))
    text = f"{listed(course.table, known)} threw the hand away because of it; it can be told, and is live."
    course.rules((row,), text, seat=known[0])


def _last_one_must_show(course: Course) -> bool:
    """R03: whoever is left because others went by his words shows that they were true before he is paid."""
    table = course.table
    if len(table.live) != 1 or table.rules.miscall == "cards_speak":
        return False
    seat = table.live[0]
    binding = seat.claim is not None and claimed_rank(table.game.halves[0].evaluator, seat.claim) is not None
    if not binding or _lies_there(table, seat) or not _thrown_on(table, seat.number, "claim"):
        return False
    if table.to_act != seat.number:
        course.happens(e.ActionAwaited(seat.number))
        text = f'{called(table, seat.number)} said "{seat.claim}" and a hand was thrown away: he shows it to win.'
        course.rules(("R03",), text, seat=seat.number)
    return True


def _pair_in_silence(course: Course) -> bool:
    """R06: a pair spread without a word loses to the better hand thrown away on it; with two hands left it costs nothing."""
    table = course.table
    evaluator = table.game.lowball
    if len(table.live) != 1 or evaluator is None or not table.rules.must_announce_pair:
        return False
    seat = table.live[0]
    if not _lies_there(table, seat) or not has_pair(evaluator, seat.faces):
        return False
    thrown = _thrown_on(table, seat.number, "spread")
    if any(held.card is None for number in thrown for held in table.seat(number).mucked):
        return _floor_hears(course, seat, thrown)
    value = hand_value(evaluator, seat.faces)
    better = tuple(n for n in thrown if _value_of_mucked(table, evaluator, n) > value)
    if better:
        text = f"{called(table, seat.number)} spread a pair without saying so: the hand is dead."
        course.rules(("R06",), text, cards=seat.faces, seat=seat.number)
        kill(course, seat.number, ("R06",))
        _take_back(course, better, "R06")
    return False


def _value_of_mucked(table: Table, evaluator: Evaluator, number: int) -> int:
    mucked = table.seat(number).mucked
    if len(mucked) != table.game.hand_size:
        return 0
    return hand_value(evaluator, [held.card for held in mucked if held.card is not None])


def _floor_hears(course: Course, seat: Seat, thrown: Iterable[int]) -> bool:
    table = course.table
    if not any(a.name == "FLOOR_DECISION" and a.seat == seat.number for a in table.alerts):
        text = (
            f"{called(table, seat.number)} spread a pair without saying so, and {listed(table, thrown)} threw a hand "
            "away that was not read; the floor decides whether it can be told."
        )
        course.alerts("FLOOR_DECISION", text, "dealer", "floor", seat=seat.number)
        course.rules(("R06",), text, seat=seat.number)
    if table.to_act is not None:
        course.happens(e.ActionAwaited(None))
    return True


def tell_harmless(course: Course) -> None:
    """R04, R10: what was said wrongly, or not said, and costs nothing because two hands or more lie there."""
    table = course.table
    for seat in table.live if table.game.lowball else ():
        if is_miscalled(table, seat):
            text = (
                f"{called(table, seat.number)} miscalled the hand; the hands lie there and the best one wins."
            )
            course.rules(("R04", "X16"), text, seat=seat.number)
    silent = _silent_pairs(table)
    if silent:
        text = f"{listed(table, silent)} spread a pair without saying so; the hands lie there and the best one wins."
        course.rules(("R10",), text, seat=silent[0])


def _silent_pairs(table: Table) -> tuple[int, ...]:
    """Return who spread a pair without a word while somebody else still held his hand."""
    evaluator = table.game.lowball
    if evaluator is None or not table.rules.must_announce_pair:
        return ()
    asked = (table.seat(number) for number in table.showdown_order[:-1])
    return tuple(s.number for s in asked if s.is_in and s.claim != PAIR and has_pair(evaluator, s.faces))
