from numkbqa.service.mcp.rows import as_text


def test_keys_and_tables_are_laid_out() -> None:
    document = {
        "model": "world",
        "ordinal": {"k": 2, "determiner": None},
        "rows": [
            {"id": "po", "value": "652", "held_at": None},
            {"id": "arno", "value": None, "held_at": None},
        ],
        "ties": ["po", "arno"],
        "agrees": True,
    }
    assert as_text(document).splitlines() == [
        "model: world",
        "ordinal.k: 2",
        "rows:",
        "| id | value |",
        "|---|---|",
        "| po | 652 |",
        "| arno |  |",
        "ties: po; arno",
        "agrees: yes",
    ]


def test_what_is_empty_is_left_out_and_zero_is_not() -> None:
    assert as_text({"notes": [], "of": None, "more": {}, "name": "", "members": 0, "found": False}) == (
        "members: 0\nfound: no"
    )


def test_a_name_cannot_pretend_to_be_a_row() -> None:
    rows = [{"label": "a\n| b | c |\u2028\x1b[31m\ud800"}]
    assert as_text({"rows": rows}).splitlines()[3] == "| a \\| b \\| c \\|  [31m  |"


def test_records_within_a_row_are_json() -> None:
    text = as_text({"rows": [{"id": "a", "others": [{"value": "1"}], "path": {"head": "b"}}]})
    assert text.splitlines()[-1] == '| a | [{"value": "1"}] | {"head": "b"} |'
