"""How a hand begins, opens, is shown and ends."""

from collections.abc import Iterable
from typing import Any, Final, assert_never

from table_controller import events as e
from table_controller.table import evolve_standing
from table_controller.table.change import made, replace
from table_controller.table.evolve_cards import taken_up_again, with_seat
from table_controller.table.state import HandStatus, Openers, Phase, Seat, Table

HandEvent = (
    e.TableConfigured | e.SeatTaken | e.SeatLeft | e.HandStarted | e.DealStarted | e.GameTurned | e.DrawStarted | e.DrawAnnounced
    | e.DrawEnded | e.DeclarationStarted | e.DeclarationMade | e.DeclarationsOpened
    | e.ShowdownStarted | e.HandClaimed | e.HandMucked | e.HandRetrieved | e.HandKilled
    | e.HandRuledLive | e.PotAwarded | e.PotCarried | e.HandVoided | e.HandEnded
    | e.PotOpened | e.OpenersFoundFalse | e.OpenersDue | e.OpenersProved | e.SatOut
    | e.OpeningHandAsked
)  # fmt: skip


_EMPTY_SEAT: Final = Seat(0, "", 0)


def evolve(table: Table, event: HandEvent) -> Table:
    match event:
        case e.TableConfigured(game, rules, stakes):
            return replace(_gathered(table), game=game, rules=rules, stakes=stakes, before_award=None)
        case e.SeatTaken(number, name, stack):
            before = table.before_award
            brought = None if before is None else _seat_taken(before, number, name, stack)
            return replace(_seat_taken(table, number, name, stack), before_award=brought)
        case e.SeatLeft(number, _):
            return replace(_seat_left(table, number), before_award=None)
        case e.HandStarted():
            return hand_started(table, event)
        case e.DealStarted(_):
            return replace(table, phase=Phase.DEAL, step=table.step + 1, to_act=None)
        case e.GameTurned():
            return _turned(table)
        case e.DrawStarted():
            return draw_started(table, event)
        case e.DrawAnnounced(seat, count):
            return with_seat(table, seat, lambda s: replace(taken_up_again(s), announced=count))
        case e.DrawEnded():
            return draw_ended(table, event)
        case e.DeclarationStarted() | e.DeclarationMade() | e.DeclarationsOpened():
            return _declared(table, event)
        case e.ShowdownStarted(order):
            last = len(table.game.course) - 1
            return replace(table, phase=Phase.SHOWDOWN, step=last, showdown_order=order, to_act=None)
        case e.HandClaimed(seat, words):
            return _claimed(table, seat, words)
        case e.HandMucked(seat):
            return _mucked(table, seat)
        case e.HandRetrieved(seat):
            return with_seat(
                _before_the_award(table),
                seat,
                lambda s: replace(s, status=HandStatus.LIVE, hand=s.mucked, mucked=()),
            )
        case e.HandKilled(seat, _):
            return with_seat(table, seat, lambda s: replace(s, status=HandStatus.DEAD, announced=None))
        case e.HandRuledLive(seat):
            return with_seat(table, seat, lambda s: replace(s, status=HandStatus.LIVE))
        case e.PotAwarded():
            return pot_awarded(table, event)
        case e.PotCarried():
            return _pot_carried(table, event)
        case e.HandVoided(returns, _):
            return _hand_voided(table, returns)
        case e.HandEnded():
            return hand_ended(table, event)
        case (
            e.PotOpened()
            | e.OpenersFoundFalse()
            | e.OpenersDue()
            | e.OpenersProved()
            | e.SatOut()
            | e.OpeningHandAsked()
        ):
            return opening(table, event)
    assert_never(event)


def draw_started(table: Table, event: e.DrawStarted) -> Table:
    after = table.__dict__.copy()
    after["seats"] = tuple([s if s.announced is s.drew is None else _to_draw(s) for s in table.seats])
    after["phase"] = Phase.DRAW
    after["step"] = table.step + 1
    after["draw_no"] = event.number
    after["acted_after_draw"] = False
    return made(Table, after)


def draw_ended(table: Table, event: e.DrawEnded) -> Table:
    after = table.__dict__.copy()
    after["burn_taken"] = False
    after["to_act"] = None
    return made(Table, after)


def _to_draw(seat: Seat) -> Seat:
    after = seat.__dict__.copy()
    after["announced"] = after["drew"] = None
    return made(Seat, after)


def _is_down(seat: Seat) -> bool:
    """Whether part of the hand does not lie there yet: only then do words count (R02)."""
    return not all(held.face_up for held in seat.hand)


def _claimed(table: Table, number: int, words: str) -> Table:
    """The last word counts, until somebody has thrown a hand away on it; a pair may also be said over the spread hand."""
    thrown = any((number, "claim") in seat.mucked_on for seat in table.seats)
    if thrown or not (_is_down(table.seat(number)) or words == "pair"):
        return table
    return with_seat(table, number, lambda s: replace(s, claim=words))


def _mucked(table: Table, number: int) -> Table:
    """The hand goes, and with it is kept what the player may have gone by: words, or a hand spread in silence."""
    others = [seat for seat in table.live if seat.number != number]
    said = [(seat.number, "claim") for seat in others if seat.claim is not None and _is_down(seat)]
    spread = [(seat.number, "spread") for seat in others if seat.claim != "pair" and not _is_down(seat)]
    return with_seat(
        table,
        number,
        lambda s: replace(s, status=HandStatus.FOLDED, mucked=s.hand, hand=(), mucked_on=(*said, *spread)),
    )


def _gathered(table: Table) -> Table:
    """The cards of the last hand lie nowhere any more: the next game may have another deck."""
    seats = tuple(replace(s, hand=(), discards=(), mucked=(), thrown=()) for s in table.seats)
    return replace(table, seats=seats, stub=0, dealt_count=0, burns=(), aside=())


def _seat_left(table: Table, number: int) -> Table:
    """The chips in the middle stay there, forfeited (Y18); the cards lie where they lay, nobody's."""
    seat = table.seat(number)
    cards = (*seat.hand, *seat.mucked, *(held for pile in seat.discards for held in pile))
    others = table.participants
    return replace(
        table,
        seats=tuple(s for s in table.seats if s.number != number),
        carried=table.carried + seat.put_in,
        aside=(*table.aside, *cards),
        participants=None if others is None else tuple(n for n in others if n != number),
        short_bettor=None if table.short_bettor == number else table.short_bettor,
    )


def _seat_taken(table: Table, number: int, name: str, stack: int) -> Table:
    if table.has_seat(number):
        return with_seat(table, number, lambda s: replace(s, name=name, stack=s.stack + stack))
    seats = sorted((*table.seats, Seat(number, name, stack)), key=lambda s: s.number)
    return replace(table, seats=tuple(seats))


def hand_started(table: Table, event: e.HandStarted) -> Table:
    seats = tuple([_begins(seat, dealt_in=seat.number in event.seats) for seat in table.seats])
    return Table(
        table.base_game or table.game,
        table.rules,
        table.stakes,
        seats,
        hand_no=event.hand_no,
        button=event.button,
        phase=Phase.DEAL,
        step=0,
        stub=table.rules.deck_size,
        carried=event.carried,
        passed_out=event.passed_out,
        participants=table.participants,
        last_blind_before=table.last_blind,
        standings=tuple([(s.number, s.standing) for s in table.seats]),
        quarantined=table.quarantined,
        verified=table.verified,
        released=table.released,
        alerts=table.alerts,
    )


def _begins(seat: Seat, *, dealt_in: bool) -> Seat:
    """Return the seat with nothing of the hand before but what it has in the middle, and what outlives a hand."""
    after = _EMPTY_SEAT.__dict__.copy()
    after["number"] = seat.number
    after["name"] = seat.name
    after["stack"] = seat.stack
    after["status"] = HandStatus.LIVE if dealt_in else HandStatus.OUT
    after["put_in"] = after["put_in_before"] = seat.put_in
    after["sits_out"] = seat.sits_out
    after["away"] = seat.away
    after["standing"] = evolve_standing.dealt_in(seat.standing) if dealt_in else seat.standing
    return made(Seat, after)


def _turned(table: Table) -> Table:
    """The first betting round begins once more, the cards and the antes as they are."""
    seats = tuple(replace(s, acted_level=None) for s in table.seats)
    return replace(
        table,
        game=table.game.turned,
        base_game=table.game,
        seats=seats,
        phase=Phase.DEAL,
        step=0,
        round=None,
        to_act=None,
        openers=Openers(),
    )


def _declared(table: Table, event: e.DeclarationStarted | e.DeclarationMade | e.DeclarationsOpened) -> Table:
    match event:
        case e.DeclarationStarted():
            return replace(table, phase=Phase.DECLARE, step=table.step + 1, to_act=None)
        case e.DeclarationMade(number, way):
            return with_seat(table, number, lambda s: replace(s, declared=True, way=way))
        case e.DeclarationsOpened(ways):
            said = dict(ways)
            seats = tuple(replace(s, way=said.get(s.number, s.way)) for s in table.seats)
            return replace(table, seats=seats, ways_open=True, to_act=None)
    assert_never(event)


def pot_awarded(table: Table, event: e.PotAwarded) -> Table:
    paid = dict(event.shares)
    seats = tuple(
        [replace(s, stack=s.stack + paid[s.number]) if s.number in paid else s for s in table.seats]
    )
    after = replace(
        table, seats=seats, awarded=table.awarded + event.chips, before_award=_before_its_award(table)
    )
    return replace(after, **_settled(after)) if table.phase is Phase.OVER else after


def _pot_carried(table: Table, event: e.PotCarried) -> Table:
    lost = dict(event.forfeits)
    seats = tuple(replace(s, put_in=s.put_in - lost.get(s.number, 0)) for s in table.seats)
    passed = event.reason == "passed out"
    return replace(
        table,
        before_award=_before_its_award(table),
        seats=seats,
        carried=table.carried + sum(lost.values()) - table.awarded,
        awarded=0,
        pot_stays=True,
        passed_out=table.passed_out + passed,
        participants=event.seats,
        uncalled_false_open=event.uncalled,
    )


def _before_its_award(table: Table) -> Table | None:
    """Return what is kept of the table before its pot goes somewhere."""
    if table.before_award is not None or table.phase is Phase.OVER:
        return table.before_award
    return table if table.before_last_action is None else replace(table, before_last_action=None)


def _before_the_award(table: Table) -> Table:
    """Take an award back; what is known of decks and devices since stays known."""
    before = table.before_award
    if before is None or table.phase is not Phase.OVER:
        return table
    return replace(
        before,
        halted=table.halted,
        halt_needs=table.halt_needs,
        quarantined=table.quarantined,
        verified=table.verified,
        released=table.released,
        alerts=table.alerts,
    )


def _hand_voided(table: Table, returns: Iterable[tuple[int, int]]) -> Table:
    table = _before_the_award(table)
    back = dict(returns)
    seats = tuple(
        replace(s, stack=s.stack + back.get(s.number, 0), put_in=s.put_in - back.get(s.number, 0))
        for s in table.seats
    )
    stays = table.carried > 0 or any(s.put_in for s in seats)
    table = evolve_standing.as_before_the_hand(table)
    seats = evolve_standing.with_standings(seats, table.standings)
    return replace(table, seats=seats, pot_stays=stays, due=(), late=(), reshuffle=None, before_award=None)


def hand_ended(table: Table, event: e.HandEnded) -> Table:
    openers = table.openers
    after = table.__dict__.copy()
    after["game"], after["base_game"] = table.base_game or table.game, None
    after["phase"], after["step"] = Phase.OVER, -1
    after["to_act"] = after["round"] = after["reshuffle"] = None
    after["due"] = after["late"] = after["showdown_order"] = ()
    after["next_button"] = event.next_button
    if openers.claimants or openers.due:
        after["openers"] = replace(openers, claimants=(), due=False)
    if table.pot_stays:
        after["seats"] = tuple([replace(s, bet=0) for s in table.seats])
    else:
        after.update(_settled(table))
    return made(Table, after)


def _settled(table: Table) -> dict[str, Any]:
    """Return what changes when nothing lies in the middle any more: everybody may play the next hand."""
    return {
        "seats": tuple([_settled_seat(seat) for seat in table.seats]),
        "carried": 0, "awarded": 0, "passed_out": 0, "participants": None, "pot_stays": False,
    }  # fmt: skip


def _settled_seat(seat: Seat) -> Seat:
    after = seat.__dict__.copy()
    after["bet"] = after["put_in"] = after["put_in_before"] = 0
    after["sits_out"] = False
    return made(Seat, after)


OpenersEvent = (
    e.PotOpened | e.OpenersFoundFalse | e.OpenersDue | e.OpenersProved | e.SatOut | e.OpeningHandAsked
)


def opening(table: Table, event: OpenersEvent) -> Table:
    state = table.openers
    match event:
        case e.PotOpened(seat, chips):
            opened = replace(
                state,
                opener=seat,
                position=seat,
                chips=chips,
                splitting=False,
                due=False,
                proved=False,
                claimants=(),
            )
            return replace(table, openers=opened)
        case e.OpenersFoundFalse(seat, claimants):
            return replace(
                table,
                openers=replace(
                    state,
                    opener=None,
                    due=False,
                    false_openers=(*state.false_openers, seat),
                    claimants=claimants,
                ),
            )
        case e.OpenersDue(_):
            return replace(table, openers=replace(state, due=True))
        case e.OpenersProved():
            return replace(table, openers=replace(state, due=False, proved=True))
        case e.SatOut(seat):
            return with_seat(table, seat, lambda s: replace(s, sits_out=True))
        case e.OpeningHandAsked(seat, _):
            return replace(table, openers=replace(state, hand_asked_by=seat))
    assert_never(event)
