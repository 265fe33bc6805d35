"""The keys of hidden faces: one random 256-bit key a hand, in a file of its own."""

import contextlib
import os
import secrets
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from table_controller.hidden_faces import KeyErased, SealBroken
from table_controller.marked_file import FileMark
from table_controller.retention import USUAL_MS, too_old_up_to

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
TABLE_KEY: Final = 0
"""Seals what happens between hands. It is needed as long as there is a table: one that was erased is made anew."""


class KeyFileError(OSError):
    """The key file cannot be used: one line with what, where, and what to do."""


MARK: Final = FileMark(
    "a key file",
    0x44525759,  # "DRWY" in the SQLite header
    KeyFileError,
    # Erased keys are overwritten, and no copy of them stays behind in a write-ahead log.
    settings=("journal_mode=DELETE", "synchronous=FULL", "secure_delete=ON"),
)

_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE keys (
    hand_no INTEGER PRIMARY KEY,
    key BLOB,
    made_utc_ms INTEGER NOT NULL,
    erased_utc_ms INTEGER
);
PRAGMA application_id = {MARK.application_id};
COMMIT;
"""


class KeyStore:
    """Seals and opens hidden faces (a :class:`~table_controller.hidden_faces.Sealer`); safe from any thread.

    A key is made at the first sealed record of its hand and is on the disk before it is used.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._ciphers: dict[int, AESGCM] = {}
        self._lock = threading.Lock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the key file for sealing, made if need be, readable by its owner only.

        :raises KeyFileError: it cannot be made, or written, or others can read it
        """
        with contextlib.suppress(FileExistsError), _named(path, "cannot be made"):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        _require_private(path)
        with _named(path, "cannot be opened"):
            connection = MARK.open_for_writing(path, lambda new: new.executescript(_SCHEMA))
        return cls(connection, path)

    @classmethod
    def open_for_reading(cls, path: Path) -> Self:
        """Open the key file to open seals only.

        :raises KeyFileError: it is not there, or is no key file
        """
        if not path.is_file():
            raise KeyFileError(f"{path}: no such key file")
        with _named(path, "cannot be read"):
            connection = MARK.open_for_reading(path)
        return cls(connection, path)

    def seal(self, hand_no: int, place: str, plain: bytes) -> bytes:
        """Return nonce and AES-256-GCM text of *plain*, bound to *place*.

        :raises KeyErased: the key of this hand was erased; that of the table between hands is made anew
        :raises KeyFileError: a new key could not be written
        """
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher(hand_no, make=True).encrypt(nonce, plain, place.encode())

    def unseal(self, hand_no: int, place: str, sealed: bytes) -> bytes:
        """Return what was sealed.

        :raises KeyErased: the key of this hand was erased
        :raises SealBroken: no such key, or the seal is not of this key and place
        """
        cipher = self._cipher(hand_no, make=False)
        try:
            return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError):
            if self._is_made_anew(hand_no):
                raise KeyErased(f"the key of hand {hand_no} was erased from {self._path}") from None
            raise SealBroken(
                f"{place}: does not open with the key of hand {hand_no} in {self._path}: "
                "the record was changed, or the key file is of another log"
            ) from None

    def erase(self, hand_no: int) -> bool:
        """Erase the key of a hand for good; its hidden faces can never be read again. False if it had none.

        :raises KeyFileError: the file could not be written
        """
        with self._lock, _named(self._path, "the key was not erased"):
            self._ciphers.pop(hand_no, None)
            done = self._connection.execute(
                "UPDATE keys SET key = NULL, erased_utc_ms = ? WHERE hand_no = ? AND key IS NOT NULL",
                (time.time_ns() // 1_000_000, hand_no),
            )
        return done.rowcount > 0

    def erase_older(self, now_utc_ms: int, days: int) -> int:
        """Erase the keys that are older than so many days, by a clock that may be wrong; return how many.

        Hands follow one another whatever the clock said (:func:`~table_controller.retention.too_old_up_to`). The key between
        hands goes with the last hand whose key was made at about its time.

        :raises KeyFileError: the file could not be written
        """
        with self._lock, _named(self._path, "the keys were not erased"):
            made = dict(self._connection.execute("SELECT hand_no, made_utc_ms FROM keys ORDER BY hand_no"))
            between_ms = made.pop(TABLE_KEY, now_utc_ms)
            up_to = too_old_up_to(list(made.items()), now_utc_ms, days)
            beside = max(
                (n for n, utc_ms in made.items() if abs(utc_ms - between_ms) <= USUAL_MS), default=up_to + 1
            )
            self._ciphers.clear()
            done = self._connection.execute(
                "UPDATE keys SET key = NULL, erased_utc_ms = ? WHERE hand_no BETWEEN ? AND ? AND key IS NOT NULL",
                (time.time_ns() // 1_000_000, TABLE_KEY if beside <= up_to else TABLE_KEY + 1, up_to),
            )
        return done.rowcount

    def hands(self) -> tuple[int, ...]:
        """Return the hands whose keys are here, in order."""
        with self._lock, _named(self._path, "cannot be read"):
            rows = self._connection.execute("SELECT hand_no FROM keys WHERE key IS NOT NULL ORDER BY hand_no")
            return tuple(row[0] for row in rows)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _cipher(self, hand_no: int, make: bool) -> AESGCM:
        with self._lock:
            if hand_no not in self._ciphers:
                self._ciphers[hand_no] = AESGCM(self._key(hand_no, make))
            return self._ciphers[hand_no]

    def _key(self, hand_no: int, make: bool) -> bytes:
        with _named(self._path, "cannot be read"):
            row = self._connection.execute("SELECT key FROM keys WHERE hand_no = ?", (hand_no,)).fetchone()
        erased = row is not None and row[0] is None
        if make and (row is None or (erased and hand_no == TABLE_KEY)):
            return self._new_key(hand_no)
        if row is None:
            raise SealBroken(f"no key of hand {hand_no} in {self._path}: is it the key file of this log?")
        if erased:
            raise KeyErased(f"the key of hand {hand_no} was erased from {self._path}")
        return bytes(row[0])

    def _is_made_anew(self, hand_no: int) -> bool:
        """Whether an older key of this number was erased: what that one sealed opens no more."""
        with self._lock, _named(self._path, "cannot be read"):
            row = self._connection.execute(
                "SELECT 1 FROM keys WHERE hand_no = ? AND key IS NOT NULL AND erased_utc_ms IS NOT NULL",
                (hand_no,),
            ).fetchone()
        return row is not None

    def _new_key(self, hand_no: int) -> bytes:
        key = secrets.token_bytes(KEY_BYTES)
        with _named(self._path, "a new key could not be written"):
            self._connection.execute(
                "INSERT INTO keys (hand_no, key, made_utc_ms) VALUES (?, ?, ?) "
                "ON CONFLICT (hand_no) DO UPDATE SET key = excluded.key, made_utc_ms = excluded.made_utc_ms",
                (hand_no, key, time.time_ns() // 1_000_000),
            )
        return key


def _require_private(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise KeyFileError(f"{path}: others can read the keys (mode {mode:04o}): chmod 600 it")


@contextlib.contextmanager
def _named(path: Path, what: str) -> Iterator[None]:
    """Turn what SQLite and the system say into one line that names the file."""
    try:
        yield
    except (FileExistsError, KeyFileError):
        raise
    except OSError as error:
        raise KeyFileError(f"{path}: {what}: {error.strerror or error}") from None
    except sqlite3.Error as error:
        raise KeyFileError(f"{path}: {what}: {error}") from None
