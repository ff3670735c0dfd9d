from types import SimpleNamespace

from numkbqa.service.idle import IdleConnections


class Line:
    """A connection that remembers whether it was closed."""

    def __init__(self, *answered: bool) -> None:
        self.cycle: SimpleNamespace | None = None
        self.closed = False
        for one in answered:
            self.ask(answered=one)

    def ask(self, *, answered: bool) -> None:
        self.cycle = SimpleNamespace(response_complete=answered)

    def shutdown(self) -> None:
        self.closed = True


def test_what_was_idle_twice_is_closed_and_nothing_else() -> None:
    silent, done, busy, asking, again = Line(), Line(True), Line(False), Line(), Line(True)
    looking = IdleConnections([silent, done, busy, asking, again])
    looking.look()
    assert not any(line.closed for line in (silent, done, busy, asking, again))
    asking.ask(answered=False)
    again.ask(answered=True)
    looking.look()
    closed = [line.closed for line in (silent, done, busy, asking, again)]
    assert closed == [True, True, False, False, False]


def test_a_new_connection_has_its_time() -> None:
    lines = [Line()]
    looking = IdleConnections(lines)
    looking.look()
    lines.append(Line())
    looking.look()
    assert [line.closed for line in lines] == [True, False]
