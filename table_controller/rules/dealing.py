"""Cards leaving the stub: the deal, burns, replacements, reshuffles (chapter A, E03, E12-E15, G, Y06-Y08, Y23)."""

from typing import Final

from table_controller import events as e
from table_controller.cards import JOKER
from table_controller.commands import DeliverCard, RemakeStub, ReshuffleStub
from table_controller.rules import exposed, foreign
from table_controller.rules.course import Course, called
from table_controller.rules.misdeals import misdeal
from table_controller.table.places import where_is
from table_controller.table.state import HeldCard, Phase, Seat, Table

_OVER: Final = Phase.OVER
"""Asked of every card: a name of the module costs a tenth of an enum's attribute."""

MAY_BE_USED_UP: Final = 2
"""With as many cards in the stub no reshuffle is due: the bottom card is the only one ever kept back."""


def deliver(course: Course, command: DeliverCard) -> None:
    """The next card left the stub."""
    table = course.table
    number = table.dealt_count + 1
    if table.phase is _OVER or table.stub == 0:
        text = "No hand is under way." if table.phase is _OVER else "The stub is used up."
        course.refuses("deal", None, ("A04",), f"{text} No card can have left it.")
        return
    burned = command.condition == "burned"
    if burned and _may_burn_early(table):
        course.happens(e.CardBurned(number, command.card))
        return
    if not table.due or table.reshuffle is not None or (burned and table.due[0].seat is not None):
        _premature(course, command, number)
        return
    delivery = table.due[0]
    seat, card = delivery.seat, command.card
    if command.condition == "boxed":
        _boxed(course, command, number, delivery)
    elif card is JOKER and not table.rules.deck_joker:
        course.happens(e.CardSetAside(number, card, "foreign", seat))
        foreign.joker_seen_in_time(course)
    elif seat is None:
        course.happens(e.CardBurned(number, card))
    elif table.reshuffles and card in table.seat(seat).thrown:
        course.happens(e.CardSetAside(number, card, "own discard", seat))
        text = f"{called(table, seat)} threw that card earlier; it is passed over for the next."
        course.rules(("E15", "F17"), text, seat=seat)
    elif command.condition == "face_down":
        course.happens(e.CardDealt(seat, number, card, delivery.draw))
    else:
        _seen_to_seat(course, command, number, seat, delivery.draw)


def _may_burn_early(table: Table) -> bool:
    """E03, case B06: whether the burn may leave the stub before it is due, because a number of cards has been said."""
    if table.due or table.reshuffle is not None:
        return False
    seat = table.seat_if_taken(table.to_act) if table.phase is Phase.DRAW and table.to_act else None
    awaited = seat is not None and bool(seat.announced) and table.rules.draw_order == "serve_in_turn"
    return awaited and table.rules.burn_before_draw and not table.burn_taken and dealable(table) > 0


def _seen_to_seat(course: Course, command: DeliverCard, number: int, seat: int, draw: int) -> None:
    face_up = command.condition in ("exposed", "exposed_by_player")
    course.happens(e.CardDealt(seat, number, command.card, draw, face_up))
    if command.condition == "exposed":
        exposed.exposed_on_leaving(course, seat, number)
    elif command.condition == "flashed":
        exposed.flashed_on_leaving(course, seat, number)
    elif command.condition == "exposed_by_player":
        exposed.turned_up_by_player(course, seat, number)


def _premature(course: Course, command: DeliverCard, number: int) -> None:
    """A04, F16: a card dealt before it was due does not play."""
    course.happens(e.CardSetAside(number, command.card, "premature", None))
    early = "the reshuffle" if course.table.reshuffle is not None else "it was due"
    text = f"A card left the stub before {early}; it does not play."
    course.alerts("PREMATURE_CARD", text, "dealer", "floor")
    course.rules(("A04", "F16"), text)


def _boxed(course: Course, command: DeliverCard, number: int, delivery: e.Delivery) -> None:
    table = course.table
    course.happens(e.CardSetAside(number, command.card, "boxed", delivery.seat))
    course.rules(
        ("Y23",), "A boxed card is a scrap of paper: nobody's card and no burn; the next takes its place."
    )
    if table.phase is Phase.DEAL and table.boxed and table.rules.misdeal_exposed is not None:
        misdeal(course, ("Y23",), "Two boxed cards in the first deal: a misdeal.")


def reshuffle(course: Course, command: ReshuffleStub) -> None:
    """The stub lies shuffled anew."""
    due = course.table.reshuffle
    if due is None:
        course.refuses("reshuffle", None, ("E13",), "No reshuffle is due; the stub stays as it is.")
        return
    stub = course.table.stub + len(due.numbers)
    if dealable(course.table) > 0:
        course.happens(e.StubReshuffled(due.numbers, stub))
        course.rules((), f"{_cards_were(stub)} shuffled into a new stub; what was served stays.")
        return
    course.happens(e.StubReshuffled(due.numbers, stub))
    course.rules(
        ("E13", "E12") if course.table.rules.reshuffle_set != "muck_and_prior_rounds" else ("F15",),
        f"The stub was used up: {_cards_were(stub)} shuffled into a new one.",
    )


def remake_stub(course: Course, command: RemakeStub) -> None:
    """A dropped stub: shuffled by itself or, where it cannot be told from them, with burns, discards and muck (TDA RP-4).

    Cards served stay where they are; the face of one that comes out of the new stub all the same fouls the deck.
    """
    table = course.table
    if len({person.strip().lower() for person in command.people}) < 2:
        course.refuses("remake the stub", None, (), "Two different people must have the stub made anew.")
        return
    if (
        table.phase not in (Phase.BET, Phase.DRAW)
        or table.reshuffle is not None
        or not (table.stub or command.with_muck)
    ):
        course.refuses("remake the stub", None, (), "There is no stub now that could be shuffled anew.")
        return
    mixed = [*table.burns, *table.muck, *(h for s in table.seats for pile in s.discards for h in pile)]
    numbers = tuple(sorted(held.number for held in mixed)) if command.with_muck else ()
    course.happens(e.ReshuffleDue(numbers, table.stub))
    which = " with burns, discards and muck" if command.with_muck else ""
    why = "used up" if "NO_STUB" in table.halted else "dropped"
    course.rules((), f"The stub was {why}; it is shuffled anew{which}.")


def dealable(table: Table) -> int:
    """Return how many cards may come off the stub before a reshuffle (E12, X36)."""
    if table.rules.bottom_card == "dealt" or table.stub == 0:
        return table.stub
    if table.rules.bottom_card == "only_if_completes":
        still_to_draw = any(seat.is_in and seat.drew is None for seat in table.seats)
        completes = len(table.due) <= table.stub and not table.late and not still_to_draw
        if table.phase is not Phase.DRAW or completes:
            return table.stub
    return table.stub - 1


def call_for_reshuffle(course: Course) -> bool:
    """Ask for a reshuffle when a card is due and none may come off the stub; say whether one is awaited."""
    table = course.table
    if table.reshuffle is not None:
        return True
    if not table.due or table.phase is Phase.DEAL or dealable(table) > 0:
        return False
    receiver = next((d.seat for d in table.due if d.seat is not None), None)
    cards = reshuffle_cards(table, receiver)
    if not cards or not _usable(table, cards, receiver):
        if not table.halted:
            text = "The stub is used up and there is nothing to make a new one from."
            course.happens(e.TableHalted("NO_STUB", ("dealer", "floor")))
            course.alerts("FLOOR_DECISION", text, "dealer", "floor")
        return True
    course.happens(e.ReshuffleDue(tuple(sorted(held.number for held in cards)), table.stub))
    return True


def reshuffle_cards(table: Table, receiver: int | None) -> list[HeldCard]:
    """Return the cards that go into the new stub, beside what is left of the old one (X28, X35, Y08).

    Where they are not enough, so do discards that were not read (nobody could tell that one came back to its player,
    E15), then folded hands where the house says if_needed, then cards that were passed over since an earlier reshuffle.
    """
    muck = table.rules.reshuffle_includes_muck
    discards = [held for seat in table.seats for held in _discards_for(table, seat, receiver)]
    unread = {
        held.number for seat in table.live for pile in seat.discards for held in pile if held.card is None
    }
    cards = [*table.burns, *(held for held in discards if held.number not in unread)]
    if muck == "always":
        cards += table.muck
    own = _piles_of(table, receiver)
    others_unread = [held for held in discards if held.number in unread and held not in own]
    for more in (others_unread, table.muck if muck == "if_needed" else (), _passed_over(table)):
        kept_back = int(table.rules.bottom_card == "never_direct")
        if _usable(table, cards, receiver) - kept_back >= len(table.due):
            break
        cards += more
    return cards


def _usable(table: Table, cards: list[HeldCard], receiver: int | None) -> int:
    """Return how many of these cards, with what is left of the stub, their receiver may have (E15).

    A face he threw that lies nowhere is in the stub: passed over for ever, it would be shuffled in again for ever.
    """
    if receiver is None:
        return len(cards) + table.stub
    thrown, own = table.seat(receiver).thrown, _piles_of(table, receiver)
    hidden = sum(not where_is(table, card) for card in thrown)
    usable = sum(held.card not in thrown and held not in own for held in cards)
    return usable + max(0, table.stub - hidden)


def _passed_over(table: Table) -> list[HeldCard]:
    """Return what lies aside because it was passed over for the player who threw it (E15)."""
    thrown = {card for seat in table.seats for card in seat.thrown}
    return [held for held in table.aside if held.card in thrown]


def _discards_for(table: Table, seat: Seat, receiver: int | None) -> list[HeldCard]:
    if table.openers.splitting and seat.is_in and seat.number == table.openers.opener:
        return []  # they lie under a chip until the hand is over (S01)
    rules = table.rules.reshuffle_set
    earlier = [held for pile in seat.discards[: _piles_before(table, seat)] for held in pile]
    this_draw = [held for pile in seat.discards[_piles_before(table, seat) :] for held in pile]
    if rules == "muck_and_prior_rounds":
        return earlier
    if seat.number == receiver:
        return earlier
    if rules == "earlier_discards" and not _discards_before(table, seat.number, receiver):
        return earlier
    return earlier + this_draw


def _discards_before(table: Table, number: int, receiver: int | None) -> bool:
    """E13: discards are laid down clockwise from the button's left."""
    order = [seat.number for seat in table.clockwise(table.button)]
    return receiver is None or order.index(number) < order.index(receiver)


def _piles_of(table: Table, receiver: int | None) -> tuple[HeldCard, ...]:
    """Return what the receiver has thrown in this hand, as far as it still lies there."""
    return sum(table.seat(receiver).discards, ()) if receiver is not None else ()


def _piles_before(table: Table, seat: Seat) -> int:
    """The number of the seat's discard piles that are older than the draw under way."""
    return len(seat.discards) - (seat.drew is not None)


def _cards_were(number: int) -> str:
    return "1 card was" if number == 1 else f"{number} cards were"
