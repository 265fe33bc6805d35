"""Write what follows from the wire's models.

    python scripts/schemas.py            write the files
    python scripts/schemas.py --check    say which are out of date, exit 1

Written: table_controller/schemas/*.json, one a kind of message, and docs/asyncapi.yaml.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from table_controller.wire.envelope import ENVELOPES

ROOT: Final = Path(__file__).resolve().parents[1]
SCHEMAS: Final = "table_controller/schemas"
CHANNELS: Final = {
    "status": ("table.status", "status", True, "Whether somebody runs the table; the last will says lost."),
    "info": ("table.info", "info", True, "What stands here."),
    "state": (
        "table.state",
        "state",
        True,
        "Everything everybody may know, on every change and once a second.",
    ),
    "event": ("table.event", "event", False, "One thing that happened."),
    "alert": ("table.alert", "alert", False, "An alert that began or ended."),
    "activeAlerts": ("table.alerts", "alert/active", True, "All open alerts."),
    "device": ("table.device", "device/{device}/status", True, "How a device or camera is."),
    "command": ("table.request", "cmd/{verb}", False, "What a reader asks; never retained."),
    "response": ("table.response", "rsp/{client}", False, "The answer, to the client that asked."),
}


def schema_file(schema_id: str) -> str:
    """Return the file of a schema id.

    >>> schema_file("table.state/1.0")
    'table.state-1.json'
    """
    name, _, version = schema_id.partition("/")
    return f"{name}-{version.partition('.')[0]}.json"


def schemas() -> Iterator[tuple[str, str]]:
    """Yield path and text of every JSON Schema."""
    for schema_id, envelope in ENVELOPES.items():
        schema: dict[str, Any] = envelope.model_json_schema(by_alias=True)
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["title"] = schema_id
        text = json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True)
        yield f"{SCHEMAS}/{schema_file(schema_id)}", f"{text}\n"


def asyncapi() -> str:
    """Return the AsyncAPI 3 document of what a table sends and takes."""
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for channel, (schema, topic, retained, doc) in CHANNELS.items():
        names = ["site", "room", "table", *(part[1:-1] for part in topic.split("/") if part.startswith("{"))]
        message = {
            "contentType": "application/json",
            "payload": {"$ref": f"../{SCHEMAS}/{schema}-1.json"},
        }
        channels[channel] = {
            "address": f"drawtable/v1/{{site}}/{{room}}/{{table}}/{topic}",
            "description": doc,
            "parameters": {name: {"description": "1 to 32 of a-z, 0-9 and -"} for name in names},
            "messages": {channel: message},
        }
        operations[f"take_{channel}" if channel == "command" else f"tell_{channel}"] = {
            "action": "receive" if channel == "command" else "send",
            "channel": {"$ref": f"#/channels/{channel}"},
            "bindings": {"mqtt": {"qos": 1, "retain": retained}},
        }
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "drawtable",
            "version": "1.0.0",
            "description": "What a table tells over MQTT, and what it takes. Made by scripts/schemas.py; docs/mqtt.md explains it.",
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
    }
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=110)


def main() -> int:
    """Write the files, or with ``--check`` compare them."""
    wanted = {**dict(schemas()), "docs/asyncapi.yaml": asyncapi()}
    stale = [path for path, text in wanted.items() if _text(ROOT / path) != text]
    stray = [path for path in (ROOT / SCHEMAS).glob("*.json") if f"{SCHEMAS}/{path.name}" not in wanted]
    if sys.argv[1:] == ["--check"]:
        for name in (*stale, *(str(path.relative_to(ROOT)) for path in stray)):
            print(f"{name} is out of date: run python scripts/schemas.py")
        return 1 if stale or stray else 0
    for name in stale:
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(wanted[name], encoding="utf-8")
    for path in stray:
        path.unlink()
    return 0


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
