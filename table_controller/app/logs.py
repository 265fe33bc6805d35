"""What the program says about itself, on standard error."""

import logging
import sys

import structlog


def quiet() -> None:
    """Say warnings and worse only."""
    set_up(logging.WARNING)


def set_up(level: int = logging.INFO) -> None:
    """Say *level* and worse, one line each."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
        ],
    )
