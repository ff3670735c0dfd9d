import dataclasses
import json

import numpy as np
import pytest
from rich.console import Console

from numkbqa.evaluation import Prediction, summarise
from numkbqa.evaluation.report import CELLS, gold_answers, is_ordinal
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval.example import Example
from tests.support.toy_kb import ToyKB, day, number

KB = ToyKB(
    [("a", "in", "t"), ("b", "in", "t"), ("c", "in", "t")],
    [("a", "size", number(1)), ("a", "date", day("1999")), ("b", "size", number(2))],
)
DATE, SIZE = 0, 1  # numerical relations of KB, by name


def question(name: str, text: str, *gold: str | Answer, ordinal: bool | None = None) -> Question:
    answers = tuple(Answer(id=one) if isinstance(one, str) else one for one in gold)
    return Question(id=name, question=text, answers=answers, ordinal=ordinal)


def prediction(
    asked: Question,
    probabilities: list[float],
    *,
    basic: list[float] | None = None,
    candidates: str = "abc",
    winners: str = "",
    relation: int | None = None,
) -> Prediction:
    """A prediction over the entities a, b, c of the graph, with R_q = (date, size)."""
    gold = gold_answers(asked)
    nothing = np.zeros(0, dtype=np.int64)
    example = Example(
        question=asked,
        entities=np.arange(3),
        topics=np.zeros(3, bool),
        answers=np.array([name in gold for name in "abc"]),
        num_answers=len(gold),
        head=nothing,
        relation=nothing,
        tail=nothing,
        distinct_relations=nothing,
        numerical_relations=np.array([DATE, SIZE]),
        relevance=np.array([0.5, 0.4]),
        number_entity=nothing,
        number_relation=nothing,
        low=np.zeros(0),
        high=np.zeros(0),
        value=nothing,
    )
    return Prediction(
        example,
        np.array(probabilities),
        np.array(basic or probabilities),
        np.array([name in candidates for name in "abc"]),
        1.0,
        parse_ordinal(asked.question),
        relation,
        np.array([name in winners for name in "abc"]),
    )


LARGEST, EARLIEST, PLAIN = "what is the largest one?", "what is the earliest one?", "what is in it?"
PREDICTIONS = [
    # Right, 0.96 of the mass on the gold answer: F1 1. Basic reasoning and the exact sort are wrong.
    prediction(
        question("q1", LARGEST, "a"),
        [0.96, 0.03, 0.01],
        basic=[0.1, 0.8, 0.1],
        winners="b",
        relation=SIZE,
    ),
    # Wrong, but the exact sort has it; all three are retrieved: precision 1/3, recall 1, F1 1/2.
    prediction(question("q2", EARLIEST, "b"), [0.5, 0.3, 0.2], winners="b", relation=DATE),
    # Wrong, and the gold answer is no candidate.
    prediction(question("q3", PLAIN, "c"), [0.5, 0.5, 0.0], candidates="ab"),
    # Wrong, although among the candidates: retrieved b and c, precision 1/2, recall 1/2 (x is missing).
    prediction(question("q4", PLAIN, "c", "x"), [0.0, 0.6, 0.4]),
    prediction(question("q5", PLAIN, "x"), [1.0, 0.0, 0.0]),
    prediction(question("q6", PLAIN, Answer(value="1966")), [1.0, 0.0, 0.0]),
    prediction(question("q7", LARGEST, "a"), [0.0, 1.0, 0.0], winners="b", relation=SIZE),
    prediction(question("q8", PLAIN), [1.0, 0.0, 0.0]),
]
DROPPED = [(question("q9", LARGEST, "a"), "no topic entity"), (question("q10", LARGEST), "no topic entity")]
REPORT = summarise(PREDICTIONS, DROPPED, KB, 1.234)


def test_the_figures_by_hand() -> None:
    found = REPORT.to_json()
    assert found["questions"] == 10
    assert found["ungraded"] == 2
    assert found["all"] == {"n": 8, "hits1": 12.5, "f1": 25.0, "interval": [0.0, 37.5]}
    ordinal, plain = REPORT.score(lambda row: row.ordinal), REPORT.score(lambda row: not row.ordinal)
    assert (ordinal.n, ordinal.hits1, ordinal.f1) == (4, 25.0, 37.5)
    assert (plain.n, plain.hits1, plain.f1) == (4, 0.0, 12.5)
    assert found["basic"] == {"all": 0.0, "ordinal": 0.0}
    assert found["exact_sort"] == {"all": 12.5, "ordinal": 25.0}
    # In the subgraph: q1, q2, q3, q4, q7 of eight; q3 was pruned.
    assert found["ceiling"] == {
        "subgraph": {"all": 62.5, "ordinal": 75.0},
        "pruned": {"all": 50.0, "ordinal": 75.0},
    }
    assert found["ordinal_hits1_if_candidate"] == 33.33
    assert found["seconds"] == 1.23


def test_questions_fall_into_the_cell_of_their_relation_and_direction() -> None:
    cells = {row.question.id: row.cell for row in REPORT.rows}
    assert cells == {
        "q1": "size_max",
        "q2": "time_earliest",
        "q3": None,
        "q4": None,
        "q5": None,
        "q6": None,
        "q7": "size_max",
        "q9": None,
    }
    scores = {cell: REPORT.score(lambda row, cell=cell: row.cell == cell) for cell in CELLS}  # type: ignore[misc]
    assert [(scores[cell].n, scores[cell].hits1) for cell in CELLS] == [
        (2, 50.0),
        (0, None),
        (0, None),
        (1, 0.0),
    ]


@pytest.mark.parametrize(
    ("text", "relation", "cell"),
    [
        ("which is the oldest one?", DATE, "time_earliest"),
        ("which is the oldest one?", SIZE, "size_max"),
        ("which is the latest one?", DATE, "time_latest"),
        ("which is the smallest one?", SIZE, "size_min"),
        ("which is the earliest one?", None, "time_earliest"),
        ("which is the smallest one?", None, "size_min"),
    ],
)
def test_the_cell_follows_the_kind_of_value(text: str, relation: int | None, cell: str) -> None:
    report = summarise([prediction(question("q", text, "a"), [1, 0, 0], relation=relation)], [], KB, 0)
    assert report.rows[0].cell == cell


def test_a_wrong_answer_says_where_it_was_lost() -> None:
    lost = {row.question.id: row.lost for row in REPORT.rows}
    assert lost == {
        "q1": None,
        "q2": "the exact sort has it",
        "q3": "pruned",
        "q4": "ranked lower",
        "q5": "not in the subgraph",
        "q6": "literal answer",
        "q7": "wrong relation, direction or candidates",
        "q9": "no topic entity",
    }


def test_a_row_is_one_line_of_predictions() -> None:
    line = json.loads(json.dumps(REPORT.rows[0].to_json()))
    assert line == {
        "id": "q1",
        "question": LARGEST,
        "ordinal": True,
        "cell": "size_max",
        "hit": 1.0,
        "basic_hit": 0.0,
        "exact_sort_hit": 0.0,
        "f1": 1.0,
        "answers": [{"id": "a", "score": 0.96}, {"id": "b", "score": 0.03}, {"id": "c", "score": 0.01}],
        "gold": ["a"],
        "lost": None,
    }


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [(LARGEST, None, True), (LARGEST, False, False), (PLAIN, None, False), (PLAIN, True, True)],
)
def test_the_record_decides_what_is_ordinal_and_the_lexicon_otherwise(
    text: str, marked: bool | None, expected: bool
) -> None:
    assert is_ordinal(question("q", text, "a", ordinal=marked)) is expected


def test_a_question_marked_ordinal_without_a_determiner_has_no_cell() -> None:
    report = summarise([prediction(question("q", PLAIN, "a", ordinal=True), [1, 0, 0])], [], KB, 0)
    assert report.rows[0].ordinal
    assert report.rows[0].cell is None


def test_nothing_to_grade_gives_no_figures() -> None:
    report = summarise([], [(question("q", PLAIN), "no topic entity")], KB, 0)
    assert report.to_json()["all"] == {"n": 0, "hits1": None, "f1": None, "interval": None}
    assert report.to_json()["basic"] == {"all": None, "ordinal": None}


def test_the_table_shows_the_three_systems_by_group() -> None:
    console = Console(width=160, record=True)
    console.print(REPORT.table("Hits@1 of a test"))
    text = console.export_text()
    rows = {line.split("│")[1].strip(): line for line in text.splitlines() if line.count("│") > 2}
    assert "Hits@1 of a test" in text
    assert {"all", "plain", "ordinal", *(cell.replace("_", " ") for cell in CELLS)} <= set(rows)
    cells = [cell.strip() for cell in rows["ordinal"].split("│")[1:-1]]
    assert cells == ["ordinal", "4", "0.0", "25.0", "25.0", "75.0", "75.0"]
    assert [cell.strip() for cell in rows["size min"].split("│")[1:-1]][1:] == ["0", "-", "-", "-", "-", "-"]


def test_answers_outside_the_first_ten_are_not_kept() -> None:
    asked = question("q", PLAIN, "a")
    wide = dataclasses.replace(
        prediction(asked, [1, 0, 0]).example,
        entities=np.arange(3).repeat(5)[:12],
        answers=np.zeros(12, bool),
        topics=np.zeros(12, bool),
    )
    p, none = np.full(12, 1 / 12), np.zeros(12, bool)
    row = summarise([Prediction(wide, p, p, none, 0.0, None, None, none)], [], KB, 0).rows[0]
    assert len(row.answers) == 10
