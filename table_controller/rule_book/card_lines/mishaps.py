"""Exposed cards, wrong numbers of cards and misdeals."""

from collections.abc import Iterator

from table_controller.rule_book.card_lines.setting import CardLine, Setting, count_of
from table_controller.structure import ExposedPolicy, StepKind


def mishaps(setting: Setting) -> Iterator[CardLine]:
    """Yield what becomes of a card or a hand that went wrong."""
    yield from _in_the_deal(setting)
    text = "A card exposed in the draw is not kept; it is replaced after all others have drawn."
    yield CardLine("exposed in the draw", text, ("G02", "G07"))
    yield CardLine("own doing", "What a player turns up himself plays.", ("G06",))
    text = "Before anybody has acted too few cards are filled up and too many are a misdeal; later too many are dead."
    yield CardLine("wrong number", text, ("Y24",))
    if setting.rules.short_hand == "live":
        text = "A hand found short after there was action lives and draws the missing cards."
        yield CardLine("short hand", text, ("F25",))
    else:
        yield CardLine("short hand", "A hand found short after there was action is dead.", ("A05",))
    text = "A card that leaves the stub while there is betting does not play; two equal cards void the hand."
    yield CardLine("void", text, ("A04", "F16", "Y23"))


def _keeps_joker(setting: Setting) -> bool:
    return bool(setting.rules.deck_joker) and setting.rules.exposed_joker == "kept"


def _in_the_deal(setting: Setting) -> Iterator[CardLine]:
    rules, text = setting.rules, ""
    rows: tuple[str, ...] = ("G01",)
    policy = setting.game.exposed
    if rules.exposed_before == "replace_all":
        text, rows = "A card exposed in the deal is replaced when the deal is complete.", ("F19",)
    elif rules.exposed_before == "keep_all" or policy is ExposedPolicy.KEEP_ALL:
        text = "A card exposed in the deal is kept."
    elif policy is ExposedPolicy.DEUCE_TO_SEVEN:
        text = "A 7, 5, 4, 3 or 2 exposed in the deal is kept; any other card, the 6 too, is replaced when the deal is complete."
        rows = ("G09",)
    elif setting.is_limit:
        low = "the ace and the joker too" if _keeps_joker(setting) else "the ace too"
        most, least = ("7", "an 8") if rules.exposed_low_kept == "seven" else ("5", "a 6")
        text = f"A {most} or lower exposed in the deal is kept, {low}; {least} or higher is replaced when the deal is complete."
        rows = ("G03", "G04")
    else:
        text = "An ace, 2, 3, 4 or 5 exposed in the deal is kept; any other card is replaced when the deal is complete."
        rows = ("G08",)
    yield CardLine("exposed in the deal", text, rows)
    if sum(step.kind is StepKind.DEAL for step in setting.game.course) > 1:
        yield CardLine(
            "exposed later", "The fourth and the fifth card go by the same rule, without a misdeal.", ("Y25",)
        )
    elif setting.game.is_four_before:
        yield CardLine("exposed later", "The fifth card, taken in the draw, goes by the same rule.", ("Y25",))
    if "replaced" in text and rules.burn_from_exposed:
        yield CardLine(
            "burn from it", "The first card replaced is the burn card of the draw.", ("G05", "X27")
        )
    elif "replaced" in text:
        yield CardLine(
            "burn from it", "A card replaced goes to the muck; the draw has a burn card of its own.", ("X27",)
        )
    if rules.misdeal_exposed is not None:
        text = f"The first or second card of the deal exposed, or {count_of(rules.misdeal_exposed, 'exposed card')}, is a misdeal."
        yield CardLine("misdeal", text, ("F19",))
