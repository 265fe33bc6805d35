"""Chips and cards are kept: no line of a scenario may make or lose one."""

from collections import Counter
from collections.abc import Iterator

from table_controller.scenario.run import Run
from table_controller.table.state import HeldCard, Table


def unconserved(run: Run) -> Iterator[tuple[str, str]]:
    """Yield what should be and what is, for chips and cards that are not kept."""
    table = run.table
    chips = sum(seat.stack for seat in table.seats) + table.in_middle
    if chips != run.brought:
        yield f"{run.brought} chips in all", f"{chips} chips"
    if not table.hand_no:
        return
    cards = tuple(_cards(table))
    if len(cards) + table.stub != table.rules.deck_size:
        yield f"{table.rules.deck_size} cards in all", f"{len(cards)} cards and {table.stub} in the stub"
    numbers = Counter(held.number for held in cards)
    twice = sorted(number for number, times in numbers.items() if times > 1)
    if twice:
        yield "every card in one place", f"card {twice[0]} of the deal in two"
    if run.fouled:
        return
    faces = Counter(held.card for held in cards if held.card is not None)
    doubled = sorted(card for card, times in faces.items() if times > 1)
    if doubled:
        yield "every face once", f"{doubled[0]} twice"


def _cards(table: Table) -> Iterator[HeldCard]:
    """Yield every card that has left the stub and has not gone back into it."""
    yield from (*table.burns, *table.aside)
    for seat in table.seats:
        yield from (*seat.hand, *seat.mucked)
        for pile in seat.discards:
            yield from pile
