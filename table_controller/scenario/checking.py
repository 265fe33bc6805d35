"""Whether a check holds, and what was found."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from table_controller.cards import Card, card_text
from table_controller.events import AlertRaised, RulingMade
from table_controller.rules.menu import LegalAction, legal_actions
from table_controller.rules.sevens import reminders
from table_controller.rules.turns import openers_rank
from table_controller.scenario.lines import (
    AlertIs,
    CardsAre,
    CardsWithout,
    Carries,
    Check,
    ChipsAt,
    May,
    NextDealSeats,
    PhaseIs,
    PlayedGameIs,
    PotIs,
    PotsAre,
    QualifierIs,
    Refused,
    ReshuffledCards,
    RulingIs,
    SeatOf,
    StubCount,
    ToAct,
)
from table_controller.scenario.run import Run
from table_controller.table.pots import layers
from table_controller.table.state import Phase, Table

QUALIFIERS: Final = {11: "jacks", 12: "queens", 13: "kings", 14: "aces"}


@dataclass(frozen=True, slots=True)
class Found:
    ok: bool
    text: str


def check(said: Check, run: Run, above: int) -> Found:
    """Hold the check against the table as it is; *above* is the line it follows."""
    table = run.table
    match said:
        case ToAct(seat):
            return _same(seat, table.to_act, f"to act {table.to_act or 'nobody'}")
        case May(actions):
            found = tuple(action_text(action) for action in legal_actions(table))
            return _same(actions, found, f"may {', '.join(found)}" if found else "nobody to act")
        case Refused(rules):
            return _refused(rules, run.refused_at(above))
        case PotIs(chips):
            return _same(chips, table.in_middle, f"pot {table.in_middle}")
        case PotsAre(pots):
            return _pots(pots, table)
        case ChipsAt():
            return _chips(said, table)
        case CardsAre(number, cards):
            held = tuple(card.card for card in table.seat(number).hand) if table.has_seat(number) else ()
            return _same(_sorted(cards), _sorted(held), f"cards {number} = {_words(held)}")
        case CardsWithout(number, cards):
            held = tuple(card.card for card in table.seat(number).hand) if table.has_seat(number) else ()
            return Found(not set(cards) & set(held), f"cards {number} = {_words(held)}")
        case PhaseIs(phase):
            return _same(phase, phase_text(table), f"phase {phase_text(table)}")
        case PlayedGameIs(game):
            return _same(game, table.game.id, f"game {table.game.id}")
        case SeatOf(what, seat):
            seen = _seat_of(what, table)
            return _same(seat, seen, f"{what} {'none' if seen is None else seen}")
        case QualifierIs(qualifier):
            found_rank = qualifier_text(openers_rank(table))
            return _same(qualifier, found_rank, f"openers qualifier {found_rank}")
        case AlertIs():
            return _alert(said, (*table.alerts, *reminders(table)))
        case RulingIs(rule):
            rulings = [event for _, event in run.events if isinstance(event, RulingMade)]
            found_rules = list(dict.fromkeys(row for ruling in rulings for row in ruling.rules))
            return Found(
                rule in found_rules, f"rulings {' '.join(found_rules)}" if found_rules else "no ruling"
            )
        case NextDealSeats(seats):
            text = "not over" if run.next_seats is None else " ".join(map(str, run.next_seats)) or "none"
            return _same(seats, run.next_seats, f"next deal seats {text}")
        case Carries(chips):
            stays = table.in_middle if table.phase is Phase.OVER else table.carried
            return _same(chips, stays, f"carries {stays}")
        case StubCount(cards_left):
            return _same(cards_left, table.stub, f"stub {table.stub}")
        case ReshuffledCards(cards):
            shuffled = run.reshuffled
            return _same(_sorted(cards), _sorted(shuffled), f"reshuffled {_words(shuffled) or 'nothing'}")
    assert_never(said)


def action_text(action: LegalAction) -> str:
    """Return a legal action as a check writes it: ``call 4``, ``bet 2..10``, ``raise to 8``."""
    word = "raise to" if action.word == "raise" else action.word
    if action.low is None:
        return word
    if action.high is None or action.high == action.low:
        return f"{word} {action.low}"
    return f"{word} {action.low}..{action.high}"


def phase_text(table: Table) -> str:
    """Return the phase as a check writes it, with its number in betting and draw."""
    if table.halted:
        return "halted"
    if table.phase is Phase.BET:
        return f"bet {table.betting_round}"
    if table.phase is Phase.DRAW:
        return f"draw {table.draw_no}"
    return str(table.phase.value)


def qualifier_text(rank: int | None) -> str:
    """Return the word for the lowest pair that opens, ``none`` where any hand does."""
    return "none" if rank is None else QUALIFIERS[rank]


def _same(expected: object, found: object, text: str) -> Found:
    return Found(expected == found, text)


def _refused(rules: tuple[str, ...] | None, found: tuple[str, ...] | None) -> Found:
    text = "accepted" if found is None else f"refused {' '.join(found)}".rstrip()
    if found is None or rules is None:
        return Found(found is not None, text)
    return Found(set(rules) == set(found), text)


def _pots(expected: tuple[tuple[int, tuple[int, ...]], ...], table: Table) -> Found:
    found = tuple((pot.chips, tuple(sorted(pot.seats))) for pot in layers(table))
    text = ", ".join(f"{chips} {{{' '.join(map(str, seats))}}}" for chips, seats in found)
    return Found(expected == found, f"pots {text or 'none'}")


def _chips(said: ChipsAt, table: Table) -> Found:
    seen = {seat.number: seat.stack if said.where == "stacks" else seat.bet for seat in table.seats}
    found = [(number, seen.get(number)) for number, _ in said.chips]
    text = " ".join(f"{number}={'nobody' if chips is None else chips}" for number, chips in found)
    return Found(found == list(said.chips), f"{said.where} {text}")


def _seat_of(what: Literal["button", "opener", "leg", "killer"], table: Table) -> int | None:
    match what:
        case "button":
            return _button(table)
        case "opener":
            return table.openers.opener
        case "leg":
            return next((seat.number for seat in table.seats if seat.standing.leg), None)
        case "killer":
            if table.kill is not None and table.phase is not Phase.OVER:
                return table.kill.seat
            return next((seat.number for seat in table.seats if seat.standing.must_kill), None)
    assert_never(what)


def _button(table: Table) -> int:
    over = table.phase is Phase.OVER and table.next_button is not None
    return table.next_button if over and table.next_button is not None else table.button


def _alert(said: AlertIs, open_alerts: Iterable[AlertRaised]) -> Found:
    alerts = tuple(open_alerts)
    fits = any(
        alert.name == said.name
        and set(said.cards) == set(alert.cards)
        and said.seat in (None, alert.seat)
        and (not said.to or set(said.to) == set(alert.to))
        for alert in alerts
    )
    return Found(fits, "; ".join(map(_alert_text, alerts)) or "no alert")


def _alert_text(alert: AlertRaised) -> str:
    faces = f" {_words(alert.cards)}" if alert.cards else ""
    whom = " ".join(f"seat {alert.seat}" if who == "seat" else who for who in alert.to)
    return f"alert {alert.name}{faces} to {whom}"


def _sorted(cards: Iterable[Card | None]) -> list[str]:
    return sorted(map(card_text, cards))


def _words(cards: Iterable[Card | None]) -> str:
    return " ".join(map(card_text, cards))
