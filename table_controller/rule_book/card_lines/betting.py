"""Whose turn it is, and how much may be bet."""

from collections.abc import Iterator
from typing import Final

from table_controller.rule_book.card_lines.setting import CardLine, Setting, count_of
from table_controller.structure import Betting, Evaluator

ROUNDS_OF_ONE_DRAW: Final = 2
ROUNDS_OF_TWO_DRAWS: Final = 3


def order(setting: Setting) -> Iterator[CardLine]:
    """Yield who acts first in which round, and who may check."""
    yield from _first_round(setting)
    yield from _later_rounds(setting)
    yield from _check_raise(setting)
    text = "A rap is a check, in the draw it is pat; facing a raise he had not seen it is nothing, and he is asked again."
    yield CardLine("rap", text, ("C13", "C14", "C15"))
    yield CardLine(
        "out of turn",
        "What is said in turn binds; said early it binds only if nothing changes before the turn comes.",
        ("F09",),
    )


def _first_round(setting: Setting) -> Iterator[CardLine]:
    rules, game = setting.rules, setting.game
    if setting.has_blinds:
        text = "The seat left of the big blind acts first; in the first round whoever is asked calls, raises or folds."
        row = "C16" if len(game.must_open) > 1 else "C03"
        yield CardLine("first round", text, (row, "C04") if setting.lows else (row, "C12"))
        text = "If everybody only called, the big blind may still raise; then everybody acts again."
        yield CardLine("live blind", text, ("C09", "C10"))
    elif rules.open_or_fold or 1 in game.must_open:
        text = "The seat left of the button acts first; in the first round whoever is asked opens or folds."
        yield CardLine("first round", text, ("C02", "Y03") if rules.open_or_fold else ("C04",))
    else:
        text = "The seat left of the button acts first, and may check or bet; who checked may call or raise later."
        yield CardLine("first round", text, ("C01", "C11"))
    later = [number for number in game.must_open if number > 1]
    if later:
        text = f"In betting round {later[0]} the first player must bet or fold until somebody has bet."
        yield CardLine("must open", text, ("C17",))
        yield CardLine("later checks", "In the rounds after that the first player may check.", ("C18", "C21"))


def _later_rounds(setting: Setting) -> Iterator[CardLine]:
    if setting.rules.second_round_first == "opener" and not setting.has_blinds:
        text = (
            "After the draw the player who opened acts first, or the next one left of his seat if he is out."
        )
        yield CardLine("later rounds", text, ("C05", "C06", "X02"))
        return
    row = "C08" if setting.has_blinds else "C07"
    yield CardLine(
        "later rounds", "Every later round begins with the first player left of the button.", (row, "X02")
    )


def _check_raise(setting: Setting) -> Iterator[CardLine]:
    game, rules = setting.game, setting.rules
    if game.lowball is None:
        yield CardLine("check-raise", "Check and raise is allowed.", ("C12",))
    elif rules.lowball_check_raise:
        row = "K10" if game.lowball is Evaluator.DEUCE_TO_SEVEN else "Q09"
        yield CardLine("check-raise", "Check and raise is allowed.", (row, "X08"))
    else:
        text = "Who checks after the draw may call but not raise, except to complete a short all-in."
        yield CardLine("check-raise", text, ("Q08", "Q14", "X08"))


def amounts(setting: Setting) -> Iterator[CardLine]:
    """Yield bets, raises, their number, and what an all-in does."""
    yield from _bets(setting)
    minimum = setting.rules.min_open
    if minimum is not None:
        yield CardLine("opening bet", f"The pot is opened for {minimum} at least.", ("D17",))
    yield from _cap(setting)
    yield from _all_in(setting)
    yield CardLine("silent chips", _silent(setting), ("F07", "F08"))
    text = "A bet nobody matched goes back first; every all-in makes its own pot, and each pot is shared on its own."
    yield CardLine("side pots", text, ("F03", "F12", "W06"))


def _bets(setting: Setting) -> Iterator[CardLine]:
    stakes = setting.stakes
    if stakes.betting is Betting.LIMIT:
        figures = [stakes.limit_of(number) for number in range(1, setting.game.betting_rounds + 1)]
        rows = _rows_of_bets(setting, len(figures))
        text = (
            f"Limit: bets and raises are {_listed(figures)} in the {count_of(len(figures), 'betting round')}."
        )
        if len(figures) == 2:
            text = f"Limit: bets and raises are {figures[0]} before the draw and {figures[1]} after it."
        yield CardLine("bets", text, (*rows, "D13"))
        return
    text = {
        Betting.SPREAD_LIMIT: f"Spread limit: bets and raises are {stakes.limits[0]} to {stakes.limits[-1]}, and no raise is smaller than the last.",
        Betting.POT_LIMIT: f"Pot limit: a bet is {stakes.limits[0]} at least and the pot at most, counted after calling.",
        Betting.NO_LIMIT: f"No limit: a bet is {stakes.limits[0]} at least and all one has at most.",
    }[stakes.betting]
    yield CardLine("bets", text, ("D13",))
    if not setting.is_limit:
        yield CardLine("least raise", "A raise is at least as large as the last full bet or raise.", ("Y02",))


def _rows_of_bets(setting: Setting, rounds: int) -> tuple[str, ...]:
    """Return the rows of the table of bets: only badugi's and Q-ball's are in the book, others follow them (X21)."""
    if rounds == ROUNDS_OF_ONE_DRAW:
        return ("D01",)
    if len(setting.game.must_open) > 1:
        return ("D12",)
    return ("D11",) if setting.is_badugi and rounds > ROUNDS_OF_TWO_DRAWS else ("D14", "X21")


def _listed(figures: list[int]) -> str:
    *before, last = [str(figure) for figure in figures]
    return f"{', '.join(before)} and {last}" if before else last


def _cap(setting: Setting) -> Iterator[CardLine]:
    rules = setting.rules
    if not setting.is_limit:
        yield CardLine("raises", "There is no limit on the number of raises.", ("D13",))
        return
    if rules.max_raises is None:
        yield CardLine("raises", "There is no limit on the number of raises.", ("D06", "X10"))
        return
    row = {6: "D05", 3: "F04"}.get(rules.max_raises, "D03")
    text = f"With three or more players a round is a bet and {count_of(rules.max_raises, 'raise')}."
    yield CardLine("raises", text, (row, "D10", "X10"))
    if setting.has_blinds:
        counts = rules.blind_counts_as_bet
        text = "The big blind is that bet." if counts else "The big blind does not count as that bet."
        yield CardLine("blind as bet", text, ("D04" if counts else "X11", "X11")[: 2 if counts else 1])
    ends, row = _when_two_are_left(setting)
    if rules.headsup_uncapped:
        stays = ends or "stays when a round that began with more comes down to two"
        text = f"Two who begin a round alone may raise without limit; the limit on raises {stays}."
        yield CardLine("heads-up", text, ("D07", row))
    else:
        though = f", though it {ends} of a larger round" if ends else ""
        yield CardLine(
            "heads-up", f"The limit on raises holds for two players as well{though}.", ("D07", "X10")
        )


def _when_two_are_left(setting: Setting) -> tuple[str, str]:
    """Return what becomes of the cap when a round comes down to two, no words where it stays, and the row."""
    if setting.rules.cap_lifts_headsup:
        return "ends when only two are left", "D09"
    if setting.rules.headsup_before_cap:
        return "ends when only two are left before it is reached", "F04"
    return "", "D08"


def _all_in(setting: Setting) -> Iterator[CardLine]:
    rules = setting.rules
    if setting.stakes.betting is not Betting.LIMIT:
        text = "An all-in of less than a full raise does not let those raise again who have acted; several that make one together do."
        yield CardLine("short all-in", text, ("F06",))
        return
    if rules.allin_reopen == "half_bet":
        text = "An all-in raise of half a bet or more counts as a raise; a smaller one may be completed by who has not acted, and only called by who has."
    else:
        text = "An all-in raise of less than a whole bet may be completed by who has not acted, and only called by who has."
    yield CardLine("short all-in", text, ("F05",))
    base = "what lies there" if rules.allin_half_raise_base == "actual" else "the whole bet"
    yield CardLine("raise over it", f"A raise over such an all-in is counted from {base}.", ("X40",))


def _silent(setting: Setting) -> str:
    what = "half a bet" if setting.is_limit else "half the smallest raise"
    return f"Chips put in without a word are a call; with {what} or more on top they are a raise and must be completed. One large chip is a call."
