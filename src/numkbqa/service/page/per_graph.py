"""What is made once for each graph that is served, and again when another graph takes its place."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

Made = TypeVar("Made")


class PerGraph(Generic[Made]):
    """One thing for each model: that of the graph that it has now."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[str, Future[Made]]] = {}
        self._lock = Lock()

    def of(self, model: str, graph: str, begin: Callable[[Future[Made]], None]) -> Future[Made]:
        """What was made for a graph, or is being made; what failed is begun anew.

        Args:
            model: name of the model.
            graph: content hash of its graph.
            begin: makes it, at once or in a thread of its own, with `fulfil`. Nobody else waits for it but
                who asks for the same.

        Returns:
            Its promise.
        """
        with self._lock:
            known = self._made.get(model)
            if known is not None and known[0] == graph and not _failed(known[1]):
                return known[1]
            goal: Future[Made] = Future()
            self._made[model] = (graph, goal)
        begin(goal)
        return goal


def fulfil(goal: Future[Made], make: Callable[[], Made]) -> None:
    """Make something; whoever waits for it learns of a failure.

    Args:
        goal: its promise.
        make: makes it.
    """
    try:
        goal.set_result(make())
    except BaseException as error:
        goal.set_exception(error)


def _failed(made: Future[Made]) -> bool:
    return made.done() and made.exception() is not None
