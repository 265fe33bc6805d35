"""The dashboard's own figures, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from dashboard.read_model import ReadModel


class Metrics:
    """Counters of one app; two apps in a process do not share them."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        self.browsers = Gauge("drawtable_dashboard_browsers", "Browsers connected", registry=registry)
        self.frames = Counter("drawtable_dashboard_frames", "Frames sent to browsers", registry=registry)
        self.frame_bytes = Counter(
            "drawtable_dashboard_frame_characters", "Characters sent", registry=registry
        )
        self.slow_browsers = Counter(
            "drawtable_dashboard_slow_browsers",
            "Browsers dropped because they took in nothing",
            registry=registry,
        )
        self.messages = Counter(
            "drawtable_dashboard_messages", "Messages heard from tables", registry=registry
        )
        self._ages = Gauge(
            "drawtable_table_age_seconds", "Since the table was last heard", ["table"], registry=registry
        )
        self._silent = Gauge(
            "drawtable_table_silent", "1 when the table is silent", ["table"], registry=registry
        )

    def text(self, model: ReadModel) -> bytes:
        """Return the page Prometheus reads."""
        for beat in model.beats:
            self._ages.labels(beat.table).set(float("inf") if beat.age_ms is None else beat.age_ms / 1000)
            self._silent.labels(beat.table).set(beat.silent)
        return generate_latest(self._registry)
