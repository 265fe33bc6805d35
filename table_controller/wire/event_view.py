"""The only road out for an event: what of each type may leave, named field by field."""

from typing import assert_never

from table_controller import events as e
from table_controller.cards import parse_maybe_card
from table_controller.table.evolve_standing import StandingEvent
from table_controller.table.state import Table
from table_controller.wire.discretion import (
    DEALER_ALERTS,
    SILENT_NAME,
    alert_view,
    dealer_hears,
    faces_up,
    is_silent,
    known_seat,
    masked,
    public_faces,
    reason_text,
)
from table_controller.wire.models import RulingView
from table_controller.wire.public_event import Declared, HalfWon, PublicEvent, Share
from table_controller.wire.standing_view import standing_view

_SeatEvent = e.TableConfigured | e.SeatTaken | e.SeatLeft | e.HandStarted | e.AntePosted | e.BlindPosted
_DealEvent = (
    e.CardsDue | e.DueDropped | e.CardDealt | e.CardBurned | e.CardSetAside | e.CardTakenBack | e.CardExposed
)
_CustodyEvent = (
    e.CardIdentified
    | e.FaceForgotten
    | e.ReadingKeptAsUnknown
    | e.DiscardsSeen
    | e.CardCountFound
    | e.ReshuffleDue
    | e.StubReshuffled
)
_BettingEvent = (
    e.BettingStarted
    | e.ActionAwaited
    | e.Checked
    | e.BetMade
    | e.Called
    | e.Folded
    | e.Rapped
    | e.BetReturned
    | e.BettingEnded
)
_OpenersEvent = (
    e.PotOpened | e.OpenersFoundFalse | e.OpenersDue | e.OpenersProved | e.SatOut | e.OpeningHandAsked
)
_DrawEvent = (
    e.DealStarted
    | e.GameTurned
    | e.DrawStarted
    | e.DrawAnnounced
    | e.CardsDiscarded
    | e.LateCardOwed
    | e.DrawCountTold
    | e.DrawEnded
)
_HandEvent = (
    e.DeclarationStarted
    | e.DeclarationMade
    | e.DeclarationsOpened
    | e.ShowdownStarted
    | e.CardsShown
    | e.HandClaimed
    | e.HandMucked
    | e.HandRetrieved
    | e.HandKilled
    | e.HandRuledLive
)
_EndEvent = e.PotAwarded | e.PotCarried | e.HandVoided | e.HandEnded
_HouseEvent = (
    e.TableHalted
    | e.TableResumed
    | e.ActionUndone
    | e.DeckQuarantined
    | e.DeckVerified
    | e.DeckReleased
    | e.AlertRaised
    | e.AlertCleared
    | e.RulingMade
    | e.ActionRefused
)


def public_view(event: e.Event, table: Table) -> PublicEvent | None:
    """Return what everybody may know of *event*, or None for nothing; *table* is the table after it.

    A face leaves only where `PUBLIC_FACES` names its field, a draw count only until there was action after the draw
    (rule E18), an alert or a ruling only where the dealer is among those it is for.
    """
    no = table.hand_no
    if isinstance(event, _SeatEvent):
        return _seats(event, no)
    if isinstance(event, _DealEvent):
        return _deal(event, no)
    if isinstance(event, _CustodyEvent):
        return _custody(event, no)
    if isinstance(event, _BettingEvent):
        return _betting(event, no)
    if isinstance(event, _OpenersEvent):
        return _openers(event, no)
    if isinstance(event, _DrawEvent):
        return _draw(event, no, tell_counts=not table.acted_after_draw)
    if isinstance(event, _HandEvent):
        return _hand(event, no)
    if isinstance(event, _EndEvent):
        return _end(event, no)
    if isinstance(event, StandingEvent):
        return standing_view(event, no)
    if isinstance(event, _HouseEvent):
        return _house(event, table)
    assert_never(event)


def ruling_view(ruling: e.RulingMade, table: Table, source: str, ts: str) -> RulingView | None:
    """Return a ruling as the dealer's page keeps it, or None where it is not for the dealer.

    *source* says where its rows come from, *ts* when it was made (UTC).
    """
    if not dealer_hears(ruling.to):
        return None
    return RulingView(
        rules=ruling.rules,
        text=_ruling_text(ruling, table),
        source=source,
        cards=public_faces(ruling),
        seat=ruling.seat,
        ts=ts,
    )


def _seats(event: _SeatEvent, no: int) -> PublicEvent:
    match event:
        case e.TableConfigured(game, rules):
            return PublicEvent(type="table_configured", hand_no=no, name=game.id, word=rules.profile)
        case e.SeatTaken(seat, name, stack):
            return PublicEvent(type="seat_taken", hand_no=no, seat=seat, name=name, chips=stack)
        case e.SeatLeft(seat, stack):
            return PublicEvent(type="seat_left", hand_no=no, seat=seat, chips=stack)
        case e.HandStarted(hand_no, button, seats, carried):
            return PublicEvent(type="hand_started", hand_no=hand_no, seat=button, seats=seats, chips=carried)
        case e.AntePosted(seat, chips):
            return PublicEvent(type="ante_posted", hand_no=no, seat=seat, chips=chips)
        case e.BlindPosted(seat, chips, to_match):
            return PublicEvent(type="blind_posted", hand_no=no, seat=seat, chips=chips, total=to_match)
        case _:
            assert_never(event)


def _deal(event: _DealEvent, no: int) -> PublicEvent:
    match event:
        case e.CardsDue(deliveries):
            seats = tuple(due.seat for due in deliveries if due.seat is not None)
            return PublicEvent(type="cards_due", hand_no=no, seats=seats, count=len(deliveries))
        case e.DueDropped(seat):
            return PublicEvent(type="due_dropped", hand_no=no, seat=seat)
        case e.CardDealt(seat, number, _, draw, face_up):
            return PublicEvent(
                type="card_dealt", hand_no=no, seat=seat, number=number, draw=draw, flag=face_up
            )
        case e.CardBurned(number):
            return PublicEvent(type="card_burned", hand_no=no, number=number)
        case e.CardSetAside(number, _, reason, seat):
            # That a card came back to the seat that threw it says which face it is; the seat knows.
            told = (reason, seat) if reason != "own discard" else (None, None)
            return PublicEvent(type="card_set_aside", hand_no=no, number=number, word=told[0], seat=told[1])
        case e.CardTakenBack(seat, number, _, as_burn):
            cards = public_faces(event)
            return PublicEvent(
                type="card_taken_back", hand_no=no, seat=seat, number=number, cards=cards, flag=as_burn
            )
        case e.CardExposed(seat, number):
            cards = public_faces(event)
            return PublicEvent(type="card_exposed", hand_no=no, seat=seat, number=number, cards=cards)
        case _:
            assert_never(event)


def _custody(event: _CustodyEvent, no: int) -> PublicEvent | None:
    match event:
        case e.CardIdentified() | e.FaceForgotten() | e.ReadingKeptAsUnknown():
            return None
        case e.DiscardsSeen(seat):
            return PublicEvent(type="discards_seen", hand_no=no, seat=seat)
        case e.CardCountFound(seat, count):
            return PublicEvent(type="card_count_found", hand_no=no, seat=seat, count=count)
        case e.ReshuffleDue(numbers, kept):
            return PublicEvent(type="reshuffle_due", hand_no=no, count=len(numbers) + kept)
        case e.StubReshuffled(_, stub):
            return PublicEvent(type="stub_reshuffled", hand_no=no, count=stub)
        case _:
            assert_never(event)


def _betting(event: _BettingEvent, no: int) -> PublicEvent:
    match event:
        case e.BettingStarted(number, bet, capped):
            return PublicEvent(type="betting_started", hand_no=no, number=number, chips=bet, flag=capped)
        case e.ActionAwaited(seat):
            return PublicEvent(type="action_awaited", hand_no=no, seat=seat)
        case e.Checked(seat):
            return PublicEvent(type="checked", hand_no=no, seat=seat)
        case e.BetMade(seat, total, chips, kind):
            return PublicEvent(type="bet_made", hand_no=no, seat=seat, total=total, chips=chips, word=kind)
        case e.Called(seat, chips):
            return PublicEvent(type="called", hand_no=no, seat=seat, chips=chips)
        case e.Folded(seat):
            return PublicEvent(type="folded", hand_no=no, seat=seat)
        case e.Rapped(seat):
            return PublicEvent(type="rapped", hand_no=no, seat=seat)
        case e.BetReturned(seat, chips):
            return PublicEvent(type="bet_returned", hand_no=no, seat=seat, chips=chips)
        case e.BettingEnded(number):
            return PublicEvent(type="betting_ended", hand_no=no, number=number)
        case _:
            assert_never(event)


def _openers(event: _OpenersEvent, no: int) -> PublicEvent:
    match event:
        case e.PotOpened(seat, chips):
            return PublicEvent(type="pot_opened", hand_no=no, seat=seat, chips=chips)
        case e.OpenersFoundFalse(seat, claimants):
            return PublicEvent(type="openers_found_false", hand_no=no, seat=seat, seats=claimants)
        case e.OpenersDue(seat):
            return PublicEvent(type="openers_due", hand_no=no, seat=seat)
        case e.OpenersProved(seat, _, rules):
            cards = public_faces(event)
            return PublicEvent(type="openers_proved", hand_no=no, seat=seat, cards=cards, rules=rules)
        case e.SatOut(seat):
            return PublicEvent(type="sat_out", hand_no=no, seat=seat)
        case e.OpeningHandAsked(seat, opener):
            return PublicEvent(type="opening_hand_asked", hand_no=no, seat=seat, about=opener)
        case _:
            assert_never(event)


def _draw(event: _DrawEvent, no: int, tell_counts: bool) -> PublicEvent:
    def told(count: int) -> int | None:
        return count if tell_counts else None

    match event:
        case e.DealStarted(number):
            return PublicEvent(type="deal_started", hand_no=no, number=number)
        case e.GameTurned(game, title):
            return PublicEvent(type="game_turned", hand_no=no, name=game, word=title)
        case e.DrawStarted(number):
            return PublicEvent(type="draw_started", hand_no=no, number=number)
        case e.DrawAnnounced(seat, count):
            return PublicEvent(type="draw_announced", hand_no=no, seat=seat, count=told(count))
        case e.CardsDiscarded(seat, numbers, _, draw, splitting):
            count_told = told(len(numbers))
            return PublicEvent(
                type="cards_discarded", hand_no=no, seat=seat, count=count_told, draw=draw, flag=splitting
            )
        case e.LateCardOwed(seat, reason):
            return PublicEvent(
                type="late_card_owed", hand_no=no, seat=seat, word=reason if tell_counts else None
            )
        case e.DrawCountTold(seat, about, count):
            return PublicEvent(type="draw_count_told", hand_no=no, seat=seat, about=about, count=told(count))
        case e.DrawEnded(number):
            return PublicEvent(type="draw_ended", hand_no=no, number=number)
        case _:
            assert_never(event)


def _hand(event: _HandEvent, no: int) -> PublicEvent:
    match event:
        case e.DeclarationStarted():
            return PublicEvent(type="declaration_started", hand_no=no)
        case e.DeclarationMade(seat):
            return PublicEvent(type="declaration_made", hand_no=no, seat=seat)
        case e.DeclarationsOpened(ways):
            said = tuple(Declared(seat=seat, way=way.value) for seat, way in ways)
            return PublicEvent(type="declarations_opened", hand_no=no, ways=said)
        case e.ShowdownStarted(order):
            return PublicEvent(type="showdown_started", hand_no=no, seats=order)
        case e.CardsShown(seat):
            return PublicEvent(type="cards_shown", hand_no=no, seat=seat, cards=public_faces(event))
        case e.HandClaimed(seat, words):
            return PublicEvent(type="hand_claimed", hand_no=no, seat=seat, word=words)
        case e.HandMucked(seat):
            return PublicEvent(type="hand_mucked", hand_no=no, seat=seat)
        case e.HandRetrieved(seat):
            return PublicEvent(type="hand_retrieved", hand_no=no, seat=seat)
        case e.HandKilled(seat, rules):
            return PublicEvent(type="hand_killed", hand_no=no, seat=seat, rules=rules)
        case e.HandRuledLive(seat):
            return PublicEvent(type="hand_ruled_live", hand_no=no, seat=seat)
        case _:
            assert_never(event)


def _end(event: _EndEvent, no: int) -> PublicEvent:
    match event:
        case e.PotAwarded(pot, chips, contenders, shares, halves):
            by_half = tuple(HalfWon(half=won.half, shares=_shares(won.shares)) for won in halves)
            return PublicEvent(
                type="pot_awarded",
                hand_no=no,
                number=pot,
                chips=chips,
                seats=contenders,
                shares=_shares(shares),
                halves=by_half or None,
            )
        case e.PotCarried(chips, forfeits, seats, reason):
            return PublicEvent(
                type="pot_carried",
                hand_no=no,
                chips=chips,
                shares=_shares(forfeits),
                seats=seats,
                word=reason,
            )
        case e.HandVoided(returns, replay):
            return PublicEvent(type="hand_voided", hand_no=no, shares=_shares(returns), flag=replay)
        case e.HandEnded(hand_no, next_button, next_seats):
            return PublicEvent(type="hand_ended", hand_no=hand_no, seat=next_button, seats=next_seats)
        case _:
            assert_never(event)


def _house(event: _HouseEvent, table: Table) -> PublicEvent | None:
    no, up = table.hand_no, faces_up(table)
    match event:
        case e.TableHalted(reason):
            return PublicEvent(type="table_halted", hand_no=no, text=reason_text(reason, table))
        case e.TableResumed():
            return PublicEvent(type="table_resumed", hand_no=no)
        case e.ActionUndone(by, reason):
            return PublicEvent(type="action_undone", hand_no=no, word=by, text=masked(reason, up))
        case e.DeckQuarantined(deck):
            return PublicEvent(type="deck_quarantined", hand_no=no, word=deck)
        case e.DeckVerified(deck):
            return PublicEvent(type="deck_verified", hand_no=no, word=deck)
        case e.DeckReleased(deck):
            return PublicEvent(type="deck_released", hand_no=no, word=deck)
        case e.AlertRaised():
            return _alert(event, table)
        case e.AlertCleared(name, seat):
            return _alert_end(name, seat, no)
        case e.RulingMade(rules, _, _, seat, to):
            if not dealer_hears(to):
                return None
            text, cards = _ruling_text(event, table), public_faces(event)
            return PublicEvent(type="ruling_made", hand_no=no, rules=rules, text=text, cards=cards, seat=seat)
        case e.ActionRefused(action, seat, rules, text):
            known = known_seat(seat)
            return PublicEvent(
                type="action_refused", hand_no=no, word=action, seat=known, rules=rules, text=masked(text, up)
            )
        case _:
            assert_never(event)


def _alert(event: e.AlertRaised, table: Table) -> PublicEvent | None:
    view = alert_view(event, table)
    if view is None:
        return None
    return PublicEvent(
        type="alert_raised",
        hand_no=table.hand_no,
        name=view.name,
        text=view.text,
        seat=view.seat,
        cards=view.cards,
    )


def _alert_end(name: str, seat: int | None, no: int) -> PublicEvent | None:
    if name not in DEALER_ALERTS:
        return None
    if is_silent(name):
        return PublicEvent(type="alert_cleared", hand_no=no, name=SILENT_NAME)
    return PublicEvent(type="alert_cleared", hand_no=no, name=name, seat=known_seat(seat))


def _ruling_text(ruling: e.RulingMade, table: Table) -> str:
    named = {parse_maybe_card(text) for text in public_faces(ruling)}
    return masked(ruling.text, {card for card in named if card is not None} | faces_up(table))


def _shares(pairs: tuple[tuple[int, int], ...]) -> tuple[Share, ...]:
    return tuple(Share(seat=seat, chips=chips) for seat, chips in pairs)
