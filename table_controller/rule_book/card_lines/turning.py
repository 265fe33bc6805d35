"""What happens in Johnson and Jacks Back when nobody opens for high."""

from collections.abc import Iterator

from table_controller.rule_book.card_lines.openers import passed_out
from table_controller.rule_book.card_lines.playing import RANKING
from table_controller.rule_book.card_lines.setting import CardLine, Setting


def low_phase(setting: Setting) -> Iterator[CardLine]:
    """Yield the rules of the low phase."""
    phase, rules = setting.game.low_phase, setting.rules
    if phase is None:
        return
    of_jacks_back = setting.openers_rank is not None
    words, ranked = RANKING[phase.halves[0].evaluator]
    row = "J17" if of_jacks_back else "J03"
    text = "If nobody opens, whatever anybody holds, the same cards are played for low."
    yield CardLine("turning", text, (row, "X05") if of_jacks_back else (row,))
    yield CardLine("low", f"Then the pot is for {words}.", (*ranked, "J16") if of_jacks_back else ranked)
    if phase.forced_bet:
        yield from _forced(setting)
    else:
        check = "opens on anything or folds" if 1 in phase.must_open else "may open on anything, or check"
        text = f"For low the seat left of the button acts first and {check}."
        yield CardLine("low opening", text, ("J03", "X04" if of_jacks_back else "X19"))
        yield from passed_out(setting, "If nobody opens for low either")
    text = (
        "For low check and raise is allowed."
        if rules.lowball_check_raise
        else "For low there is no check-raise."
    )
    yield CardLine("low check-raise", text, ("Q11", "X38"))
    if of_jacks_back:
        button = "the button waits" if phase.forced_bet else "the button moves as always"
        again = "everybody antes again" if rules.jb_false_open_reante else "nobody antes again"
        text = f"A false opening for high that nobody called stays in the pot, {button}, {again}, and new cards are dealt."
        yield CardLine("false high opening", text, ("N13", "X37"))


def _forced(setting: Setting) -> Iterator[CardLine]:
    bet = setting.stakes.limit_of(1)
    text = f"The seat left of the button must then bet {bet}; the others call, raise or fold, and he may raise when all have acted."
    yield CardLine("low opening", text, ("J09", "J10", "J14", "X04"))
    yield CardLine("low order", "After the draw the first player left of the button begins.", ("C22",))
    if not setting.rules.half_blind_rule:
        yield CardLine(
            "short low bet",
            "If he has less he bets what he has, and the others call the whole bet.",
            ("F13",),
        )
        return
    text = "If he has less than half of it the next seat makes it; if he then wins or buys in, the button stays for one hand."
    yield CardLine("short low bet", text, ("J11", "J12"))
