from typing import Any

import pytest

from numkbqa.answering.value_documents import of_name
from numkbqa.answering.values import ValueReader
from numkbqa.kb.protocol import SetAside
from numkbqa.retrieval.linking import Link
from numkbqa.text import CachedEncoder
from numkbqa.text.tiny import TinyEncoder
from tests.support.toy_kb import ToyKB, number

QUESTION = "how tall is lea"
OLD = SetAside(0, "height", "1.69", "superseded", held_at="2001")
DIRT = SetAside(0, "height", "12 smoots", "unknown unit")


def document(*heights: float, aside: SetAside | None = None) -> dict[str, Any] | None:
    """The document for Lea, who has these heights, and maybe a value that is set aside."""
    numbers = [("lea", "height", number(height, "meter")) for height in heights]
    kb = ToyKB(
        [("lea", "knows", "ida")],
        [*numbers, ("ida", "height", number(1.6, "meter"))],
        {"lea": "Lea", "ida": "Ida"},
        held=[*(f"20{10 + place}" for place in range(len(heights))), None],
        set_aside=[] if aside is None else [("lea", aside)],
        several={"height": "all"},
    )
    reader = ValueReader(kb, CachedEncoder(TinyEncoder(), None))
    lea = kb.entity_index("lea")
    assert lea is not None
    reading = reader.read(QUESTION, [Link(lea, "lea", 12, 15, 0.8)])
    assert reading is not None
    return of_name(QUESTION, reading, reader)


def test_every_value_in_force_is_an_answer_the_latest_first() -> None:
    found = document(1.7, 1.71, aside=OLD)
    assert found is not None
    lea = {"id": "lea", "label": "Lea"}
    alike = {"kind": "quantity", "unit": "meter", "of": lea, "score": 0.8}
    assert found["answers"] == [
        {"value": "1.71", "lexical": "1.71", "held_at": "2011", **alike},
        {"value": "1.7", "lexical": "1.7", "held_at": "2010", **alike},
    ]
    assert found["evidence"]["several"] == "all"
    (row,) = found["evidence"]["rows"]
    assert (row["value"], row["rank"]) == ("1.71", 1)
    assert [(other["lexical"], other["counts"]) for other in row["other_values"]] == [
        ("1.7", True),
        ("1.69", False),
    ]


@pytest.mark.parametrize(
    ("aside", "sentence"),
    [
        (None, "the graph has no height of Lea"),
        (DIRT, 'the height of Lea is no value: "12 smoots" unknown unit'),
    ],
)
def test_without_a_value_the_document_says_why(aside: SetAside | None, sentence: str) -> None:
    found = document(aside=aside)
    assert found is not None
    assert (found["answers"], found["abstained"], found["abstained_code"]) == ([], sentence, "no_value")


def test_where_an_entity_may_be_asked_for_there_is_no_document() -> None:
    kb = ToyKB([("lea", "knows", "ida")], [("ida", "school_years", number(1))], {"lea": "Lea"})
    reader = ValueReader(kb, CachedEncoder(TinyEncoder(), None))
    lea = kb.entity_index("lea")
    assert lea is not None
    question = "what is the school of lea"
    reading = reader.read(question, [Link(lea, "lea", 22, 25, 1.0)])
    assert reading is not None
    assert not reading.certain
    assert of_name(question, reading, reader) is None
