"""The schemas and the manual say what the code does."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final, get_args

import pytest
import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from table_controller.wire.envelope import ENVELOPES, Payload, Request, Response, encode, timestamp
from table_controller.wire.event_view import public_view
from table_controller.wire.models import ActiveAlerts, AlertNotice, AlertView, DeviceHealth, TableStatus
from table_controller.wire.public_event import EventType
from table_controller.wire.topics import TableAddress
from tests.table_controller.mqtt_house import INFO, view
from tests.table_controller.test_wire_events import EXAMPLES, TABLE

ROOT: Final = Path(__file__).parents[2]
SCHEMAS: Final = ROOT / "table_controller" / "schemas"
MANUAL: Final = (ROOT / "docs" / "mqtt.md").read_text(encoding="utf-8")
ALERT: Final = AlertView(name="JAM", text="a card is stuck")
PAYLOADS: Final[tuple[Payload, ...]] = (
    TableStatus(state="degraded", detail="shoe lost"),
    INFO,
    view(),
    AlertNotice(open=True, alert=ALERT),
    ActiveAlerts(alerts=(ALERT,)),
    DeviceHealth(id="shoe", role="shoe", state="ok"),
    Request(id="1", reply_to="dash", expires_at=timestamp(), args={"after": 3}),
    Response(id="1", status="ok", applied_seq=3, state=view()),
    *(told for example in EXAMPLES if (told := public_view(example, TABLE)) is not None),
)


def validator(schema_id: str) -> Draft202012Validator:
    name, _, version = schema_id.partition("/")
    schema = json.loads((SCHEMAS / f"{name}-{version.partition('.')[0]}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def facts_in_manual(kind: str) -> set[str]:
    row = next(line for line in MANUAL.splitlines() if line.startswith(f"| `{kind}` |"))
    return {fact.strip() for fact in row.split("|")[2].split(",") if fact.strip()}


def test_the_schema_files_are_up_to_date() -> None:
    script = str(ROOT / "scripts" / "schemas.py")
    made = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, cwd=ROOT)

    assert (made.returncode, made.stdout) == (0, "")


def test_all_that_is_sent_follows_its_schema() -> None:
    validators = {schema_id: validator(schema_id) for schema_id in ENVELOPES}
    assert {payload.SCHEMA for payload in PAYLOADS} == set(ENVELOPES)

    for payload in PAYLOADS:
        validators[payload.SCHEMA].validate(json.loads(encode(payload, "epoch", 4)))


def test_a_schema_refuses_what_is_no_message_of_its_kind() -> None:
    sent = json.loads(encode(TableStatus(state="ready"), "epoch", 4))
    sent["data"]["state"] = "sleeping"

    with pytest.raises(ValidationError):
        validator("table.status/1.0").validate(sent)


@pytest.mark.parametrize("kind", get_args(EventType))
def test_the_manual_has_every_event(kind: str) -> None:
    assert f"| `{kind}` |" in MANUAL


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_the_manual_names_every_fact_of_an_event(event: object) -> None:
    told = public_view(event, TABLE)  # type: ignore[arg-type]

    if told is not None:
        facts = set(json.loads(told.model_dump_json())) - {"type", "hand_no"}
        assert facts <= facts_in_manual(told.type)


def test_manual_and_asyncapi_have_every_topic() -> None:
    address = TableAddress("site", "room", "table")
    topics = (
        address.status,
        address.info,
        address.state,
        address.event,
        address.alert,
        address.active_alerts,
        address.device("device"),
        address.command("verb"),
        address.response("client"),
    )
    channels = yaml.safe_load((ROOT / "docs" / "asyncapi.yaml").read_text(encoding="utf-8"))[
        "channels"
    ].values()
    described = {channel["address"].replace("{", "").replace("}", "") for channel in channels}

    assert described == set(topics)
    for topic in topics:
        levels = topic.removeprefix(f"{address.base}/").split("/")
        shown = "/".join(
            f"<{each}>" if each in ("device", "verb", "client") and n else each
            for n, each in enumerate(levels)
        )
        assert f"| `{shown}` |" in MANUAL


def test_every_schema_of_the_asyncapi_document_is_there() -> None:
    text = (ROOT / "docs" / "asyncapi.yaml").read_text(encoding="utf-8")
    named = {
        line.split("/")[-1].strip() for line in text.splitlines() if "schemas/" in line and "$ref" in line
    }

    assert named == {path.name for path in SCHEMAS.glob("*.json")}
