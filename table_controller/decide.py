"""The one door: a table and a command in, events out. May refuse, never changes anything."""

from table_controller import commands as c
from table_controller import custody
from table_controller.events import (
    ActionRefused,
    CardBurned,
    CardDealt,
    CardIdentified,
    CardsDiscarded,
    CardSetAside,
    Event,
)
from table_controller.rules import (
    betting,
    dealing,
    drawing,
    exposed,
    floor,
    foreign,
    openers,
    seating,
    showdown,
)
from table_controller.rules.course import Course
from table_controller.rules.flow import proceed
from table_controller.table.state import Phase, Table

_PLAY = (
    c.Check, c.BetTo, c.Call, c.GoAllIn, c.PutIn, c.Fold, c.Rap, c.AnnounceDraw, c.ChangeDraw, c.Discard,
    c.DeclarePotOpen, c.NobodyDeclares, c.ShowOpeners, c.AdmitNoOpeners, c.MuckHand,
)  # fmt: skip
_BRINGS_FACES = (CardDealt, CardBurned, CardSetAside, CardIdentified, CardsDiscarded)


def decide(table: Table, command: c.Command) -> tuple[Event, ...]:
    """Return what *command* does to *table*: events to fold with `evolve`, among them every refusal and ruling."""
    course = Course(table)
    if isinstance(command, _PLAY) and table.halted:
        text = f"The table stands still: {', '.join(table.halted)}."
        course.refuses(type(command).__name__, getattr(command, "seat", None), (), text)
        return tuple(course.events)
    _decide(course, command)
    if any(isinstance(event, _BRINGS_FACES) for event in course.events):
        foreign.look_for_joker(course)
        custody.look_for_fouled_deck(course)
    if course.events and not any(isinstance(event, ActionRefused) for event in course.events):
        proceed(course)
    return tuple(course.events)


def _decide(course: Course, command: c.Command) -> None:
    match command:
        case c.ConfigureTable():
            seating.configure(course, command)
        case c.TakeSeat():
            seating.take_seat(course, command)
        case c.LeaveSeat():
            seating.leave_seat(course, command)
        case c.StartHand():
            seating.start_hand(course, command)
        case c.DeliverCard():
            dealing.deliver(course, command)
        case c.ReshuffleStub():
            dealing.reshuffle(course, command)
        case c.ExposeCard():
            exposed.expose(course, command)
        case c.ReportCount():
            exposed.report_count(course, command)
        case _:
            _play(course, command)


def _play(course: Course, command: c.Command) -> None:
    match command:
        case c.Check():
            betting.check(course, command)
        case c.BetTo():
            betting.bet_to(course, command)
        case c.Call():
            betting.call(course, command)
        case c.GoAllIn():
            betting.go_all_in(course, command)
        case c.PutIn():
            betting.put_in(course, command)
        case c.Fold():
            betting.fold(course, command)
        case c.Rap():
            in_draw = course.table.phase is Phase.DRAW
            (drawing if in_draw else betting).rap(course, command)
        case c.AnnounceDraw():
            drawing.announce(course, command)
        case c.ChangeDraw():
            drawing.change(course, command)
        case c.Discard():
            drawing.discard(course, command)
        case c.AskDrawCount():
            drawing.ask_count(course, command)
        case c.DeclarePotOpen():
            openers.declare_open(course, command)
        case c.NobodyDeclares():
            openers.nobody_declares(course, command)
        case c.ShowOpeners():
            openers.show(course, command)
        case c.AdmitNoOpeners():
            openers.admit(course, command)
        case c.AskOpeningHand():
            openers.ask_opening_hand(course, command)
        case c.ShowCards():
            showdown.show(course, command)
        case c.MuckHand():
            showdown.muck(course, command)
        case _:
            _people_and_devices(course, command)


def _people_and_devices(course: Course, command: c.Command) -> None:
    match command:
        case c.RetrieveHand():
            floor.retrieve(course, command)
        case c.RuleHand():
            floor.rule_hand(course, command)
        case c.VoidHand():
            floor.void(course, command)
        case c.AwardPot():
            floor.award(course, command)
        case c.CallMisdeal():
            floor.call_misdeal(course, command)
        case c.UndoLastAction():
            floor.undo(course, command)
        case c.ReleaseDeck():
            floor.release_deck(course, command)
        case c.RemakeStub():
            dealing.remake_stub(course, command)
        case c.ConfirmTable():
            floor.confirm(course, command)
        case c.ReadByHand():
            custody.read_by_hand(course, command)
        case c.ReadCards():
            custody.read(course, command)
        case c.ReadTray():
            custody.read_tray(course, command)
        case c.CountDeck():
            custody.count_deck(course, command)
        case c.ReportFault():
            custody.fault(course, command)
        case c.ReportRecovery():
            custody.recovery(course, command)
        case c.VerifyDeck():
            custody.verify_deck(course, command)
        case _:
            raise TypeError(f"not a command: {command!r}")
