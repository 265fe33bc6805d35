"""Evidence of a table as it is started: none where none is wanted, and an alert where none can be kept."""

from pathlib import Path

import pytest

from table_controller.app.config import Settings, settings_from
from table_controller.app.evidence import keep_evidence
from table_controller.app.run import TableRun
from table_controller.app.runtime import Parts, RunningTable
from table_controller.cards import parse_cards
from table_controller.commands import StartHand, VoidHand
from table_controller.evidence.check import check
from table_controller.evidence.file import EVIDENCE_NAME, EvidenceError, EvidenceFile
from table_controller.wire.topics import TableAddress
from tests.evidence.evidence_house import House, seen

ACE = parse_cards("Ah")[0]


def test_no_days_keep_nothing_and_delete_what_there_is(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.deal(ACE)
    house.end_hand()
    house.keeper.write()
    house.keeper.close()
    house.controller.evidence = None

    assert keep_evidence(house.opened, 0) is None
    house.controller.sighted("shoe", (seen(ACE),))

    with EvidenceFile.open_for_reading(tmp_path / EVIDENCE_NAME) as file:
        assert file.names() == frozenset()
        assert check(file, house.opened.log.reader.records()).problems == ()
    assert house.gone() == [(1, "kept for 0 days")]
    house.opened.close()


def test_no_days_make_no_file(tmp_path: Path) -> None:
    house = House(tmp_path / "other")
    house.close()
    (tmp_path / "other" / EVIDENCE_NAME).unlink()

    assert keep_evidence(house.opened, 0) is None
    assert not (tmp_path / "other" / EVIDENCE_NAME).exists()


def test_a_full_disk_is_an_alert_until_there_is_room_again(tmp_path: Path) -> None:
    house = House(tmp_path)
    parts = Parts(house.opened, TableAddress("home", "main", "table-1"), None, {}, evidence=house.keeper)
    table = RunningTable(parts)
    house.free = 0
    house.deal(ACE)
    house.keeper.write()
    table._watch_evidence()
    table._watch_evidence()

    assert [alert.name for alert in house.controller.table.alerts] == ["EVIDENCE_LOST"]
    assert [(one.id, one.state) for one in house.controller.health()] == [("evidence", "degraded")]
    house.free = 10**12
    house.controller.sighted("shoe", (seen(ACE),))
    house.keeper.write()
    table._watch_evidence()

    assert not house.controller.table.alerts
    assert not house.controller.health()
    house.close()


def settings_with_a_box(folder: Path) -> Settings:
    (folder / "box").touch()
    return settings_from(
        {
            "player": [{"seat": seat, "stack": 100} for seat in (1, 2)],
            "button_box": [{"device_path": str(folder / "box"), "role": "dealer"}],
            "log": {"dir": str(folder / "log")},
        }
    )


def test_within_a_hand_a_table_goes_on_without_evidence_it_cannot_use_until_it_can(tmp_path: Path) -> None:
    """A power cut may damage a file that nothing but looking back needs."""
    settings = settings_with_a_box(tmp_path)
    first = TableRun(settings)
    first.opened.controller.handle(StartHand())
    first.close()
    evidence = tmp_path / "log" / EVIDENCE_NAME
    whole = evidence.read_bytes()
    evidence.write_bytes(b"what a power cut left")

    again = TableRun(settings)
    alerts = [alert.name for alert in again.opened.controller.table.alerts]
    again.opened.controller.handle(VoidHand("floor"))
    again.close()

    assert alerts == ["EVIDENCE_LOST"]
    with pytest.raises(EvidenceError):
        TableRun(settings)
    evidence.write_bytes(whole)
    mended = TableRun(settings)
    mended.table._watch_evidence()
    assert mended.opened.controller.table.alerts == ()
    mended.close()
