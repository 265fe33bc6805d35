"""The scenario language: every line of it is read, and what is wrong is said with line and column."""

import pytest

from table_controller.cards import parse_card
from table_controller.commands import (
    AdmitNoOpeners,
    AnnounceDraw,
    AskDrawCount,
    AskOpeningHand,
    AwardPot,
    BetTo,
    Call,
    CallMisdeal,
    ChangeDraw,
    Check,
    Claim,
    ComeBack,
    CountDeck,
    Declare,
    DeclarePotOpen,
    Discard,
    ExposeCard,
    Fold,
    GoAllIn,
    MarkNewcomer,
    MoveSeat,
    MuckHand,
    NobodyDeclares,
    ObjectToKill,
    OfferKill,
    PutIn,
    Rap,
    ReadCards,
    ReadTray,
    ReleaseDeck,
    RemakeStub,
    ReportCount,
    ReportFault,
    ReportRecovery,
    RetrieveHand,
    RuleHand,
    ShowCards,
    ShowOpeners,
    SitOut,
    UndoLastAction,
    VerifyDeck,
    VoidHand,
    WaitForBlind,
)
from table_controller.scenario import lines as said
from table_controller.scenario.errors import ScenarioError
from table_controller.scenario.grammar import parse
from table_controller.structure import Betting, Way

JH, QS, NINE = parse_card("Jh"), parse_card("Qs"), parse_card("9h")

SET_UP = {
    "game jacks-or-better": said.GameIs("jacks-or-better"),
    "PROFILE Casino-Classic": said.ProfileIs("casino-classic"),
    "rule second_round_first dealer_left": said.SwitchIs("second_round_first", "dealer_left"),
    "draws 3": said.DrawsAre(3),
    "four-before": said.FourBefore(),
    "ante 1": said.AnteIs(1),
    "blinds 0 5 10": said.BlindsAre((0, 5, 10)),
    "limit 2 2 4 4": said.BettingIs(Betting.LIMIT, (2, 2, 4, 4)),
    "no-limit 10": said.BettingIs(Betting.NO_LIMIT, (10,)),
    "pot-limit 10": said.BettingIs(Betting.POT_LIMIT, (10,)),
    "spread-limit 2 10": said.BettingIs(Betting.SPREAD_LIMIT, (2, 10)),
    "button 4": said.ButtonAt(4),
    "leg 2": said.LegOf(2),
    "killer 2": said.LegOf(2, kills=True),
    "passed-out 2": said.PassedOut(2),
    "pot 8": said.PotSoFar(8),
    "seat 2 100": said.SeatIs(2, "", 100, ()),
    "seat 1 Bob 100: Jh ??": said.SeatIs(1, "Bob", 100, (JH, None)),
    "seat 1 Bob 100 : Jh": said.SeatIs(1, "Bob", 100, (JH,)),
    "stub Jh ?? Qs": said.StubIs((JH, None, QS)),
    "deck Jh Qs": said.DeckIs((JH, QS)),
}

HAPPENINGS = {
    "1 checks": Check(1),
    "2 bets 4": BetTo(2, 4),
    "2 opens 4": BetTo(2, 4),
    "3 calls": Call(3),
    "4 raises to 8": BetTo(4, 8),
    "1 folds": Fold(1),
    "1 IS All In": GoAllIn(1),
    "3 raps": Rap(3),
    "3 puts in 90": PutIn(3, 90),
    "2 draws 2": AnnounceDraw(2, 2),
    "2 stands pat": Discard(2, ()),
    "2 discards Jh ??": Discard(2, (JH, None)),
    "2 discards Jh splitting openers": Discard(2, (JH,), True),
    "2 changes to 3": ChangeDraw(2, 3),
    "2 shows": ShowCards(2),
    "2 shows Jh Qs": ShowCards(2, (JH, QS)),
    "2 mucks": MuckHand(2),
    '2 claims "eight-six"  # a low': Claim(2, "eight-six"),
    "2 shows openers": ShowOpeners(2),
    "2 shows false openers": AdmitNoOpeners(2),
    "2 cannot show openers": AdmitNoOpeners(2),
    "4 declares the pot open": DeclarePotOpen(4),
    "nobody declares the pot open": NobodyDeclares(),
    "3 asks how many cards 2 drew": AskDrawCount(3, 2),
    "3 asks to see the opening hand": AskOpeningHand(3),
    "floor lets 2 retrieve the hand": RetrieveHand(2, "floor"),
    "floor rules 2 dead": RuleHand(2, False, "floor"),
    "floor rules 2 live": RuleHand(2, True, "floor"),
    "floor voids the hand": VoidHand("floor"),
    "floor awards the pot to 3": AwardPot(3, "floor"),
    "alice and floor-1 release deck red": ReleaseDeck(("alice", "floor-1"), "red"),
    "alice and floor-1 reshuffle the stub": RemakeStub(("alice", "floor-1")),
    "alice and floor-1 reshuffle the stub with the muck": RemakeStub(("alice", "floor-1"), with_muck=True),
    "dealer undoes the last action": UndoLastAction("dealer"),
    "dealer undoes the last action because it was seat 2": UndoLastAction("dealer", "it was seat 2"),
    "dealer calls a misdeal": CallMisdeal("dealer"),
    "next card is exposed": said.NextCardIs("exposed"),
    "next card is exposed by the player": said.NextCardIs("exposed_by_player"),
    "next card is flashed": said.NextCardIs("flashed"),
    "next card is boxed": said.NextCardIs("boxed"),
    "card 3 of seat 4 is exposed": ExposeCard(4, 3),
    "card 3 of seat 4 is exposed by the player": ExposeCard(4, 3, by_player=True),
    "card 2 of the draw of seat 4 is exposed": said.DrawnCardExposed(4, 2),
    "seat 3 is dealt 4 cards": ReportCount(3, 4),
    "seat 2 is found with 1 card": ReportCount(2, 1),
    "reshuffled stub Jh Qs": said.ReshuffledStub((JH, QS)),
    "shoe reads 9h for 3": ReadCards("shoe", 3, (NINE,)),
    "shoe reads 9h for 2 with score 0.61": ReadCards("shoe", 2, (NINE,), 0.61),
    "shoe reads ?? for 2": ReadCards("shoe", 2, (None,)),
    "tray reads Jh for 5": ReadCards("tray", 5, (JH,)),
    "tray reads 51 cards missing Jh": ReadTray(51, (JH,)),
    "overhead reads Jh Qs for 5": ReadCards("overhead", 5, (JH, QS)),
    "shuffler counts 52": CountDeck(52),
    "shuffler jams": ReportFault("JAM", "shuffler"),
    "shuffler double feeds for 2": ReportFault("DOUBLE_FEED", "shuffler", 2),
    "shuffler disconnects": ReportFault("DEVICE_LOST", "shuffler"),
    "shuffler reconnects": ReportRecovery("shuffler"),
    "the power fails": ReportFault("POWER_LOST", "power"),
    "the power returns": ReportRecovery("power"),
    "deck red is verified": VerifyDeck("red"),
    "deck red has a blue back on Qs": VerifyDeck("red", QS),
    "deck red lacks Qs": VerifyDeck("red", missing=(QS,)),
    "deck red has Qs twice": VerifyDeck("red", doubled=(QS,)),
    "dealer burns": said.DealerBurns(),
    "5 is new": MarkNewcomer(5),
    "5 posts 60": OfferKill(5, 60),
    "6 posts 8 after 2 cards": said.KilledAfter(6, 8, 2),
    "6 waits": WaitForBlind(6),
    "2 objects": ObjectToKill(2),
    "2 sits out": SitOut(2),
    "2 comes back": ComeBack(2),
    "2 moves to seat 7": MoveSeat(2, 7),
    "2 puts in 25 as one chip": PutIn(2, 25, one_chip=True),
    "2 declares both": Declare(2, Way.BOTH),
}

CHECKS = {
    "? to act 2": said.ToAct(2),
    "? may fold, call 4, raise to 8": said.May(("fold", "call 4", "raise to 8")),
    "? may check, bet 2..10": said.May(("check", "bet 2..10")),
    "? may draw 0..5": said.May(("draw 0..5",)),
    "? refused o01 N02": said.Refused(("O01", "N02")),
    "? refused": said.Refused(None),
    "? pot 10": said.PotIs(10),
    "? pots 160 {2 3 4}, 90 {4 3}": said.PotsAre(((160, (2, 3, 4)), (90, (3, 4)))),
    "? stacks 1=98 2=104": said.ChipsAt("stacks", ((1, 98), (2, 104))),
    "? bets 1=4 2 = 8": said.ChipsAt("bets", ((1, 4), (2, 8))),
    "? cards 1 = Jh ?? ??": said.CardsAre(1, (JH, None, None)),
    "? cards 4 without Jh Qs": said.CardsWithout(4, (JH, QS)),
    "? phase bet 1": said.PhaseIs("bet 1"),
    "? phase over": said.PhaseIs("over"),
    "? game california-lowball": said.PlayedGameIs("california-lowball"),
    "? button 1": said.SeatOf("button", 1),
    "? opener 5": said.SeatOf("opener", 5),
    "? leg 5": said.SeatOf("leg", 5),
    "? killer none": said.SeatOf("killer", None),
    "? openers qualifier queens": said.QualifierIs("queens"),
    "? alert DECK_FOULED 9h to dealer floor": said.AlertIs("DECK_FOULED", (NINE,), None, ("dealer", "floor")),
    "? alert MUST_BET to seat 1": said.AlertIs("MUST_BET", (), 1, ("seat",)),
    "? ruling S02": said.RulingIs("S02"),
    "? next deal seats 1 2 3": said.NextDealSeats((1, 2, 3)),
    "? carries 6": said.Carries(6),
    "? stub 9": said.StubCount(9),
    "? reshuffled Jh Qs": said.ReshuffledCards((JH, QS)),
}

WRONG = {
    "gmae jacks-or-better": (1, "nearest known: game"),
    "1 chekcs": (3, "nearest known: checks"),
    "1 raises 8": (10, "expected 'to'"),
    "1 bets": (7, "the line ends where the bet is expected"),
    "1 bets four": (8, "the bet is a whole number"),
    "1 discards ah": (12, "write Ah"),
    "1 discards 1h": (12, "not a card: '1h'"),
    "1 discards Ah Ah": (15, "the same card twice: Ah"),
    "1 discards": (11, "the discards are named here"),
    "1 checks now": (10, "the line should end here"),
    "seat 1 Bob": (11, "a seat line is"),
    "blinds 1 2 3 4": (8, "three figures at most"),
    "draws 4": (7, "one to three draws"),
    "shoe reads 9h for 2 with score 1.5": (32, "from 0 to 1"),
    "1 claims eight": (10, "quotation marks"),
    "? mey fold": (3, "nearest known: may"),
    "? may raise 8": (13, "expected 'to'"),
    "? refused 01": (11, "a rule id such as O01"),
    "? stacks 1=9 1=8": (14, "seat 1 stands there twice"),
    "? pots 160 {}": (13, "a seat"),
    "?": (2, "the check is expected"),
    "shuffler sings": (10, "what the shuffler does"),
}


@pytest.mark.parametrize("line", SET_UP)
def test_a_set_up_line_is_read(line: str) -> None:
    assert [read.said for read in parse(line).set_up] == [SET_UP[line]]


@pytest.mark.parametrize("line", HAPPENINGS)
def test_a_line_of_what_happens_is_read(line: str) -> None:
    assert [read.said for read in parse(line).body] == [HAPPENINGS[line]]


@pytest.mark.parametrize("line", CHECKS)
def test_a_check_is_read(line: str) -> None:
    assert [read.said for read in parse(line).body] == [CHECKS[line]]


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_is_told_with_its_column_and_reason(line: str) -> None:
    column, reason = WRONG[line]

    with pytest.raises(ScenarioError) as error:
        parse(f"# a comment\n\n{line}  # and another")

    assert (error.value.line, error.value.column) == (3, column)
    assert reason in error.value.reason


def test_a_set_up_line_after_what_happens_is_refused() -> None:
    with pytest.raises(ScenarioError, match="line 2, column 1: set-up lines come before"):
        parse("1 checks\nante 1")
