import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from numkbqa.errors import UserError
from numkbqa.evaluation.modes import Given, Grade
from numkbqa.evaluation.outputs import Format, Output, read_outputs
from numkbqa.kb.readers.nsm_subgraphs import Numbering
from tests.support.public_evaluator import info_line, judge

IDS = Numbering(["m.0", "m.1", "m.2"])
OWN = {
    "id": "q1",
    "question": "what is the largest?",
    "ordinal": True,
    "cell": "size_max",
    "hit": 1.0,
    "f1": 0.5,
    "answers": [{"id": "m.1", "score": 0.4}, {"id": "m.2", "score": 0.4}],
    "retrieved": ["m.1"],
    "gold": ["m.1"],
    "lost": None,
}


def written(folder: Path, *rows: Any) -> Path:
    """A file of predictions; a row that is a text is written as it is."""
    file = folder / "test.info"
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), "utf-8")
    return file


def test_nsm_names_what_was_retrieved_by_number(tmp_path: Path) -> None:
    verdict = judge([(0, 0.1), (1, 0.5), (2, 0.4)], [], [2], 3)
    form, outputs = read_outputs(written(tmp_path, info_line(verdict, "who is it")), IDS)
    assert form is Format.NSM
    names = ["m.1", "m.2", "m.0"]
    expected = Output(1, Given("m.1", names), tuple(names), False, question="who is it", own=Grade(0.0, 0.5))
    assert outputs == [expected]


def test_rearev_names_it_by_name_and_tells_the_gold_answers(tmp_path: Path) -> None:
    verdict = judge([("m.1", 0.5), ("m.2", 0.5)], [], ["m.1", "m.1"], 2)
    form, (output,) = read_outputs(written(tmp_path, "", info_line(verdict, "who", ["m.1", "m.1"])))
    assert (form, output.line, output.gold, output.tied) == (Format.REAREV, 2, ("m.1", "m.1"), True)
    assert output.given == Given("m.1", ["m.1", "m.2"])


def test_words_that_a_tokenizer_took_apart_are_put_together(tmp_path: Path) -> None:
    _, (output,) = read_outputs(written(tmp_path, {"question": "who left ni ##jm ##ege ##n ? ", "cand": []}))
    assert output.question == "who left nijmegen ?"


def test_graft_net_names_the_whole_subgraph(tmp_path: Path) -> None:
    line = {"dist": {"m.0": 0.1, "m.1": 0.2, "m.2": 0.9, "m.3": 0.3}, "answers": ["m.3", "m.3"], "seeds": []}
    nothing = {"dist": {"m.0": 0.0}, "answers": []}
    unsure = {"dist": {"m.0": 0.1, "m.1": 0.1}, "answers": ["m.0"]}
    form, outputs = read_outputs(written(tmp_path, line, nothing, unsure))
    assert form is Format.GRAFT_NET
    assert [output.given for output in outputs] == [
        Given("m.2", ["m.2", "m.3"]),  # 0.2 is not above 0.2
        Given(None, []),
        Given("m.0", []),
    ]
    assert outputs[0].candidates == ("m.2", "m.3", "m.1", "m.0")
    assert [output.gold for output in outputs] == [("m.3",), (), ("m.0",)]
    assert [output.tied for output in outputs] == [False, False, True]


def test_ours_tell_everything(tmp_path: Path) -> None:
    form, (output,) = read_outputs(written(tmp_path, OWN))
    assert form is Format.OWN
    assert output == Output(
        1,
        Given("m.1", ["m.1"]),
        ("m.1", "m.1", "m.2"),
        True,
        "q1",
        "what is the largest?",
        ("m.1",),
        Grade(1.0, 0.5),
        True,
        "size_max",
    )


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "test.info.gz"
    file.write_bytes(gzip.compress(json.dumps(OWN).encode()))
    assert len(read_outputs(file)[1]) == 1


GOOD = {"question": "who", "cand": [["m.1", 0.5]]}


@pytest.mark.parametrize(
    ("rows", "line", "message"),
    [
        ([GOOD, "{"], 2, "no JSON object"),
        ([GOOD, "[1]"], 2, "no JSON object"),
        ([{"prediction": "x"}], 1, "no predictions that are known"),
        ([GOOD, {"question": "who"}], 2, '"cand": Field required'),
        ([GOOD, {"cand": [["m.1", "high"]]}], 2, '"cand.0.1"'),
        ([GOOD, {"cand": [["m.1"]]}], 2, '"cand.0.1": Field required'),
        ([GOOD, '{"cand": [["m.1", NaN]]}'], 2, '"cand.0.1"'),
        ([{"dist": {"m.1": None}}], 1, '"dist.m.1"'),
        ([{**OWN, "retrieved": None}], 1, '"retrieved"'),
        ([GOOD, {"cand": [[3, 0.5]]}], 2, "there is no entity number 3: entities.txt has 3 lines"),
        ([], None, "no predictions"),
    ],
)
def test_a_wrong_line_is_told_with_its_place(
    rows: list[Any], line: int | None, message: str, tmp_path: Path
) -> None:
    file = written(tmp_path, *rows)
    with pytest.raises(UserError) as error:
        read_outputs(file, IDS)
    assert message in error.value.what
    assert (error.value.where, error.value.line) == (file, line)
    assert error.value.remedy


def test_numbers_need_the_list_that_explains_them(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no list of their ids") as error:
        read_outputs(written(tmp_path, {"cand": [[1, 0.5]]}))
    assert "--questions" in (error.value.remedy or "")
