from pathlib import Path

from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.tables.layout import find_layout
from numkbqa.kb.readers.tables.repair import DAMAGED, NOT_CLOSED, TOO_FEW, TOO_MANY, repair
from numkbqa.kb.readers.tables.text_file import TextFile


def repaired(tmp_path: Path, content: str) -> tuple[str, list[Skipped]]:
    source, target, told = tmp_path / "t.csv", tmp_path / "new", list[Skipped]()
    source.write_text(content, encoding="utf-8", newline="")
    layout = find_layout(content, "t.csv", header=True)
    assert layout is not None
    repair(TextFile(source, content.count("\n")), layout, target, told.append)
    return target.read_bytes().decode(), told


def test_regular_records_keep_their_text_behind_their_line(tmp_path: Path) -> None:
    assert repaired(tmp_path, "a,b\r\n1,2\r\n\r\n3,4") == ("2,1,2\n4,3,4\n", [])


def test_short_records_are_filled_up_and_long_ones_left_out(tmp_path: Path) -> None:
    text, told = repaired(tmp_path, "a,b,c\n1,2\n1,2,3,4\n1,2,3, ,\n1,2,3\n")
    assert text == '2,"1","2",""\n4,"1","2","3"\n5,1,2,3\n'
    assert told == [
        Skipped(2, TOO_FEW, "1,2", kept=True),
        Skipped(3, TOO_MANY, "1,2,3,4", kept=False),
    ]


def test_quotes_are_written_doubled(tmp_path: Path) -> None:
    text, told = repaired(tmp_path, 'a,b\n"x\ny",5" disk\n"stray,z\n')
    assert text == '2,"x\ny","5"" disk"\n4,"""stray","z"\n'
    assert told == [Skipped(4, NOT_CLOSED, '"stray,z', kept=True)]


def test_damaged_characters_are_told_with_their_row(tmp_path: Path) -> None:
    text, told = repaired(tmp_path, "a,b\nK\ufffdln,1\nBonn,2\n")
    assert text == '2,"K\ufffdln","1"\n3,Bonn,2\n'
    assert told == [Skipped(2, DAMAGED, "K\ufffdln,1", kept=True)]
