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
from vision.enrol.expert import DeckExpert
from vision.enrol.head import ANSWERS, CARDS, Head
from vision.enrol.house_deck import LONGEST_NAME, HouseDeck, learnt, weights_name
from vision.enrol.judge import Verdict
from vision.enrol.learn import Tell
from vision.enrol.letters import LEAD, Letters
from vision.enrol.variants import VIEW_HEIGHT_PX, VIEW_WIDTH_PX
from vision.enrol.views import MOST_VIEWS, Geometry, View
from vision.read import EMBEDDING, JOKER_RANK, NO_SUIT, RANKS, IndexReader

FORMAT: Final = 1
MOST_BYTES: Final = 40_000_000
"""Of a file when it is unpacked; a full deck has 8 million."""
_MOST_WEIGHT: Final = 1000.0
_NEVER: Final = 9.0
"""A lead that no look has; files hold finite numbers."""
_ROUNDED: Final = 1e-3
"""How far from 1 the length of a look may be by rounding."""
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
            v.strength,
            v.looks,
            v.right_without,
            v.wrong_without,
            v.right_with,
            v.wrong_with,
        ]
        about["silent"] = np.flatnonzero(v.silent).tolist()
    if deck.expert is not None:
        about["foreign"] = np.flatnonzero(deck.expert.foreign).tolist()
    return about


def _learnt_arrays(expert: DeckExpert) -> dict[str, NDArray[Any]]:
    head, letters = expert.head, expert.letters
    arrays: dict[str, NDArray[Any]] = {
        "middle": head.middle,
        "spread": np.array([head.spread]),
        "head": head.weights,
    }
    if letters is not None:
        arrays |= {
            "letters": letters.weights,
            "letters_middle": letters.middle,
            "letters_spread": np.array([letters.spread]),
            "letter_leads": np.minimum(letters.leads, _NEVER),
            "letter_suits": letters.suits,
            "looks": letters.looks,
            "look_ranks": letters.look_ranks.astype(np.uint8),
        }
    return arrays


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
    expert = None if verdict.strength is None else _expert_of(arrays, about, verdict)
    return HouseDeck(
        name, made, size, deck.views, deck.backs, deck.geometry, str(about["weights"]), expert, verdict
    )


def _verdict_of(about: Mapping[str, Any]) -> Verdict:
    heard, *counts = about["verdict"]
    looks, right, wrong, right_with, wrong_with = (int(count) for count in counts)
    strength = None if heard is None else float(heard)
    if strength is not None and not 0 <= strength <= 1:
        raise ValueError("a strength out of range")
    return Verdict(strength, looks, right, wrong, right_with, wrong_with, _flags(about["silent"]))


def _expert_of(arrays: Arrays, about: Mapping[str, Any], verdict: Verdict) -> DeckExpert:
    middle = _checked(arrays["middle"], np.float64, (EMBEDDING,))
    (spread,) = _checked(arrays["spread"], np.float64, (1,)).tolist()
    weights = _checked(arrays["head"], np.float64, (EMBEDDING + 1, ANSWERS))
    if spread <= 0 or np.abs(weights).max() > _MOST_WEIGHT:
        raise ValueError("numbers that cannot have been learnt")
    if verdict.strength is None:
        raise ValueError("what was learnt is not used")
    return DeckExpert(
        Head(middle, spread, weights),
        verdict.strength,
        _flags(about["foreign"]),
        verdict.silent,
        _letters_of(arrays) if "letters" in arrays else None,
    )


def _letters_of(arrays: Arrays) -> Letters:
    middle = _checked(arrays["letters_middle"], np.float64, (EMBEDDING,))
    (spread,) = _checked(arrays["letters_spread"], np.float64, (1,)).tolist()
    weights = _checked(arrays["letters"], np.float64, (EMBEDDING + 1, RANKS))
    leads = _checked(arrays["letter_leads"], np.float64, (JOKER_RANK,))
    suits = _checked(arrays["letter_suits"], np.float64, (NO_SUIT, EMBEDDING))
    look_ranks = _checked(arrays["look_ranks"], np.uint8, (-1,)).astype(np.intp)
    looks = _checked(arrays["looks"], np.float32, (len(look_ranks), EMBEDDING))
    odd = np.abs(np.linalg.norm(looks, axis=1) - 1).max(initial=0.0) > _ROUNDED
    if spread <= 0 or np.abs(weights).max() > _MOST_WEIGHT or leads.min() < LEAD or odd:
        raise ValueError("numbers that cannot have been learnt")
    return Letters(middle, spread, weights, leads, suits, looks, look_ranks)


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
