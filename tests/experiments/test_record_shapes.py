import copy
import math
from typing import Any

import pytest
from pydantic import ValidationError

from numkbqa.experiments.figures import HITS
from numkbqa.experiments.record_shapes import shape_of
from numkbqa.experiments.records import Record
from tests.support.run_records import PRETRAINED, RECORD


def without(*path: str) -> Record:
    """The record without one of its keys."""
    record = copy.deepcopy(RECORD)
    place = record
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return record


def with_question(**changes: object) -> Record:
    """The record with other facts of its question."""
    record = copy.deepcopy(RECORD)
    record["graded"]["dev"][0] |= changes
    return record


def with_training(**changes: object) -> Record:
    """The record with other facts of its training."""
    record = copy.deepcopy(RECORD)
    record["run"]["training"] |= changes
    return record


def test_whole_records_have_their_shape() -> None:
    shape_of("train").model_validate(RECORD)
    shape_of("pretraining").model_validate(PRETRAINED)
    for kind in ("linking", "coverage", "relations", "speed", "profile"):
        shape_of(kind).model_validate({**PRETRAINED, "run": {"config": {}}})
        with pytest.raises(ValidationError):
            shape_of(kind).model_validate({**PRETRAINED, "run": {}})


@pytest.mark.parametrize(
    "record",
    [
        *(without(name) for name in RECORD if name != "seconds"),
        {**RECORD, "run": {}},
        {**RECORD, "machine": {}},
        without("run", "config", "basic"),
        without("run", "training", "stages"),
        without("run", "seconds", "all"),
        {**RECORD, "graded": {"dev": [{"id": "q"}]}},
        {**RECORD, "graded": {"dev": [{**RECORD["graded"]["dev"][0], "hits": {"nsm": 1.0}}]}},
        {**RECORD, "graded": {**RECORD["graded"], "held_out": []}},
        {**RECORD, "settings": {"seed": -1}},
        {**RECORD, "seconds": -1.0},
        {**RECORD, "peak_memory_bytes": -1},
        with_question(hits=dict.fromkeys(HITS, 7.0)),
        with_question(hits=dict.fromkeys(HITS, math.nan)),
        with_question(hits=dict.fromkeys(HITS, "1")),
        with_question(f1=-1.0),
        with_question(later="a key of another version"),
        {**RECORD, "run": {**RECORD["run"], "config": {"basic": "nsm", "plug_in": "other"}}},
        {**RECORD, "run": {**RECORD["run"], "evaluation": {"dev": []}}},
        {**RECORD, "seconds": math.nan},
        with_training(questions=None),
        with_training(seconds={"numbers": "1.0"}),
        with_training(stages={"numbers": {"seconds": None}}),
        with_training(stages={"numbers": {"seconds": "1.0"}}),
        with_training(stages={"basic": {"seconds": 1.0, "embedding": {"seconds": math.inf}}}),
    ],
)
def test_what_lacks_anything_of_a_training_run_is_no_record_of_one(record: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        shape_of("train").model_validate(record)


@pytest.mark.parametrize("lost", PRETRAINED["run"])
def test_what_lacks_anything_of_number_pretraining_is_no_record_of_it(lost: str) -> None:
    run = {name: value for name, value in PRETRAINED["run"].items() if name != lost}
    wrong = (
        {"hits1": {"k1": 95.0}},
        {"hits1": {"all": 9.0, "k1": "9"}},
        {"hits1_by_size": {"50": {"all": 101.0}}},
    )
    for damaged in (run, *({**PRETRAINED["run"], **one} for one in wrong)):
        with pytest.raises(ValidationError):
            shape_of("pretraining").model_validate({**PRETRAINED, "run": damaged})
