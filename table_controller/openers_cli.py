"""``drawtable openers``: had the opener openers? From cards typed in, without a table."""

import json
from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

import typer

from table_controller.cards import card_text, deck_of, parse_maybe_card
from table_controller.rules.openers_proof import MaybeCards, OpenersProof, Verdict, prove_openers

QUALIFIERS: Final[Mapping[str, int | None]] = {
    "jacks": 11,
    "queens": 12,
    "kings": 13,
    "aces": 14,
    "any": None,
}
Choice = TypeVar("Choice")
DECK_SIZES: Final = {"52": 52, "53": 53}


def openers(
    final: Annotated[str, typer.Option(help="The opener's final five cards; ?? for one that was not read.")],
    discards: Annotated[
        str, typer.Option(help="All he threw away, laid apart; none where he stood pat.")
    ] = "",
    qualifier: Annotated[
        str, typer.Option(help="Least pair to open: jacks, queens, kings, aces, any.")
    ] = "jacks",
    opening: Annotated[
        str | None, typer.Option(help="The five he opened with, where the table recorded them.")
    ] = None,
    deck: Annotated[str, typer.Option(help="53, with the joker as the bug, or 52.")] = "53",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as one JSON object.")] = False,
) -> None:
    """Say whether an opener had openers: yes, no or possible, the five cards that prove it, the rows.

    Example: drawtable openers --final "Kc Jc 9c 7c 4c" --discards Jh

    Exit status: 0 for yes and possible, 1 for no, 2 where the cards cannot be so.
    """
    try:
        minimum_rank = _chosen(QUALIFIERS, "qualifier", qualifier)
        proof = prove_openers(
            _cards("--final", final),
            _cards("--discards", discards),
            minimum_rank,
            None if opening is None else _cards("--opening", opening),
            deck_of(_chosen(DECK_SIZES, "deck", deck)),
        )
    except ValueError as error:
        typer.echo(f"drawtable openers: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(_as_json(proof, qualifier) if as_json else _as_text(proof))
    if proof.verdict is Verdict.NO:
        raise typer.Exit(1)


def _chosen(choices: Mapping[str, Choice], what: str, word: str) -> Choice:
    if word not in choices:
        raise ValueError(f"unknown {what}: {word!r} (one of {', '.join(choices)})")
    return choices[word]


def _cards(option: str, text: str) -> MaybeCards:
    try:
        return tuple(parse_maybe_card(word) for word in text.split())
    except ValueError as error:
        raise ValueError(f'{option}: {error} (write cards like "Kc Th Jk", ?? for one not read)') from None


def _as_text(proof: OpenersProof) -> str:
    five = "" if proof.five is None else f"  {' '.join(map(card_text, proof.five))}"
    return f"{proof.verdict.value}{five}  {' '.join(proof.rules)}\n{proof.sentence}"


def _as_json(proof: OpenersProof, qualifier: str) -> str:
    return json.dumps(
        {
            "verdict": proof.verdict.value,
            "five": None if proof.five is None else [card_text(card) for card in proof.five],
            "unread_as": [card.text for card in proof.unread_as],
            "rules": proof.rules,
            "qualifier": qualifier,
            "ways": proof.ways,
            "holding": proof.holding,
            "sentence": proof.sentence,
        }
    )
