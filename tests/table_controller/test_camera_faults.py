"""A camera's alert says what is wrong with it now, and goes when it is well; others' alerts stay."""

from table_controller import commands as c
from table_controller.table.state import Table
from tests.table_controller.asked_table import put, seated

TRAY = "The tray camera is covered: take away what lies on its lens or stands before it."


def alerts(table: Table) -> list[str]:
    return [alert.text for alert in table.alerts]


def test_a_camera_that_fails_stops_nothing_and_has_one_alert_with_its_latest_fault() -> None:
    table = seated("five-card-draw", s1=10, s2=10)

    table = put(table, c.ReportFault("CAMERA_BLIND", "shoe"))
    table = put(table, c.ReportFault("CAMERA_BLIND", "tray", detail=TRAY))
    table = put(table, c.ReportFault("CAMERA_BLIND", "tray", detail="The tray camera sees black."))

    assert alerts(table) == ["A camera sees nothing. (shoe)", "The tray camera sees black. (tray)"]
    assert table.halted == ()


def test_a_camera_that_is_well_again_takes_its_own_alert_back() -> None:
    table = seated("five-card-draw", s1=10, s2=10)
    table = put(table, c.ReportFault("CAMERA_BLIND", "shoe"))
    table = put(table, c.ReportFault("CAMERA_BLIND", "tray", detail=TRAY))

    table = put(table, c.ReportRecovery("tray"))

    assert alerts(table) == ["A camera sees nothing. (shoe)"]
