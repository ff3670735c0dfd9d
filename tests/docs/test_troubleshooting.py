import pytest

from numkbqa.answering.reasons import Reason
from numkbqa.kb.numerical import ANOTHER_CURRENCY, ANOTHER_KIND, ANOTHER_UNIT, SUPERSEDED
from numkbqa.values import Note
from tests.support.pages import DOCS, first_cells, sections, unknown_parts

PAGE = (DOCS / "troubleshooting.md").read_text(encoding="utf-8")
ODD_BUT_READ = {
    Note.UNPADDED_YEAR, Note.ZERO_PARTS, Note.IN_WORDS, Note.SEPARATORS, Note.BARE_YEAR, Note.UNCERTAIN,
    Note.JULIAN,
}  # fmt: skip


MESSAGES = [
    message for title in ("Installing", "Building a knowledge base", "Training", "Asking")
    for message in first_cells(sections(PAGE)[title])
]  # fmt: skip


@pytest.mark.parametrize("message", MESSAGES)
def test_the_library_has_the_message(message: str) -> None:
    assert unknown_parts(message) == []


def test_every_reason_for_no_answer_is_explained() -> None:
    assert first_cells(sections(PAGE)["No answer"]) == [reason.value for reason in Reason]


def test_every_reason_for_a_value_set_aside_is_explained() -> None:
    wanted = {note.value for note in set(Note) - ODD_BUT_READ}
    wanted |= {ANOTHER_KIND, ANOTHER_UNIT, ANOTHER_CURRENCY, SUPERSEDED}
    assert set(first_cells(sections(PAGE)["Why a value is set aside"])) == wanted
