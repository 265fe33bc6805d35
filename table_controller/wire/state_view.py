"""The only road out for the table: what everybody may see of it, and nothing else."""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from table_controller.cards import card_text
from table_controller.rules.turns import is_ante_pot, openers_rank
from table_controller.structure import Stakes
from table_controller.table.pots import layers
from table_controller.table.state import Phase, Seat, Table
from table_controller.wire.discretion import alert_view, reason_text
from table_controller.wire.models import (
    ActiveAlerts,
    AlertView,
    CardsOwed,
    DeviceHealth,
    LegalAction,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    StakesView,
)


def _is_marked(table: Table) -> bool:
    """O11: the opener is marked where openers are to be proved, or where he begins after the draw and the house marks him."""
    rules = table.rules
    begins = rules.openers_button and rules.second_round_first == "opener" and is_ante_pot(table)
    return begins or openers_rank(table) is not None


def public_state(
    table: Table,
    legal: Sequence[LegalAction] = (),
    rulings: Sequence[RulingView] = (),
    devices: Sequence[DeviceHealth] = (),
) -> PublicState:
    """Return what the dealer's page shows. *rulings* are the last ones, newest last, made by `ruling_view`."""
    betting, openers = table.round, table.openers
    return PublicState(
        game=table.game.id,
        title=table.game.title,
        profile=table.rules.profile,
        stakes=_stakes(table.stakes),
        hand_size=table.game.hand_size,
        rounds=table.game.betting_rounds,
        draws=table.game.draws,
        halves=tuple(half.name for half in table.game.halves),
        openers_rank=openers_rank(table),
        turned=table.base_game is not None,
        hand_no=table.hand_no,
        phase=phase_word(table),
        button=table.button,
        kill=table.kill.to_match if table.kill else 0,
        killer=table.kill.seat if table.kill else None,
        opener=openers.opener if _is_marked(table) else None,
        openers_due=openers.due,
        splitting=openers.splitting,
        claimants=openers.claimants,
        seats=tuple(_seat(seat, table) for seat in table.seats),
        pots=tuple(PotView(chips=pot.chips, seats=pot.seats) for pot in layers(table)),
        in_middle=table.in_middle,
        carried=table.carried,
        to_act=table.to_act,
        to_match=betting.to_match if betting else 0,
        raises=max(0, betting.raises) if betting else 0,
        capped=betting.capped if betting else False,
        legal=tuple(legal),
        cards_due=_cards_due(table),
        late=tuple(owed.seat for owed in table.late),
        stub=table.stub,
        reshuffle_due=table.reshuffle is not None,
        alerts=active_alerts(table).alerts,
        halted=tuple(reason_text(reason, table) for reason in table.halted),
        halt_needs=table.halt_needs,
        quarantined=table.quarantined,
        rulings=tuple(rulings),
        devices=tuple(devices),
    )


def active_alerts(table: Table) -> ActiveAlerts:
    """Return the open alerts as the table's own screen shows them."""
    views = (alert_view(alert, table) for alert in table.alerts)
    return ActiveAlerts(alerts=tuple(view for view in views if isinstance(view, AlertView)))


def phase_word(table: Table) -> str:
    """Return ``over``, ``deal``, ``bet 1``, ``draw 1``, ``declare`` or ``showdown``; a later deal is ``deal 2``."""
    step = table.current_step
    if table.phase is Phase.DEAL and step is not None and step.number > 1:
        return f"{table.phase.value} {step.number}"
    number = {Phase.BET: table.betting_round, Phase.DRAW: table.draw_no}.get(table.phase)
    return table.phase.value if number is None else f"{table.phase.value} {number}"


def _seat(seat: Seat, table: Table) -> SeatView:
    counts_told = not table.acted_after_draw
    return SeatView(
        seat=seat.number,
        name=seat.name,
        stack=seat.stack,
        bet=seat.bet,
        status=seat.status.value,
        all_in=seat.is_all_in,
        cards=len(seat.hand),
        unread=sum(held.card is None for held in seat.hand),
        shown_cards=tuple(card_text(held.card) for held in seat.hand if held.face_up),
        drew=seat.drew if counts_told else None,
        announced=seat.announced if counts_told else None,
        mucked=bool(seat.mucked),
        sits_out=seat.sits_out,
        to_act=seat.number == table.to_act,
        declared=_declared(seat, table),
        claim=seat.claim,
        leg=seat.standing.leg,
        next_deal=_next_deal(seat),
    )


def _next_deal(seat: Seat) -> Literal["waits", "kills"] | None:
    if seat.standing.kills or seat.standing.must_kill:
        return "kills"
    return "waits" if seat.standing.entry is not None else None


def _declared(seat: Seat, table: Table) -> Literal["hidden", "low", "high", "both"] | None:
    """V02: what the seat declared, once all declarations are open."""
    if not seat.is_in or not seat.declared:
        return None
    return seat.way.value if table.ways_open and seat.way is not None else "hidden"


def _cards_due(table: Table) -> tuple[CardsOwed, ...]:
    runs = groupby(table.due, key=lambda delivery: delivery.seat)
    return tuple(CardsOwed(seat=seat, count=sum(1 for _ in run)) for seat, run in runs)


def _stakes(stakes: Stakes) -> StakesView:
    return StakesView(
        betting=stakes.betting.value, limits=stakes.limits, ante=stakes.ante, blinds=stakes.blinds
    )
