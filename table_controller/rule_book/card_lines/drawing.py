"""The draw: how many, in which order, and where cards come from when the stub runs out."""

from collections.abc import Iterator
from typing import Final

from table_controller.rule_book.card_lines.setting import CardLine, Setting, count_of, in_words

NEW_STUB: Final = {
    "earlier_discards": ("bottom card, burns and the discards laid down before his own", ("E13", "X35")),
    "all_but_own": ("bottom card, burns and all discards but the drawer's own", ("X35", "F17")),
    "muck_and_prior_rounds": ("bottom card, burns and the discards of earlier draws", ("F15", "X35")),
}
FOLDED: Final = {
    "never": "; folded hands stay out",
    "if_needed": "; folded hands go in only if those are too few",
    "always": " together with the folded hands",
}


def draw(setting: Setting) -> Iterator[CardLine]:
    """Yield the rules of the draw."""
    yield CardLine("number", _number(setting), _number_rows(setting))
    if setting.game.hand_size == 5 and setting.rules.max_draw == 5:
        yield from _five_cards(setting)
    yield from _procedure(setting)
    yield from _stub_runs_out(setting)
    burned = ", the burn included," if setting.rules.burn_closes_number else ""
    text = (
        f"The number may be changed until a card{burned} has been dealt for it or somebody has acted on it."
    )
    yield CardLine("changing", text, ("E16",))
    text = "Until somebody acts after the draw, a player still in may ask how many cards another drew; then nobody tells."
    yield CardLine("asking", text, ("E17", "E18", "E23"))


def _number(setting: Setting) -> str:
    most, held = setting.rules.max_draw, setting.game.dealt
    what = "throw" if setting.game.is_four_before else "change"
    if most >= held:
        return f"A player may {what} none to all {count_of(held, 'card')}."
    extra = setting.rules.max_draw_ace_or_wild
    if extra is None or not most < extra < held:
        return f"A player may {what} {count_of(most, 'card')} at most."
    kept = "an ace or the joker" if setting.rules.deck_joker else "an ace"
    return f"A player may {what} {count_of(most, 'card')} at most, or {in_words(extra)} if he keeps {kept}."


def _number_rows(setting: Setting) -> tuple[str, ...]:
    rules = setting.rules
    if rules.max_draw >= setting.game.dealt:
        return ("E02",) if setting.game.is_four_before else ("E02", "E19")
    return ("E07", "E08", "X12") if "keeps" in _number(setting) else ("E07", "X12")


def _five_cards(setting: Setting) -> Iterator[CardLine]:
    if setting.rules.five_card_draw == "consecutive":
        yield CardLine("five new cards", "Five new cards are dealt in a row.", ("E11", "X03"))
        return
    text = "Who changes five gets four, and the fifth after all the others; the last to draw gets it behind a burn."
    yield CardLine("five new cards", text, ("E09", "E10", "X03", "Y05"))


def _procedure(setting: Setting) -> Iterator[CardLine]:
    rules = setting.rules
    if rules.draw_order == "serve_in_turn":
        text = "From the left of the button each player in turn lays his discards down and is served before the next."
        yield CardLine("draw order", text, ("E04", "E05", "E06", "X13"))
    else:
        text = "From the left of the button all lay their discards down in turn; then all are served."
        yield CardLine("draw order", text, ("E06", "F18", "X13"))
    if not rules.burn_before_draw:
        yield CardLine("burn", "No card is burned before the draw.", ("E03",))
        return
    when = "each draw" if setting.game.draws > 1 else "the draw"
    pat = ", also when everybody is pat" if rules.burn_when_all_pat else ""
    yield CardLine(
        "burn",
        f"One card is burned before {when}{pat}.",
        ("E03", *(("F18",) if pat else ()), *(("Y09",) if setting.game.draws > 1 else ())),
    )


def _stub_runs_out(setting: Setting) -> Iterator[CardLine]:
    rules = setting.rules
    text, rows = {
        "never_direct": (
            "The bottom card of the deck is not dealt before it has been shuffled again.",
            ("E12", "X20", "X36"),
        ),
        "only_if_completes": (
            "The bottom card of the deck is dealt only where it completes the draw.",
            ("F15", "X36"),
        ),
        "dealt": ("The bottom card of the deck is dealt like any other.", ("X36",)),
    }[rules.bottom_card]
    yield CardLine("bottom card", text, rows)
    made, made_rows = NEW_STUB[rules.reshuffle_set]
    text = f"When the stub runs out, {made} are shuffled{FOLDED[rules.reshuffle_includes_muck]}."
    yield CardLine("new stub", text, (*made_rows, "X28"))
    yield CardLine(
        "own discards", "No player gets back a card he threw away in this hand.", ("E15", "F17", "Y06")
    )
