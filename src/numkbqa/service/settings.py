"""Settings of the HTTP service: `numkbqa serve --config F --set serve.key=value`."""

from pydantic import Field

from numkbqa.config import Section


class ServeSettings(Section):
    """Where the service listens, and how much it takes on at a time."""

    host: str = "127.0.0.1"
    """Address to listen on; one that others can reach asks for an API key, or for `--open`."""

    port: int = Field(8000, ge=0, le=65_535)
    """Port to listen on; 0 takes a free one."""

    max_waiting: int = Field(256, ge=1)
    """Questions that may wait for the model; one more is refused (429)."""

    max_batch: int = Field(32, ge=1)
    """Questions that the model answers in one run, at most."""

    max_lookups: int = Field(64, ge=1)
    """Lookups (entities, relations, ranks) that may wait; one more is refused (429)."""

    timeout: float = Field(30.0, gt=0, allow_inf_nan=False)
    """Seconds after which a request is given up (504), or the body of one that does not end (408). A
    connection on which no request comes whole is closed after twice as long at the latest."""

    drain: float = Field(60.0, gt=0, allow_inf_nan=False)
    """Seconds that requests under way may still take after SIGTERM."""

    max_body: int = Field(65_536, ge=256)
    """Bytes of a request's body, at most (413)."""

    max_question: int = Field(2_000, ge=1)
    """Characters of a question, at most (422)."""

    max_connections: int = Field(1_000, ge=1)
    """Connections at a time; while there are more, requests are refused (503) and theirs are closed."""

    origins: tuple[str, ...] = ()
    """Web origins whose pages may call the API (CORS), such as `https://example.org`; by default none."""

    hosts: tuple[str, ...] = ()
    """Names that requests may call the server by (`Host`). By default any; on loopback without an API key,
    loopback names alone, so that no web page can reach the graph under a name of its own (DNS rebinding)."""

    watch: float = Field(2.0, ge=0, allow_inf_nan=False)
    """Seconds between two looks at the model and graph folders, which are opened again when they change; 0
    never looks, and only SIGHUP reloads."""

    log_questions: bool = False
    """Whether the log holds the texts of the questions."""


class ServiceSettings(Section):
    """All settings of the service."""

    serve: ServeSettings = Field(default_factory=ServeSettings)
