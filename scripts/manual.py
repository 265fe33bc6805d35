"""Write the pages of the manual that follow from the program.

    python scripts/manual.py            write the files
    python scripts/manual.py --check    say which are out of date, exit 1

Written: docs/cli.md, docs/rules.md, docs/switches.md, docs/events.md, docs/games/*.md.
"""

import inspect
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final, get_args

import typer
from typer.testing import CliRunner

ROOT: Final = Path(__file__).resolve().parents[1]
MADE: Final = "<!-- Made by scripts/manual.py: do not edit. -->"
PLAIN: Final = {"TYPER_USE_RICH": "0", "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
MOST_PROOFS: Final = 4
PROFILE_ORDER: Final = ("casino-classic", "home", "wsop-2024", "roberts")

CHAPTERS: Final = {
    "A": "A. Table, deck, deal",
    "B": "B. Antes and blinds",
    "C": "C. Whose turn it is",
    "D": "D. How much may be bet",
    "E": "E. The draw",
    "G": "G. Exposed cards",
    "H": "H. High hands and the bug",
    "L": "L. Ace-to-five low with the joker",
    "K": "K. Deuce-to-seven and ace-to-six low",
    "U": "U. Badugi",
    "P": "P. High and low, cards speak",
    "V": "V. High and low with declare",
    "J": "J. Johnson and Jacks Back",
    "T": "T. Several draws",
    "Q": "Q. Sevens, and the action in lowball",
    "O": "O. Openers",
    "S": "S. Split openers",
    "N": "N. False openings",
    "W": "W. All in for the ante, and side pots",
    "R": "R. The showdown",
    "F": "F. What newer rule books say",
    "Y": "Y. What most tables do where all books are silent",
    "X": "X. Where the books differ",
}


def command_line() -> str:
    """Return the reference of all verbs, their help as it is printed."""
    from table_controller import cli

    cli._register()
    lines = [
        MADE,
        "# The command line",
        "",
        "Exit status of every verb: 0 good, 1 a problem was found, 2 bad input (one line says what, where and what to do).",
    ]
    for words in _verbs(typer.main.get_command(cli.app), ()):
        result = CliRunner().invoke(cli.app, [*words, "--help"], prog_name="drawtable")
        if result.exit_code != 0:
            raise RuntimeError(f"drawtable {' '.join(words)} --help failed: {result.output}")
        text = "\n".join(line.rstrip() for line in result.output.strip().splitlines())
        title = " ".join(("drawtable", *words))
        lines += ["", f"## {title}", "", "```", text, "```"]
    return "\n".join(lines) + "\n"


def _verbs(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield words
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        yield from _verbs(inner, (*words, name))


def switches() -> str:
    """Return what every switch does, what it may be, and what each profile sets it to."""
    from switch_book import notes

    from table_controller.games.switches import SWITCHES, allowed_values

    known = list(notes())
    told, there = {note.name for note in known}, set(SWITCHES)
    if told != there:
        raise RuntimeError(f"scripts/switch_book.py and HouseRules differ in: {sorted(told ^ there)}")
    lines = [
        MADE,
        "# The switches of a house",
        "",
        "Each is a line under `[rules]` in a table's file, and `rule NAME VALUE` in a scenario. A house begins as a",
        "profile and changes what it likes; what a profile sets differently from `casino-classic` is in the last column, and",
        "so is what a house sets for single games, at the betting they are usually played with.",
        "Rows are those of the rule book: a ruling names them, and `drawtable rules GAME` prints their sentences.",
    ]
    for heading, group in groupby(known, lambda note: note.heading):
        lines += [
            "",
            f"## {heading}",
            "",
            "| switch | values | casino-classic | what it does | rows | elsewhere |",
            "|---|---|---|---|---|---|",
        ]
        for note in group:
            values = " · ".join(allowed_values(note.name))
            classic, elsewhere = _settings(note.name)
            rows = " ".join(note.rows)
            lines.append(f"| `{note.name}` | {values} | {classic} | {note.sentence} | {rows} | {elsewhere} |")
    return "\n".join(lines) + "\n"


def _settings(name: str) -> tuple[str, str]:
    """Return what casino-classic sets a switch to, and what the other profiles set differently."""
    from table_controller.games.profiles import PROFILES
    from table_controller.structure import HouseRules

    default = next(field.default for field in fields(HouseRules) if field.name == name)
    classic = PROFILES["casino-classic"].get(name, default)
    others = [
        f"{profile}: {_word(PROFILES[profile].get(name, default))}"
        for profile in PROFILE_ORDER[1:]
        if PROFILES[profile].get(name, default) != classic
    ]
    return _word(classic), "; ".join([*others, *_by_game(name, default)])


def _by_game(name: str, default: object) -> Iterator[str]:
    """Yield the values houses set by game and by its usual betting, with the games; alike ones together."""
    from table_controller.games.build import GAMES, build
    from table_controller.games.profiles import PROFILES
    from table_controller.games.usual_stakes import usual_betting

    alike: dict[tuple[str, str], list[str]] = {}
    for profile in PROFILE_ORDER:
        usual = PROFILES[profile].get(name, default)
        games: dict[str, list[str]] = {}
        for game in GAMES.values():
            value = getattr(build(game.id, profile, betting=usual_betting(game, profile))[1], name)
            if value != usual:
                games.setdefault(_word(value), []).append(game.id)
        for word, ids in games.items():
            alike.setdefault((word, ", ".join(ids)), []).append(profile)
    for (word, listed), profiles in alike.items():
        houses = "every house" if len(profiles) == len(PROFILE_ORDER) else ", ".join(profiles)
        yield f"{houses}, in {listed}: {word}"


def _word(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def rule_book() -> str:
    """Return every row of the rule book, by chapter, with where it is proved."""
    from row_citations import BY_TEST, listed

    from table_controller.rule_book.book import BOOK

    proofs = _proofs()

    lines = [
        MADE,
        "# The rule book",
        "",
        "Every ruling names the rows it rests on. A row is one sentence that can be read out, and where it stands. Where rule",
        "books differ or are silent a switch decides: see [switches.md](switches.md). A table's own card, with the rows of",
        "its game, is printed by `drawtable rules GAME`.",
        "",
        "The last column names the hands under `tests/scenarios` that prove a row (`drawtable scenario` plays them), or the test",
        "where one hand cannot show it: [those rows](#rows-that-one-hand-cannot-show) stand at the end, with why.",
    ]
    for chapter, rows in groupby(BOOK.values(), lambda row: row.id[0]):
        lines += ["", f"## {CHAPTERS[chapter]}", "", "| row | | source | proved by |", "|---|---|---|---|"]
        lines += [f"| {row.id} | {row.sentence} | {row.source} | {proofs.get(row.id, '')} |" for row in rows]
    lines += ["", "## Rows that one hand cannot show", "", "| row | why | test |", "|---|---|---|"]
    lines += [f"| {row} | {why} | {proofs.get(row, '')} |" for row, why in sorted(listed(BY_TEST).items())]
    return "\n".join(lines) + "\n"


def _proofs() -> Mapping[str, str]:
    """Return where each row is proved: its hands, or its tests where there is no hand."""
    from row_citations import SCENARIOS, rows_in_tests, scenarios

    hands: dict[str, list[str]] = {}
    for scenario in scenarios():
        for row in scenario.rows:
            hands.setdefault(row, []).append(str(scenario.path.relative_to(SCENARIOS).with_suffix("")))
    tests = {row: [f"test `{name}`" for name in names] for row, names in rows_in_tests().items()}
    return {row: _some(names) for row, names in {**tests, **hands}.items()}


def _some(names: Sequence[str]) -> str:
    more = len(names) - MOST_PROOFS
    return " · ".join(names[:MOST_PROOFS]) + (f" · {more} more" if more > 0 else "")


def events() -> str:
    """Return every event and every command, with its fields, as the log keeps them."""
    from table_controller import commands, events, observations

    lines = [
        MADE,
        "# What the log holds",
        "",
        "Events are what has happened, and all it takes to bring a table back; commands are what somebody wanted. A command",
        "leads to events, or to `ActionRefused`. How the log keeps them is in [log.md](log.md).",
    ]
    for title, union in (
        ("Events", events.Event),
        ("Commands", commands.Command),
        ("What devices reported and were asked", tuple(_classes(observations))),
    ):
        lines += ["", f"## {title}", "", "| | fields | |", "|---|---|---|"]
        for kind in union if isinstance(union, tuple) else get_args(union):
            parts = ", ".join(f"`{_field(part)}`" for part in fields(kind))
            lines.append(f"| `{kind.__name__}` | {parts} | {_told(kind)} |")
    return "\n".join(lines) + "\n"


def _classes(module: Any) -> Iterator[type]:
    for value in vars(module).values():
        if is_dataclass(value) and isinstance(value, type) and value.__module__ == module.__name__:
            yield value


def _field(part: "Field[Any]") -> str:
    return part.name if part.default is MISSING and part.default_factory is MISSING else f"{part.name}?"


def _told(kind: type) -> str:
    """Return a class's docstring in one line; a dataclass's own is its signature, which is in the fields."""
    text = inspect.getdoc(kind) or ""
    return "" if text.startswith(f"{kind.__name__}(") else " ".join(text.split()).replace("|", "\\|")


def generated() -> Mapping[str, str]:
    """Return path and text of every page."""
    from game_pages import game_pages

    return {
        "docs/cli.md": command_line(),
        "docs/rules.md": rule_book(),
        "docs/switches.md": switches(),
        "docs/events.md": events(),
        **game_pages(),
    }


def main(arguments: list[str]) -> int:
    """Write or check the pages."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    pages = generated()
    stale = [p for p, text in pages.items() if not (ROOT / p).exists() or (ROOT / p).read_text() != text]
    for path in stale:
        if arguments:
            print(f"out of date: {path} (run: python scripts/manual.py)")
        else:
            (ROOT / path).parent.mkdir(exist_ok=True)
            (ROOT / path).write_text(pages[path])
            print(f"wrote {path}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    os.environ.update(PLAIN)  # before Typer is asked how it prints
    if typer.core.HAS_RICH:  # it was imported above, with the environment of before
        os.execv(sys.executable, [sys.executable, *sys.argv])
    sys.exit(main(sys.argv[1:]))
