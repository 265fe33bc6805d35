"""The file of an enrolled deck: one .npz, nothing in it that runs, read strictly."""

import json
import os
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK
from vision.enrol.backs import LOOK_HEIGHT_PX, LOOK_WIDTH_PX
from vision.enrol.expert import DeckExpert, Powers
from vision.enrol.eye import CARDS, DeckEye
from vision.enrol.house_deck import LONGEST_NAME, HouseDeck, learnt, weights_name
from vision.enrol.judge import Verdict
from vision.enrol.learn import Tell
from vision.enrol.meaning import SUITS, Meaning
from vision.enrol.variants import VIEW_HEIGHT_PX, VIEW_WIDTH_PX
from vision.enrol.views import MOST_VIEWS, Geometry, View
from vision.read import EMBEDDING, JOKER_RANK, RANKS, IndexReader

FORMAT: Final = 1
MOST_BYTES: Final = 40_000_000
"""Of a file when it is unpacked; a full deck has 8 million."""
_MOST_NUMBER: Final = 1e9
_ROUNDED: Final = 1e-3
"""How far from 1 chances may sum by rounding."""
_MOST_BACKS: Final = 32
_MOST_ARRAYS: Final = 32
_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    tokenize.TokenError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    SyntaxError,
    ArithmeticError,
    RuntimeError,
    EOFError,
    MemoryError,
)
"""What zipfile, numpy and json raise over a file that somebody has been at: encrypted, packed otherwise, brackets without
end, or an array that claims a terabyte."""
Arrays = Mapping[str, NDArray[Any]]


class DeckFileError(ValueError):
    """A deck's file that cannot be used; the text says what, where and what to do."""


def write_deck(deck: HouseDeck, path: Path) -> None:
    """Write *deck*; the file is there whole or not at all.

    :raises OSError: it cannot be written
    """
    arrays: dict[str, NDArray[Any]] = {
        "about": np.frombuffer(json.dumps(_about(deck)).encode(), np.uint8),
        "views": np.stack([v.image for v in deck.views])
        if deck.views
        else _no_pictures(VIEW_HEIGHT_PX, VIEW_WIDTH_PX),
        "cards": np.array([v.card.index for v in deck.views], np.uint8),
        "upper": np.array([v.upper for v in deck.views], np.uint8),
        "sharpness": np.array([v.sharpness for v in deck.views], np.float32),
        "backs": np.stack(deck.backs) if deck.backs else _no_pictures(LOOK_HEIGHT_PX, LOOK_WIDTH_PX),
    }
    if deck.expert is not None:
        arrays |= _learnt_arrays(deck.expert)
    part = path.with_name(path.name + ".new")
    try:
        with part.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _no_pictures(height: int, width: int) -> NDArray[np.uint8]:
    return np.zeros((0, height, width, 3), np.uint8)


def _about(deck: HouseDeck) -> dict[str, object]:
    about: dict[str, object] = {
        "format": FORMAT,
        "name": deck.name,
        "made": deck.made,
        "size": deck.size,
        "weights": deck.weights,
        "geometry": [deck.geometry.per_card, deck.geometry.partner_heights, deck.geometry.colours],
        "views": {card.text: count for card, count in deck.counts.items()},
    }
    if deck.verdict is not None:
        v = deck.verdict
        about["verdict"] = [
            v.wary,
            v.looks,
            v.right_without,
            v.wrong_without,
            v.right_with,
            v.wrong_with,
        ]
        about["silent"] = np.flatnonzero(v.silent).tolist()
    return about


def _learnt_arrays(expert: DeckExpert) -> dict[str, NDArray[Any]]:
    eye = expert.eye
    return {
        "means": eye.means,
        "known": eye.known,
        "inverse": eye.inverse,
        "odds": np.array([eye.ranks, eye.suits]),
        "rank_meaning": expert.meaning.ranks,
        "suit_meaning": expert.meaning.suits,
        "lettered": expert.meaning.lettered,
        "powers": np.array([(p.reader, p.eye) for p in (expert.ranks, expert.letters, expert.suits)]),
    }


def read_deck(path: Path) -> HouseDeck:
    """Read a deck's file; what was learnt with other networks than the present ones is left out.

    :raises DeckFileError: not there, not a deck's file, of another format, or damaged
    """
    try:
        return _deck_of(_arrays_of(path))
    except DeckFileError as error:
        raise DeckFileError(f"{path}: {error}") from error.__cause__
    except OSError as error:
        raise DeckFileError(
            f"{path}: {(error.strerror or str(error)).lower()}: `drawtable vision enrol` makes such a file"
        ) from error
    except _DAMAGED as error:
        raise DeckFileError(
            f"{path}: not a deck's file, or damaged: enrol the deck again with `drawtable vision enrol`"
        ) from error


def read_for(path: Path, reader: IndexReader, tell: Tell = lambda done, total: None) -> HouseDeck:
    """Read a deck's file for use; one made with other networks is learnt anew from its pictures, in memory.

    :raises DeckFileError: as :func:`read_deck`, or nothing can be learnt from it
    """
    deck = read_deck(path)
    if deck.verdict is not None:
        return deck
    try:
        return learnt(deck, reader, tell)
    except ValueError as error:
        raise DeckFileError(f"{path}: {error}: go on with `drawtable vision enrol --out {path}`") from error


def _arrays_of(path: Path) -> dict[str, NDArray[Any]]:
    if path.stat().st_size > MOST_BYTES:
        raise DeckFileError(f"longer than {MOST_BYTES} bytes; no deck's file is")
    with zipfile.ZipFile(path) as bundle:
        entries = bundle.infolist()
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise DeckFileError(f"unpacks to more than {MOST_BYTES} bytes; no deck's file does")
    if len(entries) > _MOST_ARRAYS:
        raise DeckFileError(f"holds {len(entries)} parts; a deck's file has no more than {_MOST_ARRAYS}")
    with np.load(path, allow_pickle=False) as bundle:
        return {name: bundle[name] for name in bundle.files}


def _deck_of(arrays: Arrays) -> HouseDeck:
    about = json.loads(_checked(arrays["about"], np.uint8, (-1,)).tobytes())
    if about["format"] != FORMAT:
        raise DeckFileError(
            f"format {about['format']!r} is not known here (this program reads {FORMAT}): enrol again"
        )
    cards = _checked(arrays["cards"], np.uint8, (-1,))
    n = len(cards)
    views = _checked(arrays["views"], np.uint8, (n, VIEW_HEIGHT_PX, VIEW_WIDTH_PX, 3))
    upper = _checked(arrays["upper"], np.uint8, (n,))
    sharp = _checked(arrays["sharpness"], np.float32, (n,))
    backs = _checked(arrays["backs"], np.uint8, (-1, LOOK_HEIGHT_PX, LOOK_WIDTH_PX, 3))
    size, name, made = int(about["size"]), str(about["name"]), str(about["made"])
    if (
        size not in (52, 53)
        or (n and cards.max() >= size)
        or n > size * MOST_VIEWS * 4
        or len(backs) > _MOST_BACKS
    ):
        raise ValueError("cards that no deck has")
    if (
        not name.isprintable()
        or len(name) > LONGEST_NAME
        or not made.isprintable()
        or len(made) > LONGEST_NAME
    ):
        raise ValueError("a name that is none")
    per_card, partner, colours = about["geometry"]
    deck = HouseDeck(
        name,
        made,
        size,
        tuple(
            View(DECK[int(c)], image, bool(u), float(s))
            for c, image, u, s in zip(cards, views, upper, sharp, strict=True)
        ),
        tuple(backs),
        Geometry(int(per_card), float(partner), int(colours)),
    )
    if "verdict" not in about or about["weights"] != weights_name():
        return deck
    verdict = _verdict_of(about)
    expert = None if verdict.wary is None else _expert_of(arrays, verdict)
    return HouseDeck(
        name, made, size, deck.views, deck.backs, deck.geometry, str(about["weights"]), expert, verdict
    )


def _verdict_of(about: Mapping[str, Any]) -> Verdict:
    heard, *counts = about["verdict"]
    looks, right, wrong, right_with, wrong_with = (int(count) for count in counts)
    wary = None if heard is None else float(heard)
    if wary is not None and not 1 <= wary <= _MOST_NUMBER:
        raise ValueError("a wariness out of range")
    return Verdict(wary, looks, right, wrong, right_with, wrong_with, _flags(about["silent"]))


def _expert_of(arrays: Arrays, verdict: Verdict) -> DeckExpert:
    means = _checked(arrays["means"], np.float64, (CARDS, EMBEDDING))
    known = _checked(arrays["known"], np.bool_, (CARDS,))
    inverse = _checked(arrays["inverse"], np.float64, (EMBEDDING, EMBEDDING))
    odds = _checked(arrays["odds"], np.float64, (2, 3))
    meaning = Meaning(
        _chances(arrays["rank_meaning"], RANKS),
        _chances(arrays["suit_meaning"], SUITS),
        _checked(arrays["lettered"], np.bool_, (JOKER_RANK,)),
    )
    powers = _checked(arrays["powers"], np.float64, (3, 2))
    most = max(np.abs(array).max() for array in (means, inverse, odds))
    if most > _MOST_NUMBER or not known.any() or powers.min() < 0 or powers.max() > 1:
        raise ValueError("numbers that cannot have been learnt")
    if verdict.wary is None:
        raise ValueError("what was learnt is not used")
    eye = DeckEye(means, known, inverse, *odds)
    ranks, letters, suits = (Powers(*row) for row in powers.tolist())
    return DeckExpert(eye, meaning, verdict.silent, ranks, letters, suits, verdict.wary)


def _chances(array: NDArray[Any], size: int) -> NDArray[np.float64]:
    """Return *array* if it holds chances of which each row's sum is 1."""
    out = _checked(array, np.float64, (size, size))
    if out.min() < 0 or np.abs(out.sum(axis=1) - 1).max() > _ROUNDED:
        raise ValueError("chances that are none")
    return out


def _flags(numbers: object) -> NDArray[np.bool_]:
    if not isinstance(numbers, list) or not all(isinstance(k, int) and 0 <= k < CARDS for k in numbers):
        raise ValueError("cards that no deck has")
    out = np.zeros(CARDS, bool)
    out[numbers] = True
    return out


def _checked(array: NDArray[Any], kind: type, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return *array* if it has this kind and shape (-1 for any length) and holds finite numbers."""
    fits = array.ndim == len(shape) and all(s in (-1, n) for s, n in zip(shape, array.shape, strict=True))
    if array.dtype != kind or not fits or not np.isfinite(array).all():
        raise ValueError("an array of another kind")
    return array
