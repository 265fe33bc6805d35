"""Opening, openers shown, split and found false (chapters O, S, N; W01; X15, X17, X18)."""

from collections.abc import Sequence
from itertools import combinations

from table_controller import events as e
from table_controller.cards import Card, deck_of
from table_controller.commands import (
    AdmitNoOpeners,
    AskOpeningHand,
    DeclarePotOpen,
    NobodyDeclares,
    ShowOpeners,
)
from table_controller.hand_values.high import is_pair_or_better
from table_controller.rules.betting import open_without_chips
from table_controller.rules.course import Course, called, listed
from table_controller.rules.openers_proof import OpenersProof, Verdict, prove_openers
from table_controller.rules.turns import is_unopened, may_open_without_chips, next_to_bet, openers_rank
from table_controller.table.state import HeldCard, Phase, Seat, Table


def opening_five(table: Table, number: int) -> tuple[HeldCard, ...]:
    """Return the cards of the first deal that the seat had, wherever they are now."""
    seat = table.seat(number)
    everywhere = [*seat.hand, *seat.mucked, *(held for pile in seat.discards for held in pile)]
    return tuple(sorted((h for h in everywhere if h.draw == 0), key=lambda h: h.number))


def qualifies(cards: tuple[Card | None, ...], rank: int) -> bool:
    known = tuple(card for card in cards if card is not None)
    return bool(known) and is_pair_or_better(known, rank)


def shown_by_themselves(cards: Sequence[Card], seat: Seat, rank: int) -> bool:
    """Whether *cards* of the seat's final hand are openers it must have kept, whichever of them it drew.

    As many of them as were kept hold openers; a flush with a drawn card in it does not show what was opened on (S01, S04).
    """
    kept = min(sum(held.draw == 0 for held in seat.hand), len(cards))
    return kept > 0 and any(qualifies(some, rank) for some in combinations(cards, kept))


# Declaring a pot open after false openers, or without chips


def declare_open(course: Course, command: DeclarePotOpen) -> None:
    table = course.table
    if not table.has_seat(command.seat) or not table.seat(command.seat).is_in:
        course.refuses("declare the pot open", command.seat, ("N01",), f"Seat {command.seat} has no hand.")
        return
    seat = table.seat(command.seat)
    betting = table.round
    unopened = is_unopened(table) or may_open_without_chips(table, seat)
    if unopened and not table.openers.claimants:
        _open_in_turn(course, seat)
        return
    if command.seat not in table.openers.claimants or betting is None:
        row = "N02" if command.seat in table.openers.passed else "N01"
        text = f"{called(table, command.seat)} cannot declare this pot open."
        course.refuses("declare the pot open", command.seat, (row,), text)
        return
    chips = min(betting.to_match - seat.bet, seat.stack)
    total = seat.bet + chips
    course.happens(
        e.BetMade(
            command.seat, total, chips, "open", False, max(betting.full_level, total), betting.raise_size
        ),
        e.PotOpened(command.seat, max(chips, table.openers.chips)),
    )
    course.rules(
        ("N01", "N05"),
        f"{called(table, command.seat)} declares the pot open and must prove openers to win.",
        seat=command.seat,
    )


def _open_in_turn(course: Course, seat: Seat) -> None:
    """W01: all-in for the ante; else declaring the pot open is an opening bet said in other words."""
    table = course.table
    betting = table.round
    if betting is None:
        return
    if may_open_without_chips(table, seat):
        open_without_chips(course, seat, betting)
        return
    text = f"{called(table, seat.number)} opens with a bet in turn."
    course.refuses("declare the pot open", seat.number, ("N01",), text)


def nobody_declares(course: Course, command: NobodyDeclares) -> None:
    """N06: all bets but the false opening one go back; it and the antes stay."""
    if not course.table.openers.claimants:
        course.refuses("pass", None, ("N06",), "Nobody is asked to declare the pot open.")
        return
    refund_all_but_opening(course, ("N03", "N06"))


# Showing openers, or not


def show(course: Course, command: ShowOpeners) -> None:
    table = course.table
    if table.openers.opener != command.seat or openers_rank(table) is None:
        course.refuses("show openers", command.seat, ("O09",), f"Seat {command.seat} did not open this pot.")
        return
    if table.phase is Phase.SHOWDOWN:
        _show_at_the_end(course, table.seat(command.seat))
    else:
        text = f"{called(table, command.seat)} shows openers when the hand is won, not before."
        course.refuses("show openers", command.seat, ("O09",), text)


def _show_at_the_end(course: Course, seat: Seat) -> None:
    proof = proof_of(course.table, seat)
    if proof.verdict is Verdict.NO:
        text = f"What {called(course.table, seat.number)} shows is not openers."
        course.refuses("show openers", seat.number, ("O09", *proof.rules), text)
        return
    enough = fewest_openers(seat.faces, seat, openers_rank(course.table))
    if not enough and is_unannounced(course.table, seat):
        floor_decides(course, seat)
        return
    if not enough and not seat.discards_seen and any(seat.discards):
        course.happens(e.DiscardsSeen(seat.number, "by hand"))
    _prove(course, course.table.seat(seat.number), proof, enough)


def is_unannounced(table: Table, seat: Seat) -> bool:
    """S01: cards were thrown, no split was announced, and the house wants one announced."""
    thrown = any(seat.discards) and not table.openers.splitting
    read = len(seat.faces) == len(seat.hand)
    return thrown and read and table.rules.split_needs_announcement


def floor_decides(course: Course, seat: Seat) -> None:
    """S01: openers may have been split without a word; the discards are evidence, and the floor decides."""
    text = f"{called(course.table, seat.number)} shows no openers and announced no split; the discards are evidence."
    if any(a.name == "FLOOR_DECISION" and a.seat == seat.number for a in course.table.alerts):
        course.refuses("show openers", seat.number, ("S01",), text)
        return
    course.alerts("FLOOR_DECISION", text, "dealer", "floor", seat=seat.number)
    course.rules(("S01",), text, seat=seat.number)


def fewest_openers(cards: Sequence[Card], seat: Seat, rank: int | None) -> tuple[Card, ...]:
    """Return the fewest of *cards* that are openers by themselves: no other has to be named. None where split."""
    if rank is None:
        return ()
    sizes = (combinations(cards, size) for size in range(2, len(seat.hand) + 1))
    fitting = (some for size in sizes for some in size if shown_by_themselves(some, seat, rank))
    return next(fitting, ())


def _prove(course: Course, seat: Seat, proof: OpenersProof, enough: tuple[Card, ...]) -> None:
    table = course.table
    five = enough or tuple(card for card in proof.five or () if card is not None)
    if len(seat.faces) < len(seat.hand) and not five:
        text = f"Not all cards of {called(table, seat.number)} were read; openers rest on the dealer's word."
        course.alerts("CARD_NOT_READ", text, "dealer", seat=seat.number)
    in_hand = {held.card: held for held in seat.hand}
    visible = tuple(card for card in five if card in in_hand or seat.discards_seen)
    up = [in_hand[card] for card in visible if card in in_hand]
    if up:
        course.happens(
            e.CardsShown(seat.number, tuple(h.number for h in up), tuple(h.card for h in up if h.card))
        )
    course.happens(e.OpenersProved(seat.number, visible, ("O09", *proof.rules)))
    course.happens(e.AlertCleared("OPENERS_DUE", seat.number))
    course.rules(
        ("O09", *proof.rules),
        f"{called(table, seat.number)} has proved openers.",
        cards=visible,
        seat=seat.number,
    )


def proof_of(table: Table, seat: Seat) -> OpenersProof:
    """Answer the question the house asks: could he have had openers, or did he (S02-S05)."""
    final = tuple(held.card for held in seat.hand)
    piles = tuple(tuple(held.card for held in pile) for pile in seat.discards) or ((),)
    opening = tuple(held.card for held in opening_five(table, seat.number))
    dealt = table.game.dealt
    exact = table.rules.split_check == "exact" and len(opening) == dealt and None not in opening
    rank, deck = openers_rank(table), deck_of(table.rules.deck_size)
    lies_there = (*final, *(card for pile in piles for card in pile), *seat.thrown)
    if len(final) != table.game.whole_hand_at(table.step, drawn=bool(seat.discards)) or seat.thrown:
        return _proof_by_what_lies_there(lies_there, rank)
    try:
        first, *later = piles
        return prove_openers(final, first, rank, opening if exact else None, deck, later=later, dealt=dealt)
    except ValueError:
        return _proof_by_what_lies_there(lies_there, rank)


def _proof_by_what_lies_there(cards: tuple[Card | None, ...], rank: int | None) -> OpenersProof:
    """Judge a hand with a wrong number of cards, or readings that contradict each other: an unread card can be any."""
    known = tuple(dict.fromkeys(card for card in cards if card is not None))
    fives = combinations(known, min(len(known), 5))
    holds = rank is None or None in cards or any(qualifies(five, rank) for five in fives)
    verdict, row = (Verdict.POSSIBLE, "S03") if holds else (Verdict.NO, "S02")
    sentence = "The cards do not tell the whole opening hand; what lies there was judged."
    return OpenersProof(verdict, None, (), (row,), 1, int(holds), sentence)


def admit(course: Course, command: AdmitNoOpeners) -> None:
    """False openers shown, or openers that cannot be shown. X17: the order of the tests is fixed."""
    table = course.table
    in_play = table.phase is not Phase.OVER and table.openers.opener == command.seat
    if not in_play or openers_rank(table) is None:
        course.refuses(
            "show false openers", command.seat, ("N03",), f"Seat {command.seat} did not open this pot."
        )
        return
    false_open(course, command.seat, ("N03",))


def kill(course: Course, number: int, rows: tuple[str, ...]) -> None:
    """A hand is dead. That of an opener who has not proved openers counts like one without them (N14)."""
    openers = course.table.openers
    if openers.opener == number and openers_rank(course.table) is not None and not openers.proved:
        false_open(course, number, (*rows, "N14"))
    else:
        course.happens(e.HandKilled(number, rows), e.DueDropped(number))


def false_open(course: Course, number: int, rows: tuple[str, ...]) -> None:
    table = course.table
    others = [seat for seat in table.live if seat.number != number]
    course.happens(e.HandKilled(number, rows), e.DueDropped(number))
    course.happens(e.AlertCleared("OPENERS_DUE", number))
    if table.seat(number).is_all_in and not table.seat(number).bets_in:
        course.happens(e.SatOut(number))
        course.rules(("N12",), f"{called(table, number)} sits out until this pot is won.", seat=number)
    if not others:
        course.happens(e.OpenersFoundFalse(number, ()))
        refund_all_but_opening(course, ("N03", "N08"))
        return
    complete = table.phase is not Phase.BET or table.betting_round > 1
    if not complete:
        _return_later_bets(course, number)
    if complete or _raised_or_called_twice(table, number):
        course.happens(e.OpenersFoundFalse(number, ()))
        row = "N10" if complete else "N09"
        text = f"{called(table, number)} had no openers; the hand is dead and the pot plays on without it."
        course.rules(("N03", row), text, seat=number)
        return
    claimants = tuple(s.number for s in others if s.acted_level is None)
    course.happens(e.OpenersFoundFalse(number, claimants), e.ActionAwaited(None))
    text = f"{called(table, number)} had no openers; the hand is dead and the opening bet stays."
    course.rules(("N03",), text, seat=number)
    if not claimants:
        refund_all_but_opening(course, ("N06",))


def _return_later_bets(course: Course, number: int) -> None:
    """N04: what the false opener bet beyond the opening bet may be taken back while action is open."""
    later = course.table.seat(number).bets_in - course.table.openers.chips
    if later > 0:
        course.happens(e.BetReturned(number, later))
        course.rules(
            ("N04",),
            f"{called(course.table, number)} takes back {later}; the opening bet stays.",
            seat=number,
        )


def _raised_or_called_twice(table: Table, number: int) -> bool:
    """N09: there was a raise, or two or more calls of the opening bet, or everybody has acted."""
    betting = table.round
    if betting is None:
        return True
    raised = betting.raises > 0 or betting.to_match > table.openers.chips > 0
    opened = (number, *table.openers.false_openers)
    callers = [s for s in table.seats if s.number not in opened and s.bet > 0]
    return raised or len(callers) >= 2 or next_to_bet(table) is None


def refund_all_but_opening(course: Course, rows: tuple[str, ...]) -> None:
    """N06, N08: everything bet in this deal goes back except the opening bet; it and the antes stay for a new deal."""
    table = course.table
    forfeits = _opening_bets(table)
    kept = dict(forfeits)
    false = table.openers.false_openers
    uncalled = not any(seat.bets_in for seat in table.seats if seat.number not in false)
    for seat in table.seats:
        back = seat.bets_in - kept.get(seat.number, 0)
        if back > 0:
            course.happens(e.BetReturned(seat.number, back))
    seats = tuple(seat.number for seat in table.dealt_in if not course.table.seat(seat.number).sits_out)
    chips = course.table.in_middle
    course.happens(e.PotCarried(chips, forfeits, seats, "false openers", uncalled))
    who = listed(table, table.openers.false_openers)
    text = f"{who} could not prove openers: bets go back, the opening bet and the antes stay; {chips} for {listed(table, seats)}."
    course.rules(rows, text, seat=table.openers.false_openers[-1])
    low = table.game.low_phase
    if uncalled and low is not None and low.forced_bet:
        course.rules(
            ("N13",), "Nobody called the false opening bet: the button stays and the pot is dealt again."
        )


def _opening_bets(table: Table) -> tuple[tuple[int, int], ...]:
    """Return what stays of each false opener's bets: his opening bet (N03)."""
    bets = (
        (number, min(table.openers.chips, table.seat(number).bets_in))
        for number in table.openers.false_openers
    )
    return tuple((number, chips) for number, chips in bets if chips)


def ask_opening_hand(course: Course, command: AskOpeningHand) -> None:
    """O12: any player dealt in may ask that the opener keep and show the opening hand."""
    opener = course.table.openers.position
    asks = command.seat in {s.number for s in course.table.dealt_in} and course.table.phase is not Phase.OVER
    if opener is None or openers_rank(course.table) is None or not asks:
        course.refuses("ask", command.seat, ("O12",), "There is no opening hand to ask for.")
        return
    course.happens(e.OpeningHandAsked(command.seat, opener))
    text = f"{called(course.table, opener)} keeps the opening hand and shows it once the winner is known."
    course.rules(("O12",), text, seat=opener)


def suspected_false_open(table: Table) -> bool:
    """Whether the table knows the opening five and they held no openers, though the ruling did not say so."""
    opener, rank = table.openers.position, openers_rank(table)
    if opener is None or rank is None or not table.has_seat(opener) or opener in table.openers.false_openers:
        return False
    opening = tuple(held.card for held in opening_five(table, opener))
    return len(opening) == table.game.dealt and None not in opening and not qualifies(opening, rank)
