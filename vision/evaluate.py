"""Scores readings against labelled pictures."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_controller.cards import UNREAD, parse_card

ANY_SUIT: Final = "?"


class TruthError(ValueError):
    """A truth file that cannot be used; the text says what, where and what to do."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What lies in one picture. *cards* are card texts or ``R?`` where the suit is not known; *also* may be answered
    and need not; an *unsure_only* picture counts for wrong answers alone."""

    path: Path
    source: str
    cards: tuple[str, ...]
    also: tuple[str, ...] = ()
    unsure_only: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """How one picture was read: multisets of card texts."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]
    missed: tuple[str, ...]


def score(truth: Truth, answered: Sequence[str]) -> Score:
    """Score the *answered* card texts of a picture; ``??`` among them is no answer.

    An answer takes an equal truth first, then a truth of its rank whose suit is not known, then an ``also``.

    >>> score(Truth(Path("a"), "s", ("Ah", "Q?")), ["Ah", "Qs", "Qs", "??"])
    Score(right=('Ah', 'Qs'), wrong=('Qs',), missed=())
    """
    left = Counter(truth.cards)
    spare = Counter(truth.also)
    right: list[str] = []
    second: list[str] = []
    for card in sorted(a for a in answered if a != UNREAD):
        if left[card] > 0:
            left[card] -= 1
            right.append(card)
        else:
            second.append(card)
    wrong: list[str] = []
    for card in second:
        loose = card[0] + ANY_SUIT
        if left[loose] > 0:
            left[loose] -= 1
            right.append(card)
        elif spare[card] > 0:
            spare[card] -= 1
        elif spare[loose] > 0:
            spare[loose] -= 1
        else:
            wrong.append(card)
    if truth.unsure_only:
        return Score((), tuple(wrong), ())
    return Score(tuple(right), tuple(wrong), tuple(sorted(left.elements())))


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over pictures."""

    pictures: int = 0
    truths: int = 0
    right: int = 0
    wrong: int = 0

    @property
    def recall(self) -> float | None:
        """Right of those in truth, None where none are."""
        return self.right / self.truths if self.truths else None

    @property
    def precision(self) -> float | None:
        """Right of those answered, None where none was."""
        answered = self.right + self.wrong
        return self.right / answered if answered else None


def tally(scores: Iterable[Score]) -> Tally:
    """Return the sums of *scores*."""
    pictures = truths = right = wrong = 0
    for one in scores:
        pictures += 1
        truths += len(one.right) + len(one.missed)
        right += len(one.right)
        wrong += len(one.wrong)
    return Tally(pictures, truths, right, wrong)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that *share* (0-1) of *values* do not exceed.

    >>> percentile([3.0, 1.0, 2.0], 0.5), percentile([1.0, 2.0], 0.99)
    (2.0, 2.0)
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


LARGEST_TRUTH: Final = 50_000_000
"""Bytes of a truth file, a million pictures; what is larger is something else."""


def load_truth(path: Path) -> tuple[Truth, ...]:
    """Return the pictures of a truth file; picture paths are relative to it.

    :raises TruthError: no file, no JSON, or not the layout that ``docs/vision.md`` shows
    """
    try:
        document = json.loads(_text_of(path))
    except OSError as error:
        raise TruthError(f"cannot open {path}: {error.strerror}: check the path") from error
    except ValueError as error:
        raise TruthError(f"not JSON: {path}: {error}: see docs/vision.md for the layout") from error
    except RecursionError:
        raise TruthError(f"not JSON of ours: {path}: brackets within brackets without end") from None
    images = document.get("images") if isinstance(document, dict) else None
    if not isinstance(images, list) or not images:
        raise TruthError(f'no "images" list in {path}: see docs/vision.md for the layout')
    default = str(document.get("source", path.stem))
    return tuple(_truth(path, number, entry, default) for number, entry in enumerate(images))


def _text_of(path: Path) -> str:
    with path.open("rb") as file:
        written = file.read(LARGEST_TRUTH + 1)
    if len(written) > LARGEST_TRUTH:
        raise TruthError(f"too large: {path}: a truth file has {LARGEST_TRUTH} bytes at most")
    return written.decode("utf-8-sig")


def _truth(path: Path, number: int, entry: object, default: str) -> Truth:
    where = f"{path}, image {number}"
    if not isinstance(entry, dict) or not isinstance(entry.get("path"), str):
        raise TruthError(f'no "path" in {where}: every image needs one')
    if "\0" in entry["path"]:
        raise TruthError(f'no "path" in {where}: a zero byte is in it')
    return Truth(
        path=path.parent / entry["path"],
        source=str(entry.get("source", default)),
        cards=_cards(entry.get("cards", []), f'"cards" of {where}'),
        also=_cards(entry.get("also", []), f'"also" of {where}'),
        unsure_only=bool(entry.get("unsure_only", False)),
    )


def _cards(texts: object, where: str) -> tuple[str, ...]:
    if not isinstance(texts, list):
        raise TruthError(f'not a list: {where}: write cards as ["Ah", "Q?"]')
    for text in texts:
        try:
            parse_card(text[0] + "s" if isinstance(text, str) and text[1:] == ANY_SUIT else text)
        except (ValueError, TypeError) as error:
            raise TruthError(
                f"not a card: {text!r} in {where}: write rank and suit as Ah, Q? or Jk"
            ) from error
    return tuple(texts)
