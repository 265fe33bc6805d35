"""The declaration, sevens, the showdown and how a pot is divided."""

from collections.abc import Iterator
from typing import Final

from table_controller.rule_book.card_lines.setting import CardLine, Setting
from table_controller.structure import Evaluator

MISCALLS: Final = {
    "dead_if_fouled_or_multiway": "Who names his hand must hold it or better; with three or more in, or when another threw his hand away for it, the hand miscalled is dead.",
    "foul_only": "Who names his hand wrongly loses it only if another player threw his hand away for it.",
    "cards_speak": "What is said of a hand does not count; the cards speak.",
}


def sevens(setting: Setting) -> Iterator[CardLine]:
    """Yield whether a seven must bet after the draw, where the game is played for ace-to-five low."""
    game, rules = setting.game, setting.rules
    low = game.lowball or (game.low_phase.halves[0].evaluator if game.low_phase is not None else None)
    if low is not Evaluator.ACE_TO_FIVE:
        return
    if not rules.sevens_rule or not (setting.is_limit or rules.sevens_in_big_bet):
        yield CardLine(
            "sevens", "Any hand may be checked after the draw; there is no sevens rule.", ("X29", "X34")
        )
        return
    wins = {
        "returned": "it wins only the pot of before the draw; what came later goes back",
        "to_second_best": "it wins only the pot of before the draw; what came later goes to the second best hand",
        "forfeit_pot": "it wins nothing if anybody bet; the whole pot goes to the second best hand",
    }[rules.sevens_post_draw]
    when = "after the draw" if game.draws == 1 else "after the last draw"
    seven = "A seven low" if game.low_phase is None else "For low a seven"
    text = f"{seven} or better must bet {when}. If it checks and is best, {wins}."
    yield CardLine("sevens", text, ("Q01", "Q03", "Q04", "Q13"))
    text = "If it checks and is beaten, it loses its calls as well; it may call an all-in of less than half a bet and win it."
    yield CardLine("checked sevens", text, ("Q02", "Q05", "Q06", "Q07"))


def declaring(setting: Setting) -> Iterator[CardLine]:
    """Yield how the halves are declared."""
    if not setting.game.declared:
        return
    rules = setting.rules
    text = "After the last bet everybody still in takes chips in the fist, and all open together: none is low, one is high, two are both."
    yield CardLine("declaration", text, ("V01", "V02"))
    text = "The best high hand of those who said high takes one half, the best low of those who said low the other; with nobody one way, the other takes it all."
    yield CardLine("declared halves", text, ("V03", "V05"))
    whom = "of those who declared that way" if rules.scoop_against == "declarers" else "still in"
    text = f"Who said both must be best both ways among the hands {whom}, without a tie, or he gets nothing."
    yield CardLine("both ways", text, ("V06", "V07", "V09", "X24"))
    if rules.declare_all_fail == "split_best":
        text = "If all who said both fail and nobody else declared, the best hand each way takes its half."
    else:
        text = "If all who said both fail and nobody else declared, the pot stays for the next hand."
    yield CardLine("all fail", text, ("V12",))


def showing(setting: Setting) -> Iterator[CardLine]:
    """Yield who shows first, what words count, and how a pot is divided."""
    rules = setting.rules
    if rules.first_to_show == "last_aggressor":
        text = (
            "The last player who bet or raised shows first; if all checked, the first one left of the button."
        )
        yield CardLine("first to show", text, ("F11",))
    else:
        yield CardLine("first to show", "The first player left of the button shows first.", ("F11",))
    yield from _words(setting)
    text = "Keep your hand until the winner's cards are seen; a hand thrown away has no claim."
    yield CardLine("keeping cards", text, ("R07",))
    yield from _division(setting)


def _words(setting: Setting) -> Iterator[CardLine]:
    rules = setting.rules
    if setting.game.lowball is None and setting.game.low_phase is None:
        yield CardLine("words", "Cards speak: the hand that lies there is what counts.", ("R01",))
        return
    rows = {"cards_speak": ("R01", "X16"), "foul_only": ("R03", "X16", "F22")}.get(
        rules.miscall, ("R02", "R03", "R05", "X16")
    )
    yield CardLine("words", MISCALLS[rules.miscall], rows)
    if rules.must_announce_pair:
        text = "Who spreads a pair says so, or may lose the pot to a hand thrown away because of it."
        yield CardLine("pairs", text, ("R06", "R10"))


def _division(setting: Setting) -> Iterator[CardLine]:
    text = "Equal hands share; the odd chip goes to the first of them left of the button."
    yield CardLine("odd chip", text, ("R08", "F01"))
    if len(setting.game.halves) > 1:
        half = setting.game.halves[0 if setting.rules.hilo_odd_chip == "high" else 1]
        text = f"The odd chip between the halves goes to the {half.name} half; every side pot is split on its own."
        yield CardLine("odd half", text, ("F02", "P06", "P07", "Y22"))
