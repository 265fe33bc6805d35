"""``drawtable dashboard``: the page apart from the tables."""

from dashboard.app import create_app
from dashboard.serve import serve
from table_controller.mqtt.feed import MqttFeed
from table_controller.wire.broker_address import BrokerAddress


async def serve_page(broker: BrokerAddress, host: str, port: int) -> None:
    """Serve until cancelled.

    :raises CannotListen: *host* and *port* cannot be had
    """
    async with MqttFeed(broker, "dashboard") as feed:
        await serve(create_app(feed), host, port)
