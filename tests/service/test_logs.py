import json
import logging
import sys

from numkbqa.service.logs import JsonFormatter, begin_request, tell


def line_of(message: str, facts: object = None) -> dict[str, object]:
    record = logging.LogRecord("numkbqa.service", logging.WARNING, "file", 1, message, (), None)
    record.facts = facts
    text = JsonFormatter().format(record)
    assert "\n" not in text
    line: dict[str, object] = json.loads(text)
    return line


def test_a_line_is_one_json_object() -> None:
    line = line_of("two\nlines", {"model": "toy", "path": "/a\nb"})
    assert (line["level"], line["event"]) == ("warning", "two\nlines")
    assert (line["model"], line["path"]) == ("toy", "/a\nb")
    assert str(line["time"]).endswith("+00:00")


def test_nothing_in_a_line_ends_it_or_commands_a_terminal() -> None:
    record = logging.LogRecord("x", logging.INFO, "file", 1, "a\x1b[2Jb\x9bc\x85d\u2028e\x7fé", (), None)
    text = JsonFormatter().format(record)
    assert len(text.splitlines()) == 1
    assert not set(text) & set("\x1b\x9b\x7f")
    assert json.loads(text)["event"] == record.msg


def test_a_line_of_a_library_has_no_facts() -> None:
    assert set(line_of("hello")) == {"time", "level", "event"}


def test_a_traceback_stays_in_its_line() -> None:
    try:
        raise ZeroDivisionError("here")
    except ZeroDivisionError:
        record = logging.LogRecord("x", logging.ERROR, "file", 1, "fault", (), sys.exc_info())
    assert "ZeroDivisionError: here" in json.loads(JsonFormatter().format(record))["traceback"]


def test_facts_gather_within_a_request() -> None:
    tell(lost=True)
    facts = begin_request()
    tell(model="toy")
    tell(batch=3)
    assert facts == {"model": "toy", "batch": 3}
