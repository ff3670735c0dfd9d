"""The README's document of `ask --json` is one."""

import json

from numkbqa.answering.schema import AnswerDocument
from tests.support.pages import DOCS, blocks

README = DOCS.parent / "README.md"


def test_the_shape_of_an_answer_is_the_shape_of_an_answer() -> None:
    shown = [b.code for b in blocks(README.read_text(encoding="utf-8")) if b.language == "json"]
    (document,) = (json.loads(code) for code in shown if '"timing_ms"' in code)
    assert AnswerDocument.model_validate(document).to_json() == document
    assert list(document) == list(AnswerDocument.model_fields)
