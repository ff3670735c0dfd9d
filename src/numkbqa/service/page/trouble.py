"""Why there is no answer although one was asked for, in words for the page."""

from dataclasses import dataclass

from numkbqa.errors import NumkbqaError, UserError
from numkbqa.service.page.words import sentence
from numkbqa.service.refusals import Busy, Stopping, TimedOut, UnknownModel, is_of_server


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong.

    Args:
        status: HTTP status.
        what: what is wrong.
        remedy: what to do about it.
        retry_after: seconds after which it is worth to try again.
    """

    status: int
    what: str
    remedy: str
    retry_after: int | None = None


def trouble(error: NumkbqaError) -> Trouble:
    """Put an error in words.

    Args:
        error: what the service raised.

    Returns:
        What the page says of it.

    Raises:
        NumkbqaError: it is a fault of the server.
    """
    match error:
        case Busy():
            return Trouble(429, "Many questions are waiting.", "Ask again in a moment.", error.retry_after)
        case TimedOut():
            return Trouble(504, sentence(str(error)), "Ask again, or ask something narrower.")
        case Stopping():
            return Trouble(503, sentence(str(error)), "Ask again in a moment.", 5)
        case UserError() if not is_of_server(error):
            status = 404 if isinstance(error, UnknownModel) else 422
            return Trouble(status, sentence(error.what), sentence(error.remedy or ""))
        case _:
            raise error
