"""Plays a scenario on the rules engine, line by line."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import Final

from table_controller.cards import Card, card_text
from table_controller.commands import (
    Claim,
    ComeBack,
    CorrectLegs,
    ExposeCard,
    MarkNewcomer,
    MoveSeat,
    ObjectToKill,
    OfferKill,
    SitOut,
    StartHand,
    TakeSeat,
    WaitForBlind,
)
from table_controller.events import ActionRefused, ReshuffleDue
from table_controller.scenario.cardboard import Cardboard
from table_controller.scenario.checking import check
from table_controller.scenario.claims import require_claim
from table_controller.scenario.conservation import unconserved
from table_controller.scenario.errors import ScenarioError
from table_controller.scenario.lines import (
    CheckLine,
    Condition,
    HappeningLine,
    KilledAfter,
    Refused,
    ReshuffledStub,
    Scenario,
)
from table_controller.scenario.run import SET_UP_LINE, CheckResult, Refusal, Run
from table_controller.scenario.table_setup import TableSetUp, table_set_up
from table_controller.table.state import Phase, new_table

BEFORE_THE_DEAL: Final = (
    MarkNewcomer, OfferKill, WaitForBlind, ObjectToKill, SitOut, ComeBack, MoveSeat,
)  # fmt: skip
"""What people do between hands; as the first lines of a scenario it happens before its deal."""


def play(scenario: Scenario) -> Run:
    """Play a scenario to its end.

    :raises ScenarioError: it cannot be set up, or speaks of what is not dealt here
    """
    set_up = table_set_up(scenario)
    _require_playable(scenario, set_up)
    run = Run(
        new_table(set_up.game, set_up.rules, set_up.stakes), Cardboard(set_up, _named(scenario)), set_up.pot
    )
    body, done = _start(run, set_up, scenario.body)
    above = SET_UP_LINE
    for position, line in enumerate(body):
        if isinstance(line, CheckLine):
            found = check(line.said, run, above)
            if found.ok and isinstance(line.said, Refused):
                run.meant.add(above)
            run.checks.append(CheckResult(line.number, found.ok, line.text, found.text))
            continue
        above = line.number
        if above in done:
            continue
        run.line = above
        if isinstance(line.said, ReshuffledStub):
            _prepare_reshuffle(run, line.said, body[position + 1 :])
        else:
            run.happen(line.said)
        _check_conservation(run)
    return run


def _start(
    run: Run, set_up: TableSetUp, body: Sequence[HappeningLine | CheckLine]
) -> tuple[Sequence[HappeningLine | CheckLine], frozenset[int]]:
    """Seat everybody, post and deal. Return the lines that are left, and the numbers of those that came before the deal.

    Exposed cards of the deal come with it, and are gone.
    """
    entries, exposed, kills = _before_the_deal(body)
    for line in exposed:
        if isinstance(line.said, ExposeCard):
            lies: Condition = "exposed_by_player" if line.said.by_player else "exposed"
            run.exposures[line.said.seat, line.said.nth] = lies
    for line in kills:
        if isinstance(line.said, KilledAfter):
            run.kills[line.number] = line.said
    for seat in set_up.seats:
        run.put(TakeSeat(seat.seat, seat.name, seat.stack))
    if set_up.leg is not None:
        run.put(CorrectLegs((set_up.leg.seat,), (set_up.leg.seat,) * set_up.leg.kills, "dealer"))
    for line in entries:
        run.line = line.number
        run.happen(line.said)
    run.line = SET_UP_LINE
    passed_out = set_up.passed_out or None
    run.put(StartHand(set_up.button, set_up.pot or None, passed_out))
    _require_started(run)
    run.cardboard.shuffle(run.table.due)
    run.settle()
    _require_exposures_used(run, exposed)
    _require_kills_reached(run, kills)
    _check_conservation(run)
    gone = {line.number for line in exposed}
    done = frozenset(line.number for line in (*entries, *kills))
    return [line for line in body if line.number not in gone], done


def _before_the_deal(
    body: Sequence[HappeningLine | CheckLine],
) -> tuple[list[HappeningLine], list[HappeningLine], list[HappeningLine]]:
    """Return the lines of who comes in and how, those of cards exposed in the first deal, and of kills during it."""
    entries, exposed, kills, checked = (
        list[HappeningLine](),
        list[HappeningLine](),
        list[HappeningLine](),
        False,
    )
    for line in body:
        if isinstance(line, CheckLine):
            checked = True
        elif isinstance(line.said, BEFORE_THE_DEAL):
            entries.append(line)
        elif isinstance(line.said, ExposeCard) and not checked:
            exposed.append(line)
        elif isinstance(line.said, KilledAfter):
            kills.append(line)
        else:
            break
    return entries, exposed, kills


def _require_kills_reached(run: Run, lines: Sequence[HappeningLine]) -> None:
    for line in lines:
        if line.number in run.kills and run.table.phase is not Phase.OVER:
            said = run.kills[line.number]
            reason = f"seat {said.seat} is not dealt {said.cards} cards in the first deal"
            raise ScenarioError(line.number, line.column, reason)


def _require_exposures_used(run: Run, lines: Sequence[HappeningLine | CheckLine]) -> None:
    if run.table.phase is Phase.OVER:
        return
    for line in lines:
        if isinstance(line.said, ExposeCard) and (line.said.seat, line.said.nth) in run.exposures:
            reason = f"seat {line.said.seat} is not dealt a card {line.said.nth} in the first deal"
            raise ScenarioError(line.number, line.column, reason)


def _require_started(run: Run) -> None:
    for line, event in run.events:
        if isinstance(event, ActionRefused) and line == SET_UP_LINE:
            raise ScenarioError(1, 1, f"this table cannot be dealt: {event.text} ({' '.join(event.rules)})")


def _check_conservation(run: Run) -> None:
    for expected, found in unconserved(run):
        run.checks.append(CheckResult(run.line, False, expected, found))


def _prepare_reshuffle(run: Run, said: ReshuffledStub, rest: Sequence[HappeningLine | CheckLine]) -> None:
    """Keep the wished cards for the next reshuffle; refuse the line where one of them cannot be in it.

    Which cards will be in it is known by playing on in a copy of the table.
    """
    ahead = deepcopy(run)
    seen = len(ahead.events)
    receiver = None
    for line in rest:
        if isinstance(line, CheckLine) or isinstance(line.said, ReshuffledStub):
            continue
        receiver = getattr(line.said, "seat", None)
        ahead.happen(line.said)
        if any(isinstance(event, ReshuffleDue) for _, event in ahead.events[seen:]):
            break
    else:
        return
    strangers = [card for card in said.cards if card not in ahead.reshuffled]
    if not strangers:
        run.reshuffle_top = said.cards
        return
    faces = " ".join(map(card_text, strangers))
    text = f"{faces} cannot be in the new stub."
    run.refusals.append(Refusal(run.line, _why_not_in_it(ahead, strangers, receiver), text))


def _why_not_in_it(ahead: Run, strangers: Sequence[Card], receiver: int | None) -> tuple[str, ...]:
    own = {
        held.card
        for seat in ahead.table.seats
        if seat.number == receiver
        for pile in seat.discards
        for held in pile
    }
    return tuple(dict.fromkeys("E15" if card in own else "E13" for card in strangers))


def _require_playable(scenario: Scenario, set_up: TableSetUp) -> None:
    seats = {seat.seat for seat in set_up.seats}
    for line in scenario.body:
        if isinstance(line.said, Claim):
            require_claim(line.said, line.number, line.column)
        if isinstance(line, HappeningLine):
            for name in ("seat", "about"):
                seat = getattr(line.said, name, None)
                if seat is not None and seat not in seats:
                    raise ScenarioError(line.number, line.column, f"nobody sits in seat {seat}")


def _named(scenario: Scenario) -> set[Card]:
    """Return every face that occurs anywhere in the scenario."""
    return {card for line in (*scenario.set_up, *scenario.body) for card in _cards_in(line.said)}


def _cards_in(said: object) -> Iterable[Card]:
    if isinstance(said, Card):
        yield said
    elif isinstance(said, tuple):
        for part in said:
            yield from _cards_in(part)
    elif is_dataclass(said):
        for part in fields(said):
            yield from _cards_in(getattr(said, part.name))
