"""What the service counts, for Prometheus; a registry of its own, so that several services do not mix."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from numkbqa.answering.schema import AnswerDocument

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are counted by name: a client may send any word as one, and each would stay for ever."""


class Metrics:
    """Counters, gauges and histograms of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "numkbqa_requests", "Requests done.", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "numkbqa_request_seconds",
            "Seconds from a request to its response.",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self._waiting = Gauge(
            "numkbqa_waiting", "Requests that wait for a thread.", ["queue"], registry=self.registry
        )
        self._batch = Histogram(
            "numkbqa_batch_size",
            "Questions answered in one run of the model.",
            buckets=BATCH_SIZES,
            registry=self.registry,
        )
        self._answers = Counter(
            "numkbqa_answers",
            "Questions answered, by kind, and by the reason when there is no answer.",
            ["model", "kind", "abstained"],
            registry=self.registry,
        )
        self._reloads = Counter(
            "numkbqa_reloads", "Models opened again.", ["model", "result"], registry=self.registry
        )

    def watch_queue(self, queue: str, length: Callable[[], int]) -> None:
        """Read the length of a queue whenever the metrics are asked for."""
        self._waiting.labels(queue).set_function(length)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; `route` is the pattern of its path, of which there are few."""
        self._requests.labels(method if method in METHODS else "other", route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def batch(self, size: int) -> None:
        """Count a run of the model."""
        self._batch.observe(size)

    def answer(self, model: str, document: AnswerDocument) -> None:
        """Count an answered question."""
        self._answers.labels(model, kind_of(document), document.abstained_code or "").inc()

    def reload(self, model: str, *, done: bool) -> None:
        """Count a reload."""
        self._reloads.labels(model, "done" if done else "failed").inc()

    def text(self) -> bytes:
        """Everything, in the text format of Prometheus."""
        return generate_latest(self.registry)


def kind_of(document: AnswerDocument) -> str:
    """What kind of answer a document holds: `entity`, `value`, `clarification` or `none`."""
    if document.clarification is not None:
        return "clarification"
    if not document.answers:
        return "none"
    return "entity" if document.asked_value is None else "value"
