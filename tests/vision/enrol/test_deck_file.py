"""The file of an enrolled deck: what is written is read again, and nothing else is."""

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.enrol.odd_deck import looks_of, odd_views
from vision.enrol import deck_file
from vision.enrol.deck_file import DeckFileError, read_deck, read_for, write_deck
from vision.enrol.house_deck import HouseDeck, new_deck
from vision.enrol.views import Geometry
from vision.read import IndexReader


def test_a_deck_comes_back_as_it_was_written(
    deck: HouseDeck, tmp_path: Path, index_reader: IndexReader
) -> None:
    write_deck(deck, tmp_path / "a.deck.npz")

    again = read_deck(tmp_path / "a.deck.npz")

    assert (again.name, again.made, again.size, again.geometry) == ("odd", deck.made, 53, Geometry(2, 5.5, 2))
    assert again.counts == deck.counts
    assert np.array_equal(again.backs[0], deck.backs[0])
    assert again.in_words == deck.in_words
    crops, _ = looks_of(odd_views(), 3, 1)
    rows, embeddings = index_reader.classify(crops)
    assert np.allclose(again.rows(rows, embeddings), deck.rows(rows, embeddings), atol=1e-5)


def test_a_partial_deck_is_kept_unlearnt(tmp_path: Path) -> None:
    write_deck(new_deck("odd", 52, odd_views()[:2], ()), tmp_path / "a.npz")

    assert read_deck(tmp_path / "a.npz").verdict is None


def test_one_made_with_other_networks_is_learnt_anew_from_its_pictures(
    deck: HouseDeck, tmp_path: Path, index_reader: IndexReader
) -> None:
    write_deck(replace(deck, weights="0123456789abcdef"), tmp_path / "a.npz")

    assert read_deck(tmp_path / "a.npz").expert is None
    assert read_for(tmp_path / "a.npz", index_reader).in_words == deck.in_words


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a deck's file"),
        (b"PK\x03\x04 and then nothing", "not a deck's file"),
        (b"\x93NUMPY", "not a deck's file"),
    ],
)
def test_what_is_no_deck_is_refused_in_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.npz").write_bytes(content)

    with pytest.raises(DeckFileError, match=said) as refusal:
        read_deck(tmp_path / "a.npz")

    assert "\n" not in str(refusal.value)
    assert str(tmp_path / "a.npz") in str(refusal.value)


def test_a_file_that_is_not_there_says_what_makes_one(tmp_path: Path) -> None:
    with pytest.raises(DeckFileError, match="vision enrol"):
        read_deck(tmp_path / "a.npz")


def spoilt(deck: HouseDeck, path: Path, **changes: np.ndarray) -> None:
    write_deck(deck, path)
    with np.load(path) as bundle:
        arrays = {name: bundle[name] for name in bundle.files} | changes
    np.savez(path, **arrays)  # type: ignore[arg-type]


def about(deck: HouseDeck, path: Path, **changes: object) -> np.ndarray:
    write_deck(deck, path)
    with np.load(path) as bundle:
        document = json.loads(bundle["about"].tobytes())
    return np.frombuffer(json.dumps(document | changes).encode(), np.uint8)


def test_damaged_numbers_are_refused(deck: HouseDeck, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    for changes in (
        {"cards": np.full(len(deck.views), 77, np.uint8)},
        {"views": np.zeros((2, 96, 60, 3), np.uint8)},
        {"means": np.full((53, 128), np.nan)},
        {"inverse": np.zeros((127, 128))},
        {"known": np.zeros(53, bool)},
        {"odds": np.zeros((2, 4))},
        {"powers": np.full((3, 2), -1.0)},
        {"rank_meaning": np.ones((15, 15))},
        {"suit_meaning": np.full((5, 5), -0.2)},
        {"sharpness": np.array(["x"] * len(deck.views))},
        {"about": about(deck, path, name="a\nb")},
        {"about": about(deck, path, geometry=None)},
        {"about": about(deck, path, verdict=[-0.1, 1, 1, 1, 1, 1])},
    ):
        spoilt(deck, path, **changes)
        with pytest.raises(DeckFileError, match="damaged"):
            read_deck(path)


def test_another_format_is_named(deck: HouseDeck, tmp_path: Path) -> None:
    spoilt(deck, tmp_path / "a.npz", about=about(deck, tmp_path / "a.npz", format=2))

    with pytest.raises(DeckFileError, match="format 2"):
        read_deck(tmp_path / "a.npz")


def test_what_unpacks_to_too_much_is_not_unpacked(
    deck: HouseDeck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_deck(deck, tmp_path / "a.npz")
    size = (tmp_path / "a.npz").stat().st_size

    for most, said in ((size, "unpacks to more"), (size - 1, "longer than")):
        monkeypatch.setattr(deck_file, "MOST_BYTES", most)
        with pytest.raises(DeckFileError, match=said):
            read_deck(tmp_path / "a.npz")


def test_pickles_are_not_opened(deck: HouseDeck, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    write_deck(deck, path)
    with np.load(path) as bundle:
        arrays = {name: bundle[name] for name in bundle.files} | {"cards": np.array([{}], object)}
    np.savez(path, **arrays)  # type: ignore[arg-type]

    with pytest.raises(DeckFileError, match="damaged"):
        read_deck(path)


def array_that_claims(*shape: int) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "|u1", "fortran_order": False, "shape": shape})
    return out.getvalue()


def array_of(text: bytes) -> bytes:
    out = io.BytesIO()
    np.save(out, np.frombuffer(text, np.uint8))
    return out.getvalue()


@pytest.mark.parametrize(
    "part",
    [
        ("about.npy", array_that_claims(10**14)),
        ("about.npy", array_that_claims(10**30)),
        ("about.npy", array_of(b"[" * 100_000)),
        ("about.npy", array_of(b'{"format": 1, "size": 1e400}')),
        ("about.npy", b"\x93NUMPY\1\0\x10\0" + b"(" * 16),
        ("about", b"{}"),
    ],
    ids=["a terabyte", "more than there is", "brackets", "infinite", "no header", "no array"],
)
def test_a_file_made_to_do_harm_is_one_clear_line(tmp_path: Path, part: tuple[str, bytes]) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as bundle:
        bundle.writestr(*part)

    with pytest.raises(DeckFileError, match="damaged"):
        read_deck(tmp_path / "a.npz")


@pytest.mark.parametrize(("at", "byte"), [(6, 1), (8, 99)], ids=["encrypted", "packed in an unknown way"])
def test_a_file_packed_otherwise_is_one_clear_line(tmp_path: Path, at: int, byte: int) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as bundle:
        bundle.writestr("about.npy", array_of(b"{}"))
    data = bytearray((tmp_path / "a.npz").read_bytes())
    data[at] = data[data.rfind(b"PK\1\2") + at + 2] = byte
    (tmp_path / "a.npz").write_bytes(data)

    with pytest.raises(DeckFileError, match="damaged"):
        read_deck(tmp_path / "a.npz")


def test_thousands_of_parts_are_not_opened(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as bundle:
        for number in range(1000):
            bundle.writestr(f"{number}.npy", b"")

    with pytest.raises(DeckFileError, match="1000 parts"):
        read_deck(tmp_path / "a.npz")
