import pytest

from numkbqa.answering.schema import AnswerDocument
from numkbqa.service.metrics import Metrics, kind_of
from numkbqa.service.routes.examples import ANSWER

NONE = {"answers": [], "abstained": "there is no such number", "abstained_code": "no_relation"}
CHOICES = [{"id": i, "label": i, "description": "", "score": 0.5} for i in ("a", "b")]
ASKED_BACK = {
    **NONE,
    "abstained_code": "ambiguous_topic",
    "clarification": {"mention": "x", "question": "which?", "choices": CHOICES},
}
VALUE = {
    "answers": [{"value": "652", "unit": "km", "of": {"id": "po", "label": "Po"}, "score": 1.0}],
    "asked_value": {"relation": "length", "text": "length", "unit": "km"},
}


def document(changes: dict[str, object]) -> AnswerDocument:
    return AnswerDocument.model_validate({**ANSWER, **changes})


@pytest.mark.parametrize(
    ("changes", "kind"), [({}, "entity"), (VALUE, "value"), (ASKED_BACK, "clarification"), (NONE, "none")]
)
def test_answers_are_counted_by_kind_and_reason(changes: dict[str, object], kind: str) -> None:
    metrics, answered = Metrics(), document(changes)
    assert kind_of(answered) == kind
    metrics.answer("toy", answered)
    code = answered.abstained_code or ""
    line = f'numkbqa_answers_total{{abstained="{code}",kind="{kind}",model="toy"}} 1.0'
    assert line in metrics.text().decode()


def test_methods_that_clients_make_up_are_counted_together() -> None:
    metrics = Metrics()
    for number in range(3):
        metrics.request(f"MADE-UP-{number}", "/ask", 405, 0.02)
    text = metrics.text().decode()
    assert 'numkbqa_requests_total{method="other",route="/ask",status="405"} 3.0' in text
    assert "MADE-UP" not in text


def test_everything_is_told() -> None:
    metrics = Metrics()
    metrics.watch_queue("questions", lambda: 3)
    metrics.request("POST", "/ask", 200, 0.02)
    metrics.batch(4)
    metrics.reload("toy", done=True)
    metrics.reload("toy", done=False)
    text = metrics.text().decode()
    for line in (
        'numkbqa_waiting{queue="questions"} 3.0',
        'numkbqa_request_seconds_bucket{le="0.025",route="/ask"} 1.0',
        'numkbqa_batch_size_bucket{le="4.0"} 1.0',
        'numkbqa_reloads_total{model="toy",result="done"} 1.0',
        'numkbqa_reloads_total{model="toy",result="failed"} 1.0',
        "process_resident_memory_bytes",
    ):
        assert line in text


def test_services_do_not_mix() -> None:
    one, other = Metrics(), Metrics()
    one.batch(1)
    assert "numkbqa_batch_size_count 0.0" in other.text().decode()
