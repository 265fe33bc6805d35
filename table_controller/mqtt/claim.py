"""Two controllers must not tell about the same table: a look before the first word."""

import asyncio
from typing import Final

from table_controller.mqtt.connection import Connection, open_connection
from table_controller.wire.broker_address import BrokerAddress
from table_controller.wire.envelope import AnyEnvelope, decode
from table_controller.wire.models import PublicState, TableStatus
from table_controller.wire.topics import TableAddress

BEATS_TO_ANSWER: Final = 0.5
"""How many beats long the retained status may take after the subscription was granted."""
BEATS_TO_HEAR: Final = 2.5
"""How many beats long a live beat may take."""


class TableTaken(Exception):
    """Another controller runs this table."""


async def claim_table(broker: BrokerAddress, address: TableAddress, client_id: str, beat_s: float) -> None:
    """Return when nobody tells about the table; *beat_s* is how often whoever does it would.

    A retained status alone says nothing: its writer may have gone with the power, clocks may differ. So a beat must
    be heard.

    :raises TableTaken: another controller's beat was heard
    :raises LinkDown: the broker cannot be asked
    """
    connection = await open_connection(broker, client_id)
    try:
        await connection.subscribe((address.status, address.state))
        try:
            async with asyncio.timeout(BEATS_TO_ANSWER * beat_s):
                await _alleged(connection)
        except TimeoutError:
            return
        try:
            async with asyncio.timeout(BEATS_TO_HEAR * beat_s):
                beat = await _live_beat(connection)
        except TimeoutError:
            return
    finally:
        await connection.close()
    raise TableTaken(
        f"another controller runs table {address} on {broker} (epoch {beat.epoch}); stop it, or give this table another name"
    )


async def _alleged(connection: Connection) -> None:
    """Return when something says that the table is run."""
    while True:
        message = await connection.next_message()
        envelope = _read(message.payload)
        if envelope is None:
            continue
        if isinstance(envelope.data, PublicState) and not message.retained:
            return
        if isinstance(envelope.data, TableStatus) and envelope.data.state not in ("lost", "offline"):
            return


async def _live_beat(connection: Connection) -> AnyEnvelope:
    while True:
        message = await connection.next_message()
        envelope = _read(message.payload)
        if envelope is not None and isinstance(envelope.data, PublicState) and not message.retained:
            return envelope


def _read(payload: bytes) -> AnyEnvelope | None:
    try:
        return decode(payload)
    except ValueError:
        return None
