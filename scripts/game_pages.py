"""The pages of docs/games/: what a game is, its rules in force, what a house may choose, and worked hands that hold."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from game_book import NOTES, GameNote

from table_controller.games.build import GAMES, build
from table_controller.games.modifiers import with_draws, with_four_before
from table_controller.games.names import ALIASES
from table_controller.games.profiles import OWN_PROFILE, PROFILES
from table_controller.games.switches import SWITCHES, GameError, allowed_values
from table_controller.games.usual_stakes import stakes_of, usual_betting
from table_controller.rule_book.card import HouseCard, differences, house_card
from table_controller.structure import Game

ROOT: Final = Path(__file__).resolve().parents[1]
SCENARIOS: Final = ROOT / "tests" / "scenarios"
MADE: Final = "<!-- Made by scripts/manual.py: do not edit. -->"
FIGURES: Final = ("0", "1", "2", "3", "4", "6")
"""What is tried of a switch that takes a number."""


def game_pages() -> Mapping[str, str]:
    """Return path and text of each game's page, and of their list.

    :raises RuntimeError: a game without a note, or a note without a game
    """
    noted = [note.id for note in NOTES]
    if noted != list(GAMES):
        raise RuntimeError(f"scripts/game_book.py and the games differ: {noted} / {list(GAMES)}")
    pages = {f"docs/games/{note.id}.md": _page(note) for note in NOTES if _is_dealt(note.id)}
    return {"docs/games/index.md": _index(), **pages}


def _is_dealt(game_id: str) -> bool:
    try:
        build(game_id)
    except GameError:
        return False
    return True


def _card(game_id: str, profile: str, switches: Mapping[str, str] | None = None) -> HouseCard:
    betting = usual_betting(GAMES[game_id], profile)
    game, rules = build(game_id, profile, switches, betting=betting)
    return house_card(game, rules, stakes_of(game, rules, {"betting": betting.value}))


def _own(game_id: str) -> str:
    return OWN_PROFILE.get(game_id, "casino-classic")


def _index() -> str:
    lines = [
        MADE,
        "# The games",
        "",
        "Each page has a game's rules as a house plays it, what houses choose differently, and a hand played card by card:",
        "a scenario file that `drawtable scenario` plays, and that holds. `drawtable rules GAME --page card.html` makes a page",
        "to lie at the table.",
        "",
        "| game | | deck | draws | four-before |",
        "|---|---|---|---|---|",
    ]
    for note in NOTES:
        if _is_dealt(note.id):
            game, deck = GAMES[note.id], _card(note.id, _own(note.id)).rules.deck_size
            four = "yes" if _takes_four_before(game) else "no"
            lines.append(f"| [{note.id}]({note.id}.md) | {game.title} | {deck} | {game.draws} | {four} |")
    lines += [
        "",
        "Any game may be played with one, two or three draws (`draws 3`, row T01) and, where the table says yes, with four",
        "cards before the draw (`four-before`, row T04). Deuce-to-seven and ace-to-five triple draw are Kansas City and",
        "California lowball with three draws.",
    ]
    return "\n".join(lines) + "\n"


def _takes_four_before(game: Game) -> bool:
    try:
        with_four_before(game)
    except GameError:
        return False
    return True


def _page(note: GameNote) -> str:
    card = _card(note.id, _own(note.id))
    lines = [
        MADE,
        f"# {card.game.title}",
        "",
        note.text.strip(),
        "",
        f'`game {note.id}` in a scenario; `id = "{note.id}"` under `[game]` in a table\'s file. {_modifiers(card.game)}',
        *_other_names(note.id),
        "",
        f"## The rules under `{card.rules.profile}`",
        "",
        f"Made from the game's data, at usual stakes; `drawtable rules {note.id} --profile …` prints them for any house. The rows",
        "are those of [the rule book](../rules.md).",
    ]
    for heading, part in card.parts:
        lines += ["", f"**{heading}**", ""]
        lines += [f"- {line.sentence} ({' '.join(line.rows)})" for line in part]
    lines += ["", "## What houses do differently", "", *_other_houses(card)]
    lines += ["", "## Switches", "", *_switches(note.id)]
    for number, hand in enumerate(note.hands, 1):
        lines += ["", *_hand(hand, number if len(note.hands) > 1 else None)]
    return "\n".join(lines) + "\n"


def _other_names(game_id: str) -> Iterator[str]:
    """Yield the names people use for the game, and for what it becomes with another number of draws."""
    for alias in ALIASES:
        if alias.game == game_id:
            yield ""
            what = f"With `draws {alias.draws}` it is" if alias.draws else "Also called"
            yield f"{what} {', '.join(alias.names)}."


def _modifiers(game: Game) -> str:
    takes = [str(draws) for draws in (1, 2, 3) if draws != game.draws and _takes_draws(game, draws)]
    words = [f"`draws {draws}`" for draws in takes]
    if _takes_four_before(game):
        words.append("`four-before`")
    return f"It may be played with {', '.join(words[:-1])} or {words[-1]}." if len(words) > 1 else ""


def _takes_draws(game: Game, draws: int) -> bool:
    try:
        with_draws(game, draws)
    except GameError:
        return False
    return True


def _other_houses(card: HouseCard) -> Iterator[str]:
    """Yield what the other profiles have otherwise; stakes and their figures are left out."""
    yield "Stakes apart."
    for profile in PROFILES:
        if profile == card.rules.profile:
            continue
        betting = card.stakes.betting
        game, rules = build(card.game.id, profile, betting=betting)
        other = house_card(game, rules, card.stakes)
        found = list(differences(card, other))
        yield ""
        yield f"`{profile}`" + ("" if found else ": the same.")
        if found:
            yield ""
        for difference in found:
            if difference.other is not None:
                yield f"- {difference.other.sentence} ({' '.join(difference.other.rows)})"
            elif difference.one is not None:
                yield f"- Not in force: {difference.one.sentence}"


def _switches(game_id: str) -> Iterator[str]:
    """Yield the switches that change a line of this game's card."""
    yield "These change how it is played; what each does is in [switches.md](../switches.md)."
    yield ""
    names = [f"`{name}`" for name in SWITCHES if _matters(name, game_id)]
    yield " · ".join(names)


def _matters(switch: str, game_id: str) -> bool:
    values = [word for word in allowed_values(switch) if word not in ("number", "none")] or list(FIGURES)
    for profile in (_own(game_id), "home"):
        told = set()
        for value in values:
            try:
                card = _card(game_id, profile, {switch: value})
            except GameError:
                continue
            told.add(tuple(line.sentence for line in card.lines))
        if len(told) > 1:
            return True
    return False


def _hand(path: str, number: int | None) -> Iterator[str]:
    text = (SCENARIOS / path).read_text(encoding="utf-8")
    rules, shows, *rest = text.splitlines()
    yield "## A worked hand" if number is None else f"## Worked hand {number}"
    yield ""
    told = shows.removeprefix("# ")
    yield f"{told[:1].upper()}{told[1:]}."
    yield ""
    yield f"This is [tests/scenarios/{path}](../../tests/scenarios/{path}), rows {rules.removeprefix('# RULES: ')}; each line with"
    yield "`?` is checked whenever the tests run."
    yield ""
    yield "```"
    yield from rest
    yield "```"
