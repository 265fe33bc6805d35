"""How cards change places."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as with_fields
from typing import Any, assert_never

from table_controller import events as e
from table_controller.cards import Card
from table_controller.table.change import made, replace
from table_controller.table.state import HeldCard, Reshuffle, Seat, Table

CardEvent = (
    e.CardsDue | e.DueDropped | e.CardDealt | e.CardBurned | e.CardSetAside | e.CardTakenBack
    | e.CardExposed | e.CardIdentified | e.FaceForgotten | e.DiscardsSeen | e.CardCountFound
    | e.ReshuffleDue | e.StubReshuffled | e.CardsShown | e.CardsDiscarded | e.LateCardOwed
)  # fmt: skip


def with_seat(table: Table, number: int, change: Callable[[Seat], Seat]) -> Table:
    """Return the table with one seat changed."""
    return replace(table, seats=tuple([change(s) if s.number == number else s for s in table.seats]))


def place_of(seats: Sequence[Seat], number: int) -> int:
    """Return the index of the seat of this number.

    :raises KeyError: nobody sits there
    """
    if number <= len(seats) and seats[number - 1].number == number:  # so it is where no seat below is free
        return number - 1
    for at, seat in enumerate(seats):
        if seat.number == number:
            return at
    raise KeyError(number)


def seats_with(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the table's seats with this one in the place of the one of its number."""
    seats = list(table.seats)
    seats[place_of(seats, seat.number)] = seat
    return tuple(seats)


def evolve(table: Table, event: CardEvent) -> Table:
    match event:
        case e.CardDealt():
            return dealt(table, event)
        case e.CardsDue():
            return due(table, event)
        case e.CardsDiscarded():
            return discarded(table, event)
        case e.CardsShown():
            return shown(table, event)
        case e.DueDropped(seat):
            kept = tuple(d for d in table.due if d.seat != seat)
            return replace(table, due=kept, late=tuple(owed for owed in table.late if owed.seat != seat))
        case e.CardBurned(number, card):
            burns = (*table.burns, HeldCard(number, card))
            return _left_the_stub(table, number, due=table.due[1:], burns=burns, burn_taken=True)
        case e.CardSetAside(number, card, reason, _):
            aside = (*table.aside, HeldCard(number, card, face_up=reason != "double feed"))
            return _left_the_stub(table, number, aside=aside, boxed=table.boxed + (reason == "boxed"))
        case e.CardTakenBack(seat, number, card, as_burn, face_up):
            back = _taken_back(table, seat, HeldCard(number, card, face_up=face_up), as_burn)
            return replace(back, exposed=back.exposed + face_up)
        case e.CardExposed(seat, number, card, by_player):
            up = with_seat(table, seat, lambda s: replace(s, hand=_face_up(s.hand, {number: card})))
            return _by_player(up, seat, number) if by_player else up
        case e.CardIdentified(number, card, _, _):
            return _every_card(
                table, lambda held: with_fields(held, card=card) if held.number == number else held
            )
        case e.FaceForgotten(numbers):
            return _every_card(
                table, lambda held: with_fields(held, card=None) if held.number in numbers else held
            )
        case e.DiscardsSeen(seat, _):
            return with_seat(table, seat, lambda s: replace(s, discards_seen=True))
        case e.CardCountFound(seat, count):
            return _recounted(table, seat, count)
        case e.ReshuffleDue(numbers, kept_in_stub):
            return replace(table, reshuffle=Reshuffle(numbers, kept_in_stub))
        case e.StubReshuffled(numbers, stub):
            return _reshuffled(table, frozenset(numbers), stub)
        case e.LateCardOwed():
            return replace(table, late=(*table.late, event))
    assert_never(event)


def _left_the_stub(table: Table, number: int, **changes: Any) -> Table:
    return replace(table, stub=table.stub - 1, dealt_count=number, before_last_action=None, **changes)


def dealt(table: Table, event: e.CardDealt) -> Table:
    number = event.number
    held = HeldCard(number, event.card, event.draw, event.face_up)
    seats = list(table.seats)
    at = place_of(seats, event.seat)
    his = seats[at].__dict__.copy()
    his["hand"] = (*seats[at].hand, held)
    his["shown"] = False
    seats[at] = made(Seat, his)
    after = table.__dict__.copy()
    after["seats"] = tuple(seats)
    after["stub"] = table.stub - 1
    after["dealt_count"] = number
    after["due"] = table.due[1:]
    after["before_last_action"] = None
    return made(Table, after)


def due(table: Table, event: e.CardsDue) -> Table:
    after = table.__dict__.copy()
    after["due"] = table.due + event.deliveries
    if event.late_served:
        after["late"] = ()
    return made(Table, after)


def shown(table: Table, event: e.CardsShown) -> Table:
    faces = dict(zip(event.numbers, event.cards, strict=True))
    after = table.__dict__.copy()
    after["seats"] = seats_with(table, _shows(table.seat(event.seat), faces))
    return made(Table, after)


def _face_up(hand: tuple[HeldCard, ...], faces: Mapping[int, Card | None]) -> tuple[HeldCard, ...]:
    return tuple(
        [
            HeldCard(h.number, faces[h.number] or h.card, h.draw, True, h.by_player)
            if h.number in faces
            else h
            for h in hand
        ]
    )


def _by_player(table: Table, number: int, card_number: int) -> Table:
    hand = tuple(
        with_fields(held, by_player=True) if held.number == card_number else held
        for held in table.seat(number).hand
    )
    return with_seat(table, number, lambda s: replace(s, hand=hand))


def _shows(seat: Seat, faces: Mapping[int, Card]) -> Seat:
    up = _face_up(seat.hand, faces)
    after = seat.__dict__.copy()
    after["hand"] = up
    after["shown"] = False not in [h.face_up for h in up]
    return made(Seat, after)


def _taken_back(table: Table, number: int, card: HeldCard, as_burn: bool) -> Table:
    table = with_seat(
        table, number, lambda s: replace(s, hand=tuple(h for h in s.hand if h.number != card.number))
    )
    if as_burn:
        return replace(table, burns=(*table.burns, card), burn_taken=True)
    return replace(table, aside=(*table.aside, card))


def _every_card(table: Table, change: Callable[[HeldCard], HeldCard]) -> Table:
    seats = tuple(
        replace(
            s,
            hand=tuple(change(h) for h in s.hand),
            discards=tuple(tuple(change(h) for h in pile) for pile in s.discards),
            mucked=tuple(change(h) for h in s.mucked),
        )
        for s in table.seats
    )
    return replace(
        table,
        seats=seats,
        burns=tuple(change(h) for h in table.burns),
        aside=tuple(change(h) for h in table.aside),
    )


def _recounted(table: Table, number: int, count: int) -> Table:
    """Make the seat's hand *count* cards.

    What is missing turns out to be in the stub still or, after a draw, to lie somewhere else; what is too much came
    from the stub. A number said that is more than there is to lay down was never said.
    """
    seat = table.seat(number)
    short = len(seat.hand) - count
    if short >= 0:
        said = None if seat.announced is None or seat.announced > count else seat.announced
        left = with_seat(table, number, lambda s: replace(s, hand=s.hand[:count], announced=said))
        if table.draw_no == 0:
            return replace(left, stub=table.stub + short)
        lost = tuple(with_fields(held, card=None) for held in seat.hand[count:])
        return replace(left, aside=(*left.aside, *lost))
    extra = tuple(HeldCard(table.dealt_count + i + 1, None) for i in range(-short))
    moved = replace(table, stub=table.stub + short, dealt_count=table.dealt_count - short)
    return with_seat(moved, number, lambda s: replace(s, hand=(*s.hand, *extra)))


def _reshuffled(table: Table, numbers: frozenset[int], stub: int) -> Table:
    """The cards are in the stub again: nobody's, and their faces forgotten.

    A seat's own discards stay on record by face (so that none comes back to it), not by number.
    """
    seats = tuple(
        replace(
            s,
            thrown=(
                *s.thrown,
                *(h.card for pile in s.discards for h in pile if h.number in numbers and h.card),
            ),
            discards=tuple(tuple(h for h in pile if h.number not in numbers) for pile in s.discards),
            mucked=tuple(h for h in s.mucked if h.number not in numbers),
        )
        for s in table.seats
    )
    return replace(
        table,
        seats=seats,
        stub=stub,
        reshuffle=None,
        reshuffles=table.reshuffles + 1,
        burns=tuple(h for h in table.burns if h.number not in numbers),
        aside=tuple(h for h in table.aside if h.number not in numbers),
    )


def taken_up_again(seat: Seat) -> Seat:
    """Return the seat with what it has laid down in this draw back in its hand (E16); itself where it has not."""
    if seat.drew is None:
        return seat
    *earlier, laid = seat.discards
    hand = sorted((*seat.hand, *laid), key=lambda held: held.number)
    return replace(seat, hand=tuple(hand), discards=tuple(earlier), drew=None)


def discarded(table: Table, event: e.CardsDiscarded) -> Table:
    faces = dict(zip(event.numbers, event.cards, strict=True))
    seat = table.seat(event.seat)
    laid, kept = [], []
    for held in seat.hand:
        if held.number not in faces:
            kept.append(held)
        else:
            card = faces[held.number]
            laid.append(held if held.card is card else with_fields(held, card=card))
    his = seat.__dict__.copy()
    his["hand"] = tuple(kept)
    his["discards"] = (*seat.discards, tuple(laid))
    his["drew"] = len(laid) + table.game.drawn_beyond(event.draw)
    his["announced"] = None
    after = table.__dict__.copy()
    after["seats"] = seats_with(table, made(Seat, his))
    after["before_last_action"] = None
    if event.splitting:
        after["openers"] = replace(table.openers, splitting=True)
    return made(Table, after)
