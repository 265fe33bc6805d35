"""Evidence of a table as it is started: none where none is wanted, and an alert where none can be kept."""

from pathlib import Path

from table_controller.app.evidence import keep_evidence
from table_controller.app.runtime import Parts, RunningTable
from table_controller.cards import parse_cards
from table_controller.evidence.check import check
from table_controller.evidence.file import EVIDENCE_NAME, EvidenceFile
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
