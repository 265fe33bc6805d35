"""Files of SQLite's that say whose they are: none is taken for another, and each is made as its writer wants it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table_controller.event_log.schema import MARK as LOG
from table_controller.event_log.schema import open_for_writing
from table_controller.evidence.file import MARK as EVIDENCE
from table_controller.evidence.file import EvidenceFile
from table_controller.marked_file import FileMark
from table_controller.sealing import MARK as KEYS
from table_controller.sealing import KeyStore

MARKS = (LOG, KEYS, EVIDENCE)


@pytest.fixture
def files(tmp_path: Path) -> dict[FileMark, Path]:
    """One file of each kind, made."""
    paths = {mark: tmp_path / f"{mark.application_id:x}.db" for mark in MARKS}
    open_for_writing(paths[LOG]).close()
    KeyStore.open(paths[KEYS]).close()
    EvidenceFile.open(paths[EVIDENCE]).close()
    return paths


@pytest.mark.parametrize("wanted", MARKS, ids=lambda mark: mark.name)
def test_no_file_is_taken_for_another(files: dict[FileMark, Path], wanted: FileMark) -> None:
    for mark, path in files.items():
        if mark is wanted:
            wanted.open_for_reading(path).close()
            continue
        with pytest.raises(wanted.error, match=f"not {wanted.name} of drawtable"):
            wanted.open_for_reading(path)


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)
def test_a_file_of_a_newer_program_is_refused(files: dict[FileMark, Path], mark: FileMark) -> None:
    with closing(sqlite3.connect(files[mark])) as connection:
        connection.execute("PRAGMA user_version = 9")

    with pytest.raises(mark.error, match=r"made by a newer drawtable \([a-z ]+ version 9\)"):
        mark.open_for_reading(files[mark])


def test_each_is_kept_as_its_writer_wants_it(files: dict[FileMark, Path]) -> None:
    def kept(mark: FileMark) -> tuple[str, int]:
        with closing(sqlite3.connect(files[mark])) as connection:
            journal = connection.execute("PRAGMA journal_mode").fetchone()[0]
            return journal, connection.execute("PRAGMA auto_vacuum").fetchone()[0]

    assert [kept(mark) for mark in MARKS] == [("wal", 0), ("delete", 0), ("wal", 2)]
