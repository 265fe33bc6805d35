"""``drawtable games`` and ``drawtable rules``: what is dealt here, and how a house plays it."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from table_controller.games.build import GAMES, build
from table_controller.games.modifiers import with_draws, with_four_before
from table_controller.games.names import ALIASES
from table_controller.games.profiles import OWN_PROFILE, PROFILES
from table_controller.games.switches import GameError
from table_controller.rule_book.card import (
    HouseCard,
    as_data,
    as_text,
    differences,
    differences_as_text,
    house_card,
)
from table_controller.rule_book.card_page import as_page
from table_controller.structure import Game
from table_controller.table_said import changes_said, no_effect_said, table_said

BAD_INPUT = 2


def rules(
    game: Annotated[str, typer.Argument(help="A game of `drawtable games`.")],
    profile: Annotated[str | None, typer.Option(help="A house profile; the game's own if not given.")] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SWITCH=VALUE",
            help="Change a switch, the stakes or the draws; as often as you like.",
        ),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="PROFILE", help="Only what this profile has otherwise.")
    ] = None,
    page: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page to print.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Print a game's house rule card: every rule in force, with the rows it rests on and where they stand.

    Beside the switches, --set takes draws, four_before, forced_bets, betting, ante, blinds and limits; who names an ante
    or blinds names all forced bets, as in a table's file. A switch that changes nothing in this game is named.

    Example: drawtable rules jacks-or-better --profile home --set max_draw=4 --page card.html
    """
    if page is not None and (against is not None or as_json):
        _bad("--page writes a card alone; leave out --against and --json")
    try:
        said = changes_said(changes or [])
        card = _card(game, profile, said)
        other = None if against is None else _card(game, against, said)
        idle = no_effect_said(game, profile, said)
    except GameError as error:
        _bad(str(error))
    if idle is not None:
        print(f"drawtable: {idle}", file=sys.stderr)
    if page is not None:
        _write(page, as_page(card, _command(card, said)))
        print(f"wrote {page}")
    elif other is not None:
        print(_differences_as_json(card, other) if as_json else differences_as_text(card, other))
    else:
        print(json.dumps(as_data(card), indent=1) if as_json else as_text(card))


def _command(card: HouseCard, said: Mapping[str, str]) -> str:
    changes = "".join(f" --set {name}={value}" for name, value in said.items())
    return f"drawtable rules {card.game.id} --profile {card.rules.profile}{changes}"


def _bad(text: str) -> NoReturn:
    print(f"drawtable: {text}", file=sys.stderr)
    raise SystemExit(BAD_INPUT)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        _bad(f"{path} cannot be written: {error.strerror or error}")


def _card(game_id: str, profile: str | None, said: Mapping[str, str]) -> HouseCard:
    """Return the card of a game.

    :raises GameError: something is unknown or cannot be played so
    """
    return house_card(*table_said(game_id, profile, said))


def _differences_as_json(card: HouseCard, other: HouseCard) -> str:
    found = [
        {
            "heading": difference.heading,
            card.rules.profile: difference.one.sentence if difference.one is not None else None,
            other.rules.profile: difference.other.sentence if difference.other is not None else None,
        }
        for difference in differences(card, other)
    ]
    return json.dumps(found, indent=1)


def games(as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
    """List the games dealt here: cards in the deck, house profile where none is named, what they can be made into, other names.

    Example: drawtable games
    """
    described = [_described(game) for game in GAMES.values() if _can(build, game.id)]
    if as_json:
        print(json.dumps(described, indent=1))
        return
    print(f"{'game':22} {'title':42} {'deck':>4}  {'draws':7} {'four-before':11}  profile")
    for one in described:
        draws = f"{one['draws']} ({one['draws_from']}-{one['draws_to']})"
        four = "yes" if one["four_before"] else "-"
        print(f"{one['id']:22} {one['title']:42} {one['deck']:>4}  {draws:7} {four:11}  {one['profile']}")
    print(f"\nprofiles: {', '.join(PROFILES)}")
    print("\nOther names:")
    for alias in ALIASES:
        print(f"  {', '.join(alias.names)}: {alias.written}")


def _described(game: Game) -> dict[str, str | int | bool | list[dict[str, str | int]]]:
    profile = OWN_PROFILE.get(game.id, "casino-classic")
    _, house = build(game.id, profile)
    possible = [draws for draws in (1, 2, 3) if _can(with_draws, game, draws)]
    return {
        "id": game.id,
        "title": game.title,
        "deck": house.deck_size,
        "draws": game.draws,
        "draws_from": possible[0],
        "draws_to": possible[-1],
        "four_before": _can(with_four_before, game),
        "profile": profile,
        "other_names": [
            {"name": name, "draws": alias.draws or game.draws}
            for alias in ALIASES
            if alias.game == game.id
            for name in alias.names
        ],
    }


def _can(make: Callable[..., object], *of: object) -> bool:
    try:
        make(*of)
    except GameError:
        return False
    return True
