from numkbqa.answering.answer import Answer, document_of
from numkbqa.evidence import NO_EVIDENCE


def test_a_document_has_every_key_whatever_is_known() -> None:
    empty = document_of("?")
    known = document_of("?", answers=[{"id": "a"}], notes=["n"])
    assert set(known) == set(empty)
    assert (known["answers"], known["notes"], known["abstained"]) == ([{"id": "a"}], ["n"], None)
    assert empty["evidence"] == {**NO_EVIDENCE, "path": []}
    assert Answer(known).answers == known["answers"]


def test_documents_share_nothing_that_can_change() -> None:
    one, other = document_of("?"), document_of("?")
    one["notes"].append("n")
    one["answers"].append({})
    assert (other["notes"], other["answers"]) == ([], [])
