"""Why the service does not do what it is asked: it is busy, out of time, stopping, or has no such model."""

from pathlib import Path

from numkbqa.errors import NumkbqaError, UserError


def is_of_server(error: UserError) -> bool:
    """Whether what is wrong is a file of the server, which is no fault of the client, nor its business."""
    return isinstance(error.where, Path)


class Busy(NumkbqaError):  # noqa: N818 - it is a state, not a fault
    """As many requests wait as may.

    Args:
        retry_after: seconds after which it is worth to try again.
    """

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__("too many requests are waiting")


class TimedOut(NumkbqaError):  # noqa: N818 - it is a state, not a fault
    """A request was not done in time, and has been given up.

    Args:
        seconds: the time that it had.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} s")


class Stopping(NumkbqaError):  # noqa: N818 - it is a state, not a fault
    """The service is stopping: what waits is answered, and nothing new is taken on."""

    def __init__(self) -> None:
        super().__init__("the service is stopping")


class ClientGone(NumkbqaError):  # noqa: N818 - it is what happened, not a fault
    """The client left before its answer was there."""


class UnknownModel(UserError):  # noqa: N818 - as the error it is a kind of
    """The service has no model of that name."""


class NotFound(UserError):  # noqa: N818 - as the error it is a kind of
    """The graph has nothing of that id."""
