"""What is played for, with which deck, and in which order things happen."""

from collections.abc import Iterator
from typing import Final

from table_controller.rule_book.card_lines.setting import CardLine, Setting, begin, count_of
from table_controller.structure import Evaluator, Half, Step, StepKind

RANKING: Final = {
    Evaluator.HIGH: ("the best high hand", ("H01",)),
    Evaluator.ACE_TO_FIVE: (
        "the lowest hand, ranked ace to five: straights and flushes do not count, the ace is low, 5-4-3-2-A is best",
        ("L01", "L02", "L03", "L06"),
    ),
    Evaluator.DEUCE_TO_SEVEN: (
        "the lowest hand, ranked deuce to seven: straights and flushes count against it, the ace is high,"
        " 7-5-4-3-2 is best",
        ("K01", "K02", "K05", "F23"),
    ),
    Evaluator.ACE_TO_SIX: (
        "the lowest hand, ranked ace to six: straights and flushes count against it, the ace is low, 6-4-3-2-A is best",
        ("K12", "K13", "F24"),
    ),
    Evaluator.BADUGI: (
        "the best badugi: cards of different ranks and suits play, four beat three, then the lower ones win;"
        " 4-3-2-A is best",
        ("U01", "U02", "U07", "U08"),
    ),
    Evaluator.BADUGI_ACE_HIGH: (
        "the best badugi with the ace high: cards of different ranks and suits play, four beat three,"
        " then the lower ones win; 5-4-3-2 is best",
        ("U01", "U07", "U08"),
    ),
}
RANKS: Final = {6: "sixes", 11: "jacks", 12: "queens", 13: "kings", 14: "aces"}


def goal(setting: Setting) -> Iterator[CardLine]:
    """Yield what the pot is played for."""
    first, *rest = setting.game.halves
    words, rows = RANKING[first.evaluator]
    if not rest:
        yield CardLine("goal", f"The pot goes to {words}.", rows)
        if setting.is_badugi:
            yield CardLine("ties", "Equal ranks share the pot, whatever the suits.", ("U10",))
        return
    second, second_rows = RANKING[rest[0].evaluator]
    declared = setting.game.declared
    yield CardLine("goal", f"One half of the pot is for {words}.", (*rows, "V03" if declared else "P01"))
    yield CardLine("other half", f"The other half is for {second}.", second_rows)
    yield from _qualifiers(setting)
    if not declared:
        yield CardLine(
            "cards speak",
            "Nothing is declared: the cards speak, and one hand may win both halves.",
            ("P03", "P04"),
        )


def _qualifiers(setting: Setting) -> Iterator[CardLine]:
    halves = setting.game.halves
    for half in halves:
        if half.worst_low is not None:
            yield CardLine("qualifying low", f"The low half needs {_at_worst(half)}.", ("L08",))
        if half.least_pair is not None:
            yield CardLine(
                "qualifying high",
                f"The high half needs a pair of {RANKS[half.least_pair]} or better.",
                ("P01",),
            )
    some = [half for half in halves if half.worst_low is not None or half.least_pair is not None]
    if len(some) == len(halves):
        text = "A half nobody qualifies for goes to the other half; if nobody qualifies at all, the best high hand takes the pot."
        yield CardLine("nobody qualifies", text, ("P02",))
    elif some:
        yield CardLine("nobody qualifies", "Without a qualifying low the high hand takes it all.", ("P02",))
    elif setting.game.declared:
        yield CardLine("nobody qualifies", "Neither half needs a minimum hand.", ("V04",))


def _at_worst(half: Half) -> str:
    return {8: "eight high or better, without a pair"}.get(
        half.worst_low or 0, f"{half.worst_low} high or better"
    )


def deck(setting: Setting) -> Iterator[CardLine]:
    """Yield the deck, the joker and the number of players."""
    joker = setting.rules.deck_joker
    text = (
        "The deck has 53 cards, one of them the joker."
        if joker
        else "The deck has 52 cards; there is no joker."
    )
    yield CardLine("deck", text, ("A03",))
    if joker:
        yield from _joker(setting)
    elif setting.rules.foreign_joker == "misdeal":
        yield CardLine("stray joker", "A joker found before anybody has acted is a misdeal.", ("Y23",))
    else:
        text = "A joker found before its player has acted is a scrap of paper and is replaced; later the hand is dead."
        yield CardLine("stray joker", text, ("Y23",))
    yield CardLine("players", f"Two to {count_of(setting.rules.max_seats, 'player')}.", ("A02",))


def _joker(setting: Setting) -> Iterator[CardLine]:
    if setting.has_high:
        text = "For high the joker is an ace, or completes a straight, a flush or a straight flush, and nothing else."
        yield CardLine("joker for high", text, ("H02", "H03", "H13"))
        yield CardLine("five aces", "Four aces and the joker are the best hand of all.", ("H07",))
    lows = {half.evaluator for half in setting.lows}
    if Evaluator.ACE_TO_FIVE in lows:
        both = ("P05",) if setting.has_high and setting.game.low_phase is None else ()
        yield CardLine(
            "joker for low",
            "For low the joker is the lowest rank the hand does not hold.",
            ("L04", "L05", *both),
        )
    if Evaluator.DEUCE_TO_SEVEN in lows or Evaluator.ACE_TO_SIX in lows:
        row = "K08" if Evaluator.DEUCE_TO_SEVEN in lows else "K14"
        yield CardLine("joker for low", "For low the joker is the rank that makes the lowest hand.", (row,))


def course(setting: Setting) -> Iterator[CardLine]:
    """Yield what happens from the first card to the showdown."""
    game = setting.game
    steps = [_step(step, game.draws) for step in game.course]
    yield CardLine("course", begin(", ".join(steps[:-1])) + f", {steps[-1]}.", _course_rows(setting))
    text = "Cards are dealt face down, one at a time, the seat left of the button first; a player sees only his own."
    yield CardLine("deal", text, ("A01", "A08", "A10"))
    if game.is_four_before:
        text = "In the first draw a player takes one card more than he throws away; nobody can be pat."
        yield CardLine("four before", text, ("E20", "E21", "T04"))
    yield CardLine(
        "hand",
        f"A playing hand is exactly {count_of(game.hand_size, 'card')}; with more or fewer after the draw it is dead.",
        ("A06" if game.hand_size == 4 else "A05",),
    )
    yield CardLine("last player", _last_player(setting), ("C20", "R09"))


def _step(step: Step, draws: int) -> str:
    if step.kind is StepKind.DEAL:
        return (
            f"{count_of(step.cards, 'card')} each"
            if step.number == 1
            else f"{count_of(step.cards, 'card')} more"
        )
    if step.kind is StepKind.DRAW:
        return "the draw" if draws == 1 else f"draw {step.number}"
    return {StepKind.BET: "a bet", StepKind.DECLARE: "the declaration", StepKind.SHOWDOWN: "the showdown"}[
        step.kind
    ]


def _course_rows(setting: Setting) -> tuple[str, ...]:
    game = setting.game
    rows = ["A09", "D15"] if game.is_four_before else []
    if game.draws > 1:
        rows += ["D14", "T01"] if game.draws == 2 else ["D14", "T02"]
    if sum(step.kind is StepKind.DEAL for step in game.course) > 1:
        rows.append("E22")
    if game.declared:
        rows.append("V01")
    return tuple(rows) or ("E01",)


def _last_player(setting: Setting) -> str:
    shown = ", once he has shown openers if he opened" if setting.openers_rank is not None else ""
    return f"The last player left takes the pot without draw or showdown{shown}."
