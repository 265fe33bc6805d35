"""``drawtable games`` and ``drawtable rules``: what is dealt here, and how a house plays it."""

import difflib
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from table_controller.games.build import GAMES, build
from table_controller.games.modifiers import with_draws, with_four_before
from table_controller.games.profiles import OWN_PROFILE, PROFILES
from table_controller.games.switches import SWITCHES, GameError
from table_controller.games.usual_stakes import STAKES_SWITCHES, betting_said, stakes_of, usual_betting
from table_controller.rules.card import (
    HouseCard,
    as_data,
    as_text,
    differences,
    differences_as_text,
    house_card,
)
from table_controller.rules.card_page import as_page
from table_controller.rules.seating import impossible
from table_controller.structure import Game

BAD_INPUT = 2
MODIFIERS = ("draws", "four_before")


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

    Beside the switches, --set takes draws, four_before, forced_bets, betting, ante, blinds and limits.

    Example: drawtable rules jacks-or-better --profile home --set max_draw=4 --page card.html
    """
    if page is not None and (against is not None or as_json):
        _bad("--page writes a card alone; leave out --against and --json")
    try:
        said = _said(changes or [])
        card = _card(game, profile, said)
        other = None if against is None else _card(game, against, said)
    except GameError as error:
        _bad(str(error))
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


def _said(changes: list[str]) -> Mapping[str, str]:
    """Return the changes by name.

    :raises GameError: not NAME=VALUE, or no such name; the text says the nearest known one
    """
    known = (*SWITCHES, *STAKES_SWITCHES, *MODIFIERS)
    said = {}
    for change in changes:
        name, sign, value = change.partition("=")
        if not sign or not value:
            raise GameError(f"--set takes SWITCH=VALUE, such as max_draw=3, not {change!r}")
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise GameError(
                f"no such switch: {name}" + (f"; the nearest known one is {near[0]}" if near else "")
            )
        said[name] = value
    return said


def _card(game_id: str, profile: str | None, said: Mapping[str, str]) -> HouseCard:
    """Return the card of a game.

    :raises GameError: something is unknown or cannot be played so
    """
    switches = {name: value for name, value in said.items() if name in SWITCHES}
    draws, four_before = _draws(said), _four_before(said)
    game, house = build(game_id, profile, switches, draws=draws, four_before=four_before)
    betting = betting_said(said) or usual_betting(game, house.profile)
    game, house = build(game_id, profile, switches, draws=draws, four_before=four_before, betting=betting)
    stakes = stakes_of(game, house, said)
    why = impossible(game, house, stakes)
    if why is not None:
        raise GameError(f"{game_id} cannot be played so: {why[1]} ({', '.join(why[0])})")
    return house_card(game, house, stakes)


def _draws(said: Mapping[str, str]) -> int | None:
    text = said.get("draws")
    if text is None:
        return None
    if text not in ("1", "2", "3"):
        raise GameError(f"draws cannot be {text!r}; it may be 1, 2 or 3 (T01)")
    return int(text)


def _four_before(said: Mapping[str, str]) -> bool:
    text = said.get("four_before", "false")
    if text not in ("true", "false"):
        raise GameError(f"four_before cannot be {text!r}; it may be true or false")
    return text == "true"


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
    """List the games dealt here: cards in the deck, house profile where none is named, and what they can be made into.

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


def _described(game: Game) -> dict[str, str | int | bool]:
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
    }


def _can(make: Callable[..., object], *of: object) -> bool:
    try:
        make(*of)
    except GameError:
        return False
    return True
