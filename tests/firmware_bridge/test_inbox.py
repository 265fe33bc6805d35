"""Which events are taken and which are safe."""

from firmware_bridge.inbox import Inbox
from firmware_bridge.packets import EVENT_RING, EventKind
from hardware.twin.devices.event_ring import EventRing


def test_events_are_taken_in_order_and_once() -> None:
    inbox = Inbox()
    inbox.begin(boot_id=5, event_first=1)

    assert [inbox.accept(seq) for seq in (1, 1, 3, 2, 3)] == [True, False, False, True, True]


def test_numbers_wrap_at_65536() -> None:
    inbox = Inbox()
    inbox.begin(boot_id=5, event_first=65535)

    assert [inbox.accept(seq) for seq in (65535, 0, 1)] == [True, True, True]
    inbox.deliver(5, 1)
    assert inbox.delivered == 1


def test_a_new_session_of_the_same_boot_repeats_nothing_already_taken() -> None:
    inbox = Inbox()
    inbox.begin(boot_id=5, event_first=1)
    inbox.accept(1)
    inbox.accept(2)

    inbox.begin(boot_id=5, event_first=1)

    assert not inbox.accept(2)
    assert inbox.accept(3)


def test_a_delivery_of_an_earlier_boot_counts_for_nothing() -> None:
    inbox = Inbox()
    inbox.begin(boot_id=6, event_first=1)

    inbox.deliver(5, 40)

    assert inbox.delivered == 0


def test_the_models_ring_drops_the_newest_and_tells_how_many_once_there_is_room() -> None:
    ring = EventRing()
    for _ in range(EVENT_RING + 5):
        ring.add(0, EventKind.BUTTON_DOWN, 1)

    ring.acknowledge(EVENT_RING, at_ms=9)

    (lost,) = ring.due(now=0.0)
    assert (lost.kind, lost.value, lost.event_seq) == (EventKind.EVENTS_LOST, 5, EVENT_RING + 1)
