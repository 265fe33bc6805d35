"""A game's house rule card, made from its own data."""

from dataclasses import asdict, fields
from typing import Any

from table_controller.rules.book import BOOK
from table_controller.structure import Game, HouseRules, StepKind


def as_data(game: Game, rules: HouseRules) -> dict[str, Any]:
    """Return game, switches and rows as plain values."""
    switches = asdict(rules)
    del switches["profile"]
    return {
        "id": game.id,
        "title": game.title,
        "profile": rules.profile,
        "deck": rules.deck_size,
        "course": _course(game),
        "switches": switches,
        "rows": [
            {"id": row, "sentence": BOOK[row].sentence, "source": BOOK[row].source} for row in game.rows
        ],
    }


def as_text(game: Game, rules: HouseRules) -> str:
    """Return the card as lines."""
    lines = [f"{game.title} ({game.id}), {rules.profile}", "", f"Deck: {rules.deck_size} cards"]
    lines += [f"{number}. {text}" for number, text in enumerate(_course(game), 1)]
    lines += ["", "Rows"]
    for row in game.rows:
        lines.append(f"  {row}  {BOOK[row].sentence}  [{BOOK[row].source}]")
    switches = [field.name for field in fields(rules) if field.name != "profile"]
    lines += ["", "Switches"]
    lines += [f"  {name} = {_word(getattr(rules, name))}" for name in switches]
    return "\n".join(lines)


def _course(game: Game) -> list[str]:
    words = {
        StepKind.DEAL: "deal",
        StepKind.BET: "betting round",
        StepKind.DRAW: "draw",
        StepKind.SHOWDOWN: "showdown",
    }
    return [
        f"deal {step.cards} cards each"
        if step.kind is StepKind.DEAL
        else (words[step.kind] if step.kind is StepKind.SHOWDOWN else f"{words[step.kind]} {step.number}")
        for step in game.course
    ]


def _word(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
