"""The embedded broker's configuration: who may say and hear what."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from table_controller.wire.topics import PREFIX, VERSION, TableAddress, reader_filters

MAX_PAYLOAD_BYTES: Final = 2 * 1024 * 1024
MAX_LOG_BYTES: Final = 1_000_000
MQTT_OWN: Final = "$MQTT.sub.>"
"""Where NATS delivers QoS 1 messages to an MQTT client. More of ``$MQTT`` nobody needs, and could forge retained messages."""


@dataclass(frozen=True, slots=True)
class BrokerUser:
    name: str
    password: str = field(repr=False)


def subject_of(topic_filter: str) -> str:
    """Return the NATS subject of an MQTT topic or filter whose levels are ids.

    >>> subject_of("drawtable/v1/+/status")
    'drawtable.v1.*.status'
    """
    return topic_filter.replace("/", ".").replace("+", "*").replace("#", ">")


def nats_config(
    store_dir: Path, log_file: Path, port: int, address: TableAddress, table: BrokerUser, reader: BrokerUser
) -> str:
    """Return the configuration file: *table* may use its own tree, *reader* may hear all tables and send commands.

    A filter ``a/#`` is two subjects to NATS, ``a`` and ``a.>``; where one is not allowed the subscription is refused.
    """
    tree = [subject_of(address.base), f"{subject_of(address.base)}.>"]
    heard = [subject_of(each) for each in reader_filters("any-client", address.prefix)]
    answers = f"{address.prefix}.{VERSION}.*.*.*.rsp.*"
    commands = f"{address.prefix}.{VERSION}.*.*.*.cmd.*"
    users = [
        _user(table, publish=tree, subscribe=[*tree, MQTT_OWN]),
        _user(reader, publish=[commands], subscribe=[*heard, answers, MQTT_OWN]),
    ]
    # NATS reads JSON; it is written as such so that every path is quoted as it must be.
    return json.dumps(
        {
            "server_name": "drawtable",
            "listen": "127.0.0.1:-1",
            "max_payload": MAX_PAYLOAD_BYTES,
            "log_file": str(log_file),
            "logfile_size_limit": MAX_LOG_BYTES,
            "logfile_max_num": 2,
            "jetstream": {"store_dir": str(store_dir)},
            "mqtt": {"listen": f"127.0.0.1:{port}"},
            "accounts": {PREFIX.upper(): {"jetstream": "enabled", "users": users}},
        },
        indent=1,
    )


def _user(user: BrokerUser, publish: list[str], subscribe: list[str]) -> dict[str, object]:
    return {
        "user": user.name,
        "password": user.password,
        "allowed_connection_types": ["MQTT"],
        "permissions": {"publish": {"allow": publish}, "subscribe": {"allow": subscribe}},
    }
