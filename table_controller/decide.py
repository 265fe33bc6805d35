"""The one door: a table and a command in, events out. May refuse, never changes anything."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from table_controller import commands as c
from table_controller import custody
from table_controller.cards import JOKER
from table_controller.events import Event
from table_controller.rules import (
    betting,
    claims,
    dealing,
    declaring,
    drawing,
    exposed,
    floor,
    foreign,
    kills,
    newcomers,
    openers,
    seating,
    showdown,
    voluntary_kill,
)
from table_controller.rules.course import Course
from table_controller.rules.flow import proceed
from table_controller.table.places import faces_brought
from table_controller.table.state import Phase, Table

_PLAY = (
    c.Check, c.BetTo, c.Call, c.GoAllIn, c.PutIn, c.Fold, c.Rap, c.AnnounceDraw, c.ChangeDraw, c.Discard,
    c.DeclarePotOpen, c.NobodyDeclares, c.ShowOpeners, c.AdmitNoOpeners, c.Declare, c.Claim, c.MuckHand,
)  # fmt: skip


class Decision(NamedTuple):
    """What a command did: every event, refusals and rulings among them, with the table after each."""

    table: Table
    """The table after all of it."""
    events: tuple[Event, ...]
    tables: tuple[Table, ...]
    """The table after each event: what folding the events with `evolve` gives, one by one."""

    @property
    def steps(self) -> Iterator[tuple[Event, Table]]:
        return zip(self.events, self.tables, strict=True)


_decision: Final = tuple.__new__
"""Half the time that naming the fields takes."""


def decide(table: Table, command: c.Command) -> tuple[Event, ...]:
    """Return what *command* does to *table*: events to fold with `evolve`, among them every refusal and ruling."""
    return act(table, command).events


def act(table: Table, command: c.Command) -> Decision:
    """Return what *command* does to *table*, folded already.

    :raises TypeError: *command* is no command
    """
    course = Course(table)
    if table.halted and isinstance(command, _PLAY):
        text = f"The table stands still: {', '.join(table.halted)}."
        course.refuses(type(command).__name__, getattr(command, "seat", None), (), text)
    else:
        does = DOES.get(type(command))
        if does is None:
            raise TypeError(f"not a command: {command!r}")
        does(course, command)
        if course.events:
            faces = faces_brought(course.events)
            if faces:
                if JOKER in faces:
                    foreign.look_for_joker(course)
                custody.look_for_fouled_deck(course, faces)
            if not course.refused:
                proceed(course)
    return _decision(Decision, (course.table, tuple(course.events), tuple(course.tables)))


def _rap(course: Course, command: c.Rap) -> None:
    if course.table.phase is Phase.DRAW:
        drawing.rap(course, command)
    else:
        betting.rap(course, command)


DOES: Final[Mapping[type[c.Command], Callable[[Course, Any], None]]] = {
    c.ConfigureTable: seating.configure,
    c.TakeSeat: seating.take_seat,
    c.LeaveSeat: seating.leave_seat,
    c.StartHand: seating.start_hand,
    c.SitOut: newcomers.sit_out,
    c.ComeBack: newcomers.come_back,
    c.MoveSeat: newcomers.move_seat,
    c.MarkNewcomer: newcomers.mark,
    c.OfferKill: newcomers.offer_kill,
    c.WaitForBlind: newcomers.wait,
    c.ObjectToKill: newcomers.object_to_kill,
    c.CorrectLegs: kills.correct,
    c.KillPot: voluntary_kill.kill_pot,
    c.DeliverCard: dealing.deliver,
    c.ReshuffleStub: dealing.reshuffle,
    c.ExposeCard: exposed.expose,
    c.ReportCount: exposed.report_count,
    c.Check: betting.check,
    c.BetTo: betting.bet_to,
    c.Call: betting.call,
    c.GoAllIn: betting.go_all_in,
    c.PutIn: betting.put_in,
    c.Fold: betting.fold,
    c.Rap: _rap,
    c.AnnounceDraw: drawing.announce,
    c.ChangeDraw: drawing.change,
    c.Discard: drawing.discard,
    c.AskDrawCount: drawing.ask_count,
    c.DeclarePotOpen: openers.declare_open,
    c.NobodyDeclares: openers.nobody_declares,
    c.ShowOpeners: openers.show,
    c.AdmitNoOpeners: openers.admit,
    c.AskOpeningHand: openers.ask_opening_hand,
    c.Declare: declaring.declare,
    c.ShowCards: showdown.show,
    c.Claim: claims.claim,
    c.MuckHand: showdown.muck,
    c.RetrieveHand: floor.retrieve,
    c.RuleHand: floor.rule_hand,
    c.VoidHand: floor.void,
    c.AwardPot: floor.award,
    c.CallMisdeal: floor.call_misdeal,
    c.UndoLastAction: floor.undo,
    c.ReleaseDeck: floor.release_deck,
    c.RemakeStub: dealing.remake_stub,
    c.ConfirmTable: floor.confirm,
    c.ReadByHand: custody.read_by_hand,
    c.ReadCards: custody.read,
    c.ReadTray: custody.read_tray,
    c.CountDeck: custody.count_deck,
    c.ReportFault: custody.fault,
    c.ReportRecovery: custody.recovery,
    c.VerifyDeck: custody.verify_deck,
}
"""What each command asks of the rules; a test holds every command to have a function that takes it."""
