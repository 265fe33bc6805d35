"""Opening a pot, showing and splitting openers, and what follows when there were none."""

from collections.abc import Iterator

from table_controller.rule_book.card_lines.playing import RANKS
from table_controller.rule_book.card_lines.setting import CardLine, Setting, begin, count_of


def openers(setting: Setting) -> Iterator[CardLine]:
    """Yield the rules of openers, or that none are needed where the first round may be checked."""
    rank = setting.openers_rank
    if rank is None:
        if not setting.has_blinds and setting.game.lowball is None:
            yield CardLine("openers", "Any hand may open.", ("O08",))
            if setting.game.low_phase is None:
                yield from passed_out(setting)
        return
    yield from _requirement(setting, rank)
    if setting.game.low_phase is None:
        yield from passed_out(setting)
    yield from _proof(setting)
    yield from _splitting(setting)
    yield from _false_openers(setting)
    text = "A player all in for the ante may declare the pot open; who comes in behind him puts in the whole opening bet."
    yield CardLine("all in for the ante", text, ("W01", "W02", "W03"))


def _requirement(setting: Setting, rank: int) -> Iterator[CardLine]:
    yield CardLine("openers", f"The pot is opened with a pair of {RANKS[rank]} or better.", ("O01",))
    if setting.rules.deck_joker:
        text = "The joker with an ace, or in a straight or a flush, makes openers; the joker with a jack does not."
        yield CardLine("joker openers", text, ("O02",))
    phase = setting.game.low_phase
    if setting.rules.progressive and not (
        phase is not None and phase.forced_bet
    ):  # such a deal is never passed out
        ranks = [RANKS[higher] for higher in range(rank + 1, 15)]
        rise = f" with each passed-out deal: {', then '.join(ranks)}" if ranks else ""
        yield CardLine(
            "progressive",
            f"Openers rise{rise}; after a pot is won they begin at {RANKS[rank]} again.",
            ("O06", "O07", "Y19"),
        )
    if setting.rules.openers_enforced:
        yield CardLine("false open", "The table refuses an opening bet without openers.", ("O13", "X33"))
    else:
        yield CardLine(
            "false open", "The table lets a false opening stand until openers are due.", ("O13", "X33")
        )


def passed_out(setting: Setting, when: str = "If nobody opens") -> Iterator[CardLine]:
    """Yield what happens when a deal is passed out."""
    rules = setting.rules
    where = "the button moves on" if rules.passout_button == "advance" else "the same dealer deals again"
    antes = f", {count_of(rules.max_antes, 'ante')} a player at most" if rules.max_antes is not None else ""
    text = f"{when}, everybody antes again into the same pot{antes}, and {where}."
    rows = ("O03", "O04" if rules.passout_button == "advance" else "X14", *(("O05",) if antes else ()))
    yield CardLine("passed out", text, rows if setting.game.low_phase is None else ("J04", *rows))


def _proof(setting: Setting) -> Iterator[CardLine]:
    text = (
        "The opener must show openers to win, called or not; any player may then ask to see the opening hand."
    )
    yield CardLine("proof", text, ("O09", "O12"))
    if setting.rules.openers_button:
        yield CardLine("openers button", "The openers button marks who must prove openers.", ("O11",))


def _splitting(setting: Setting) -> Iterator[CardLine]:
    if setting.rules.split_needs_announcement:
        text = (
            "Who splits openers says so and leaves his discards under a chip; unannounced, the floor decides."
        )
        yield CardLine("splitting", text, ("O10", "S01"))
    else:
        text = "Who splits openers keeps his discards apart to prove them; he need not say so."
        yield CardLine("splitting", text, ("O10", "S01"))
    if setting.rules.split_check == "possible":
        text = "It is enough that final hand and discards could have been openers; if they could not, the opener cannot win."
        yield CardLine("split proof", text, ("S02", "S03", "S04"))
    else:
        text = "The five cards he opened with decide, as the table recorded them."
        yield CardLine("split proof", text, ("S05",))


def _false_openers(setting: Setting) -> Iterator[CardLine]:
    text = "Without openers the opener's hand is dead and his opening bet stays; later bets go back while the action before the draw is open."
    yield CardLine("false openers", text, ("N03", "N04", "N10", "N14"))
    text = "Another player who has neither acted nor passed openers may then declare the pot open, and must prove openers himself."
    yield CardLine("declaring", text, ("N01", "N02", "N05"))
    text = "The pot plays without him if there was a raise, or two callers, or the action before the draw was complete."
    yield CardLine("pot plays", text, ("N09", "X17"))
    who = (
        "the players of that hand"
        if setting.rules.false_open_participants == "dealt_in"
        else "anybody at the table"
    )
    text = f"Otherwise all other bets go back, and {who} ante again for opening bet and antes."
    yield CardLine("pot stays", begin(text), ("N06", "N07", "N08", "X15"))
