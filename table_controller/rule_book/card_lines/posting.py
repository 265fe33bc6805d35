"""What is put in before the cards, and who pays it: antes, blinds, new players, kills, the button."""

from collections.abc import Iterator
from typing import Final

from table_controller.rule_book.card_lines.setting import CardLine, Setting, begin
from table_controller.rules.kills import SCOOPED_BETS
from table_controller.rules.voluntary_kill import TIMES_THE_KILL
from table_controller.structure import Betting

PLACES: Final = ("the button", "the seat left of the button", "the second seat left of the button")
NEXT: Final = ("the next seat", "the one after it")
TIMES: Final = {2: "twice", 3: "three times"}


def posting(setting: Setting) -> Iterator[CardLine]:
    """Yield antes, blinds and the button."""
    stakes = setting.stakes
    if stakes.ante:
        yield CardLine(
            "ante",
            f"Every player antes {stakes.ante} before the deal.",
            ("B01",) if not setting.has_blinds else ("B05",),
        )
    if setting.has_blinds:
        yield from _blinds(setting)
    if not stakes.ante and not setting.has_blinds:
        yield CardLine("ante", "There is neither ante nor blind.", ("B16", "X39"))
    if setting.rules.button_rule == "dead":
        text = "The button moves one place after each hand and may stand at an empty seat, so that nobody misses a blind."
        yield CardLine("button", text, ("F14",))
    else:
        yield CardLine("button", "The button moves to the next player on the left after each hand.", ("A07",))
    chip = setting.rules.smallest_chip
    yield CardLine(
        "smallest chip", f"The smallest chip that plays is {chip}; pots are divided down to it.", ("F10",)
    )


def _blinds(setting: Setting) -> Iterator[CardLine]:
    stakes, rules = setting.stakes, setting.rules
    (first, chips), *others = stakes.blinds
    in_a_row = [place for place, _ in others] == [first + 1 + number for number in range(len(others))]
    words = NEXT if in_a_row else [PLACES[place] for place, _ in others]
    posts = [
        f"{PLACES[first]} posts {chips}",
        *(f"{word} {chips}" for word, (_, chips) in zip(words, others, strict=False)),
    ]
    posted = ", ".join(posts[:-1]) + (" and " if others else "") + posts[-1]
    row = {(0, 1, 2): "B03", (1, 2): "B06"}.get(tuple(place for place, _ in stakes.blinds), "X26")
    row = "B04" if len(setting.game.must_open) > 1 else row
    yield CardLine("blinds", begin(f"{posted} before the cards are dealt."), (row,))
    if rules.half_blind_rule:
        text = (
            "Who has less than half the big blind is dealt in for what he has and the next seat posts it;"
            " half or more counts as the whole blind."
        )
        yield CardLine("short blind", text, ("B07", "B08", "B09", "B17"))
    else:
        yield CardLine(
            "short blind",
            "A short blind plays for what it is; the others call and raise the whole blind.",
            ("F13",),
        )
    yield from _newcomers(setting)
    yield from _kill(setting)


def _newcomers(setting: Setting) -> Iterator[CardLine]:
    rules, blind = setting.rules, setting.stakes.big_blind
    single = len(setting.stakes.blinds) == 1
    if rules.newplayer_kill is None:
        yield CardLine("new player", "A new player waits for the big blind.", ("B10",))
    else:
        times = TIMES.get(rules.newplayer_kill, f"{rules.newplayer_kill} times")
        unless = ", unless somebody objects" if rules.kill_needs_consent else ""
        raised = ""
        if setting.stakes.betting is Betting.LIMIT and rules.newplayer_kill > 1:
            raised = f"; the limits of that hand are {times} as high"
        text = (
            f"A new player waits for the big blind, or posts {times} as much ({rules.newplayer_kill * blind})"
            f" and is dealt in at once{unless}{raised}."
        )
        yield CardLine("new player", text, ("B10", *(("B11",) if unless else ()), "F21"))
    if rules.newplayer_kill is None or single:
        yield CardLine("missed blind", "Who missed the big blind waits until it reaches him again.", ("B12",))
    else:
        text = "Who missed the big blind waits for it, or posts as a new player does if nobody objects."
        yield CardLine("missed blind", text, ("B13",))
    text = "Who has posted all his blinds may change seats, and is dealt in when his new place would be."
    yield CardLine("changing seats", text, ("B14",))


def _who_kills(setting: Setting) -> str:
    bets = setting.stakes
    if len(setting.game.halves) > 1:
        most = bets.limit_of(setting.game.betting_rounds)
        return f"Who alone wins a pot of {SCOOPED_BETS * most} or more"
    return f"Who wins two pots in a row, the second with at least a full bet ({bets.limit_of(1)}) beyond the blinds,"


def _kill(setting: Setting) -> Iterator[CardLine]:
    kill, blind = setting.rules.kill, setting.stakes.big_blind
    if setting.stakes.betting is not Betting.LIMIT:
        return
    post = blind * 3 // 2 if kill == "half" else 2 * blind
    what = "raises the limits by half" if kill == "half" else "doubles the limits"
    if kill != "none":
        text = f"{_who_kills(setting)} kills the next one: he posts {post}, which {what} for that hand."
        yield CardLine("kill", text, ("B15", "F20"))
        kept = "" if len(setting.game.halves) > 1 else "Who splits a pot keeps the leg he had. "
        yield CardLine(
            "killer", f"{kept}The killer speaks in his turn; whose kill is split kills again.", ("F20",)
        )
    if setting.rules.voluntary_kill:
        text = (
            f"While nobody has a third card, a player who has two and at least {TIMES_THE_KILL * post} may kill the pot:"
            f" he posts {post}, which {what}, and speaks last in the first round. A pot is killed once."
        )
        yield CardLine("kill on two cards", text, ("F20",))
