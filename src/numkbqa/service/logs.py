"""The log: one JSON object a line on stderr, one line a request."""

import json
import logging
import re
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

LOGGER = logging.getLogger("numkbqa.service")

_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029]")
"""What JSON leaves as it is, although it ends lines for some readers of logs and commands some terminals."""

_request: ContextVar[dict[str, Any] | None] = ContextVar("request", default=None)


def configure() -> None:
    """Send what this package, uvicorn and Python's warnings say to stderr as JSON, for the whole process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.captureWarnings(capture=True)
    for name, level in (("numkbqa", "INFO"), ("uvicorn", "WARNING"), ("py.warnings", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)


def log(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Write one line.

    Args:
        event: what happened, in a word or two.
        level: how serious it is, as `logging` counts.
        facts: what else the line tells.
    """
    LOGGER.log(level, event, extra={"facts": facts})


def log_fault(event: str, error: BaseException, **facts: Any) -> None:
    """Write one line about a fault of ours, with its traceback."""
    LOGGER.error(event, exc_info=error, extra={"facts": facts})


def begin_request() -> dict[str, Any]:
    """Begin to gather what the line of the current request tells."""
    facts: dict[str, Any] = {}
    _request.set(facts)
    return facts


def tell(**facts: Any) -> None:
    """Add to the line of the current request; outside of one, nothing happens."""
    gathered = _request.get()
    if gathered is not None:
        gathered.update(facts)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, Mapping):
            line |= facts
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        text = json.dumps(line, ensure_ascii=False, default=str)
        return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
