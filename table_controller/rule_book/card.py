"""A game's house rule card: every rule in force in a house, in sentences made from its data."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from table_controller.rule_book.book import BOOK
from table_controller.rule_book.card_lines.betting import amounts, order
from table_controller.rule_book.card_lines.drawing import draw
from table_controller.rule_book.card_lines.mishaps import mishaps
from table_controller.rule_book.card_lines.openers import openers
from table_controller.rule_book.card_lines.playing import course, deck, goal
from table_controller.rule_book.card_lines.posting import posting
from table_controller.rule_book.card_lines.setting import CardLine, Setting
from table_controller.rule_book.card_lines.showdown import declaring, sevens, showing
from table_controller.rule_book.card_lines.turning import low_phase
from table_controller.structure import Game, HouseRules, Stakes

HEADINGS: Final = (
    ("The game", (goal, deck, course)),
    ("Before the deal", (posting,)),
    ("Whose turn it is", (order,)),
    ("Bets and raises", (amounts,)),
    ("Openers", (openers,)),
    ("When nobody opens", (low_phase,)),
    ("The draw", (draw,)),
    ("Exposed cards and wrong counts", (mishaps,)),
    ("Sevens", (sevens,)),
    ("The declaration", (declaring,)),
    ("The showdown", (showing,)),
)


@dataclass(frozen=True, slots=True)
class HouseCard:
    """A card: what it is of, and its lines under their headings."""

    game: Game
    rules: HouseRules
    stakes: Stakes
    parts: tuple[tuple[str, tuple[CardLine, ...]], ...]

    @property
    def lines(self) -> Iterator[CardLine]:
        for _, lines in self.parts:
            yield from lines

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows the lines rest on, in the book's order."""
        cited = {row for line in self.lines for row in line.rows}
        return tuple(row for row in BOOK if row in cited)


def house_card(game: Game, rules: HouseRules, stakes: Stakes) -> HouseCard:
    """Return the card of a game as *rules* have it, played at *stakes*."""
    setting = Setting(game, rules, stakes)
    parts = (
        (heading, tuple(line for part in makers for line in part(setting))) for heading, makers in HEADINGS
    )
    return HouseCard(game, rules, stakes, tuple((heading, lines) for heading, lines in parts if lines))


def as_data(card: HouseCard) -> dict[str, Any]:
    """Return the card, every switch and the rows as plain values."""
    switches = asdict(card.rules)
    del switches["profile"]
    return {
        "id": card.game.id,
        "title": card.game.title,
        "profile": card.rules.profile,
        "deck": card.rules.deck_size,
        "stakes": {
            "betting": card.stakes.betting.value,
            "limits": card.stakes.limits,
            "ante": card.stakes.ante,
            "blinds": card.stakes.blinds,
        },
        "course": [f"{step.kind.value} {step.number}" for step in card.game.course],
        "card": [
            {"heading": heading, "key": line.key, "sentence": line.sentence, "rows": line.rows}
            for heading, lines in card.parts
            for line in lines
        ],
        "switches": switches,
        "rows": [
            {"id": row, "sentence": BOOK[row].sentence, "source": BOOK[row].source} for row in card.rows
        ],
    }


def as_text(card: HouseCard) -> str:
    """Return the card as lines for a terminal, and where its rows stand."""
    text = [f"{card.game.title} ({card.game.id}), house rules {card.rules.profile}"]
    for heading, lines in card.parts:
        text += ["", heading]
        text += [f"  {line.sentence}  [{' '.join(line.rows)}]" for line in lines]
    text += ["", "Where it stands"]
    text += [f"  {row}  {BOOK[row].source}" for row in card.rows]
    return "\n".join(text)


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule on which two cards differ; None: that card has no such line."""

    heading: str
    one: CardLine | None
    other: CardLine | None


def differences(one: HouseCard, other: HouseCard) -> Iterator[Difference]:
    """Yield the lines on which two cards differ, in their order."""
    ours, theirs = _by_key(one), _by_key(other)
    for heading, _ in HEADINGS:
        keys = dict.fromkeys(key for part, key in (*ours, *theirs) if part == heading)
        for key in keys:
            first, second = ours.get((heading, key)), theirs.get((heading, key))
            if first is None or second is None or first.sentence != second.sentence:
                yield Difference(heading, first, second)


def _by_key(card: HouseCard) -> Mapping[tuple[str, str], CardLine]:
    return {(heading, line.key): line for heading, lines in card.parts for line in lines}


def differences_as_text(one: HouseCard, other: HouseCard) -> str:
    """Return what two cards differ in: *one* with -, *other* with +."""
    text = [f"{one.game.title} ({one.game.id}): - {one.rules.profile}  + {other.rules.profile}"]
    last = ""
    for found in differences(one, other):
        if found.heading != last:
            text += ["", found.heading]
            last = found.heading
        for sign, line in (("-", found.one), ("+", found.other)):
            if line is not None:
                text.append(f"  {sign} {line.sentence}  [{' '.join(line.rows)}]")
    return "\n".join(text if len(text) > 1 else [*text, "", "No line differs."])
