"""Writes an irregular delimited text anew, so that it is regular, and tells what was odd about it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.tables.layout import Layout
from numkbqa.kb.readers.tables.records import Record, read_records
from numkbqa.kb.readers.tables.text_file import TextFile

TOO_FEW: Final = "the row has too few fields"
TOO_MANY: Final = "the row has too many fields"
NOT_CLOSED: Final = "a quote is not closed"
DAMAGED: Final = "damaged characters"
_ODD = re.compile('["\r\ufffd]')


def repair(text: TextFile, layout: Layout, target: Path, tell: Callable[[Skipped], None]) -> None:
    """Write the records of a text with as many fields each, behind the number of their line.

    Short records are filled up. Long ones are left out, unless what is too much is blank. A quote that is not
    closed is a character.

    Args:
        text: the text.
        layout: its layout.
        target: the file to write, with the text's delimiter and doubled quotes, without a header.
        tell: takes each oddity.
    """
    delimiter, width = layout.dialect.delimiter, layout.width
    with text.open() as stream, target.open("w", encoding="utf-8", newline="") as copy:
        for record in read_records(stream, layout.dialect, width):
            if record.line <= layout.skip:
                continue
            if len(record.fields) == width and record.size == 1 and not _ODD.search(record.text):
                copy.write(f"{record.line}{delimiter}{record.text}\n")
                continue
            surplus = any(field.strip() for field in record.fields[width:])
            for reason in _oddities(record, width, surplus=surplus):
                tell(Skipped(record.line, reason, record.text, kept=not surplus))
            if not surplus:
                fields = [*record.fields[:width], *[""] * (width - len(record.fields))]
                copy.write(delimiter.join([str(record.line), *map(_quoted, fields)]) + "\n")


def _oddities(record: Record, width: int, *, surplus: bool) -> Iterator[str]:
    if record.stray:
        yield NOT_CLOSED
    if any("\ufffd" in field for field in record.fields):
        yield DAMAGED
    if len(record.fields) < width:
        yield TOO_FEW
    elif surplus:
        yield TOO_MANY


def _quoted(field: str) -> str:
    return '"' + field.replace('"', '""') + '"'
