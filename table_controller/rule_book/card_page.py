"""The house rule card as a page to print: one HTML file that needs nothing else, on A4, to lie at the table."""

import math
import re
from collections.abc import Iterator
from html import escape
from typing import Final

from table_controller.rule_book.book import BOOK
from table_controller.rule_book.card import HouseCard
from table_controller.rule_book.card_lines.setting import CardLine

LARGEST_PT: Final = 10.4
LETTERS_ON_TWO_SHEETS: Final = 5100
LETTERS_A_ROW: Final = 5
STYLE: Final = """
@page { size: A4; margin: 11mm 12mm 12mm; }
* { box-sizing: border-box; }
html { background: #e9e7e1; }
body { font: 10.4pt/1.28 "Source Sans 3", "Noto Sans", "DejaVu Sans Condensed", "Helvetica Neue", Arial, sans-serif;
  color: #111; background: #fff; width: 186mm; margin: 8mm auto; padding: 11mm 0; box-shadow: 0 0 0 12mm #fff; }
header { border-bottom: 1.4mm solid #14532d; padding-bottom: 2mm; margin-bottom: 3mm; display: flex;
  justify-content: space-between; align-items: flex-end; gap: 8mm; }
h1 { font-size: 21pt; line-height: 1.05; margin: 0; letter-spacing: -.01em; }
header p { margin: 0; text-align: right; font-size: 9.5pt; white-space: nowrap; }
header strong { font-size: 12pt; }
.rules { columns: 2; column-gap: 7mm; }
section { margin: 0 0 3.2mm; }
h2 { font-size: .91em; text-transform: uppercase; letter-spacing: .06em; color: #14532d; margin: 0 0 .8mm;
  border-bottom: .25mm solid #9db5a5; break-after: avoid; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin: 0 0 1.1mm; break-inside: avoid; orphans: 3; widows: 3; }
li span { font-size: .69em; color: #4b5563; letter-spacing: .01em; }
.sources { margin-top: 4mm; }
.rows { columns: 4; column-gap: 5mm; font-size: .62em; line-height: 1.2; color: #222; margin: 0; padding: 0; }
.rows li { margin: 0 0 .35mm; padding-left: 5.6mm; text-indent: -5.6mm; }
.rows b { display: inline-block; width: 5.6mm; text-indent: 0; }
footer { border-top: .25mm solid #9db5a5; margin-top: 3mm; padding-top: 1.5mm; font-size: 7.5pt; color: #4b5563; }
@media screen and (max-width: 900px) { body { width: auto; margin: 0; padding: 5mm; box-shadow: none; }
  .rules { columns: 1; } .rows { columns: 2; } header { display: block; } header p { text-align: left; white-space: normal; } }
@media print { html { background: none; } body { margin: 0; padding: 0; box-shadow: none; width: auto; } }
"""


def as_page(card: HouseCard, command: str) -> str:
    """Return the page as HTML; *command* is what makes it again."""
    title = escape(card.game.title)
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}: house rules {escape(card.rules.profile)}</title>",
            f'<style>{STYLE}</style></head><body style="font-size: {_size_pt(card):.1f}pt">',
            f"<header><h1>{title}</h1><p><strong>House rules: {escape(card.rules.profile)}</strong><br>",
            f"{escape(_stakes(card))}</p></header>",
            '<main class="rules">',
            *(_part(heading, lines) for heading, lines in card.parts),
            "</main>",
            '<section class="sources"><h2>Where it stands</h2>',
            '<ul class="rows">',
            *_rows(card),
            "</ul></section>",
            f"<footer>Each line ends with the rows of the rule book it rests on. Made by {escape(command)}.</footer>",
            "</body></html>",
            "",
        )
    )


def _size_pt(card: HouseCard) -> float:
    """Return the size of type with which the card fits on two sheets, and no larger than is comfortable."""
    letters = sum(len(line.sentence) + LETTERS_A_ROW * len(line.rows) for line in card.lines)
    return min(LARGEST_PT, LARGEST_PT * math.sqrt(LETTERS_ON_TWO_SHEETS / letters))


def _stakes(card: HouseCard) -> str:
    stakes = card.stakes
    parts = [f"{stakes.betting.value.replace('_', ' ')} {'/'.join(str(limit) for limit in stakes.limits)}"]
    if stakes.ante:
        parts.append(f"ante {stakes.ante}")
    if stakes.blinds:
        parts.append(f"blinds {'/'.join(str(chips) for _, chips in stakes.blinds)}")
    return " · ".join((f"{card.rules.deck_size} cards", *parts))


def _part(heading: str, lines: tuple[CardLine, ...]) -> str:
    told = "".join(
        f"<li>{_unbroken(escape(line.sentence))} <span>{escape(' '.join(line.rows))}</span></li>"
        for line in lines
    )
    return f"<section><h2>{escape(heading)}</h2><ul>{told}</ul></section>"


def _unbroken(text: str) -> str:
    """Return the text with hyphens at which no line breaks between the cards of a hand, as in 5-4-3-2-A."""
    return re.sub(r"(?<=[0-9AKQJT])-(?=[0-9AKQJT])", "\u2011", text)


def _rows(card: HouseCard) -> Iterator[str]:
    for row in card.rows:
        yield f"<li><b>{row}</b>{escape(BOOK[row].source)}</li>"
