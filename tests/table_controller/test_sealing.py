"""Hidden faces open with the key of their hand, at their place, and nowhere else."""

import contextlib
import os
import sqlite3
import stat
import time
from pathlib import Path

import pytest

from table_controller.cards import parse_card, parse_cards
from table_controller.codec import decode, encode_sealed
from table_controller.commands import ReadCards, ShowCards
from table_controller.events import CardDealt, CardIdentified, CardsDiscarded
from table_controller.hidden_faces import KeyErased, RecordSeal, SealBroken, pack, unpack
from table_controller.retention import DAY_MS
from table_controller.sealing import KEY_BYTES, TABLE_KEY, KeyFileError, KeyStore

ACE = parse_card("Ah")


@pytest.fixture
def keys_path(tmp_path: Path) -> Path:
    return tmp_path / "keys.db"


def keys_in(path: Path) -> list[bytes]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT key FROM keys ORDER BY hand_no")]


def test_what_was_sealed_opens_after_a_restart(keys_path: Path) -> None:
    with KeyStore.open(keys_path) as keys:
        sealed = keys.seal(7, "here", b"faces")

    with KeyStore.open(keys_path) as again, KeyStore.open_for_reading(keys_path) as reader:
        assert again.unseal(7, "here", sealed) == reader.unseal(7, "here", sealed) == b"faces"


def test_two_seals_of_one_face_differ_and_have_one_length(keys_path: Path) -> None:
    with KeyStore.open(keys_path) as keys:
        seals = {keys.seal(1, "here", b"Ah") for _ in range(50)}

    assert len(seals) == 50
    assert len({len(seal) for seal in seals}) == 1


def test_a_seal_opens_neither_elsewhere_nor_with_another_key_nor_changed(keys_path: Path) -> None:
    with KeyStore.open(keys_path) as keys:
        sealed = keys.seal(1, "here", b"faces")
        keys.seal(2, "here", b"faces")

        for hand_no, place, token in (
            (1, "there", sealed),
            (2, "here", sealed),
            (1, "here", sealed[:-1] + bytes([sealed[-1] ^ 1])),
            (1, "here", sealed[:5]),
            (1, "here", b""),
        ):
            with pytest.raises(SealBroken, match="does not open with the key of hand") as caught:
                keys.unseal(hand_no, place, token)
            assert "faces" not in str(caught.value)


def test_a_hand_without_a_key_says_so(keys_path: Path) -> None:
    with (
        KeyStore.open(keys_path) as keys,
        pytest.raises(SealBroken, match=r"no key of hand 3 in .*keys\.db: is it"),
    ):
        keys.unseal(3, "here", b"x" * 40)


def test_each_hand_has_a_random_key_of_its_own(keys_path: Path) -> None:
    with KeyStore.open(keys_path) as keys:
        for hand_no in range(5):
            keys.seal(hand_no, "here", b"faces")
        assert keys.hands() == (0, 1, 2, 3, 4)

    made = keys_in(keys_path)

    assert len(set(made)) == 5
    assert {len(key) for key in made} == {KEY_BYTES}


def test_an_erased_key_is_in_no_file_and_its_faces_are_gone(keys_path: Path) -> None:
    with KeyStore.open(keys_path) as keys:
        sealed = {hand_no: keys.seal(hand_no, "here", b"faces") for hand_no in (1, 2)}
        key = keys_in(keys_path)[0]

        assert keys.erase(1)
        assert not keys.erase(1)
        assert not keys.erase(9)

        assert keys.hands() == (2,)
        assert not [path for path in keys_path.parent.iterdir() if key in path.read_bytes()]
        assert keys.unseal(2, "here", sealed[2]) == b"faces"
        with pytest.raises(KeyErased, match="the key of hand 1 was erased"):
            keys.unseal(1, "here", sealed[1])
        with pytest.raises(KeyErased):
            keys.seal(1, "here", b"faces")


def test_the_key_between_hands_is_made_anew_and_what_the_erased_one_sealed_is_gone(keys_path: Path) -> None:
    with KeyStore.open(keys_path) as keys:
        old = keys.seal(TABLE_KEY, "here", b"faces")
        keys.seal(1, "here", b"a hand")
        keys.erase_older(time.time_ns() // 1_000_000 + 3 * DAY_MS, 1)

        new = keys.seal(TABLE_KEY, "there", b"others")

        assert keys.unseal(TABLE_KEY, "there", new) == b"others"
        with pytest.raises(KeyErased, match="the key of hand 0 was erased"):
            keys.unseal(TABLE_KEY, "here", old)
    with KeyStore.open_for_reading(keys_path) as reader:
        assert reader.unseal(TABLE_KEY, "there", new) == b"others"
        with pytest.raises(KeyErased):
            reader.unseal(TABLE_KEY, "here", old)


def test_erased_faces_come_back_as_unread_cards(keys_path: Path) -> None:
    with KeyStore.open(keys_path) as keys:
        seal = RecordSeal(keys, 1, "here")
        values = (
            CardDealt(2, 3, ACE, 0),
            CardsDiscarded(2, (3, 4), (ACE, None), 1),
            ReadCards("shoe", 2, (ACE,)),
            ShowCards(2, parse_cards("Ah Kd")),
        )
        bodies = [encode_sealed(value, seal) for value in values]
        named = encode_sealed(CardIdentified(3, ACE, "shoe", 0.9), seal)
        keys.erase(1)

        assert [decode(body, seal) for body in bodies] == [
            CardDealt(2, 3, None, 0),
            CardsDiscarded(2, (3, 4), (None, None), 1),
            ReadCards("shoe", 2, (None,)),
            ShowCards(2),
        ]
        with pytest.raises(KeyErased):
            decode(named, seal)


@pytest.mark.parametrize("token", ["", "AAAA", "not base64!", 7])
def test_what_is_no_token_does_not_open(keys_path: Path, token: object) -> None:
    with KeyStore.open(keys_path) as keys:
        keys.seal(1, "here", b"faces")
        with pytest.raises(SealBroken):
            RecordSeal(keys, 1, "here").open("CardDealt.card", {"sealed": token})


@pytest.mark.parametrize("plain", [b"", b"x", b"cAhKd", b"lA", b"l1h", "lÄh".encode()])
def test_sealed_bytes_that_are_no_faces_are_refused(plain: bytes) -> None:
    with pytest.raises(SealBroken, match="holds no faces"):
        unpack(plain)


def test_more_cards_than_a_deck_has_do_not_fit() -> None:
    with pytest.raises(ValueError, match="too many cards in one field: 70"):
        pack(["Ah"] * 70)


# The file


def test_the_key_file_is_for_its_owner_only(keys_path: Path) -> None:
    old_mask = os.umask(0)
    try:
        KeyStore.open(keys_path).close()
    finally:
        os.umask(old_mask)

    assert stat.S_IMODE(keys_path.stat().st_mode) == 0o600


def test_a_key_file_others_can_read_is_refused(keys_path: Path) -> None:
    KeyStore.open(keys_path).close()
    keys_path.chmod(0o640)

    with pytest.raises(KeyFileError, match=r"others can read the keys \(mode 0640\): chmod 600 it"):
        KeyStore.open(keys_path)


def test_another_file_is_no_key_file(keys_path: Path, tmp_path: Path) -> None:
    keys_path.write_text("not a database, but long enough to be looked at as one" * 4)
    keys_path.chmod(0o600)
    other = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE keys (hand_no)")
    other.chmod(0o600)

    for path in (keys_path, other):
        with pytest.raises(KeyFileError, match=path.name) as caught:
            KeyStore.open(path)
        assert "\n" not in str(caught.value)


def test_reading_makes_no_key_file(keys_path: Path) -> None:
    with pytest.raises(KeyFileError, match="no such key file"):
        KeyStore.open_for_reading(keys_path)

    assert not keys_path.exists()


def test_a_folder_that_is_not_there_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="cannot be made: No such file or directory"):
        KeyStore.open(tmp_path / "nowhere" / "keys.db")
