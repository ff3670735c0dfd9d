import json

from numkbqa.service.mcp.bounds import MAX_CHARACTERS, MAX_LIST, MAX_TEXT, bounded


def test_a_small_document_stays_whole() -> None:
    document = {"answers": [{"id": "a", "score": 0.5}], "of": None}
    assert bounded(document, {"answers": 1}, {}) == (document, [])


def test_a_list_is_cut_to_its_limit_and_the_rest_is_told() -> None:
    cut, left_out = bounded(
        {"evidence": {"rows": [1, 2, 3]}}, {"evidence.rows": 2}, {"evidence.rows": "page"}
    )
    assert cut == {"evidence": {"rows": [1, 2]}}
    assert [one.model_dump() for one in left_out] == [
        {"what": "evidence.rows", "shown": 2, "of": 3, "how": "page"}
    ]


def test_lists_within_rows_are_counted_together() -> None:
    rows = [{"values": [1, 2, 3]}, {"values": [4]}]
    cut, (left_out,) = bounded({"rows": rows}, {"rows.values": 1}, {"": "ask for less"})
    assert cut == {"rows": [{"values": [1]}, {"values": [4]}]}
    assert (left_out.what, left_out.shown, left_out.of) == ("rows.values", 2, 4)
    assert left_out.how == "ask for less"


def test_a_list_without_a_limit_has_one_all_the_same() -> None:
    cut, (left_out,) = bounded({"rows": list(range(100))}, {}, {})
    assert len(cut["rows"]) == MAX_LIST
    assert left_out.of == 100


def test_a_long_text_is_cut_and_an_id_is_not() -> None:
    cut, _ = bounded({"rows": [{"id": "x" * 1000, "label": "y" * 1000}]}, {}, {})
    (row,) = cut["rows"]
    assert len(row["id"]) == 1000
    assert len(row["label"]) == MAX_TEXT
    assert row["label"].endswith("…")


def test_what_is_too_long_in_all_is_cut_until_it_fits() -> None:
    rows = [{"id": f"{i}{'x' * 2000}", "label": "y" * 400} for i in range(50)]
    cut, (left_out,) = bounded({"rows": rows}, {"rows": 50}, {})
    assert 1 <= len(cut["rows"]) < 20
    assert len(json.dumps(cut)) <= MAX_CHARACTERS
    assert left_out.shown == len(cut["rows"])
