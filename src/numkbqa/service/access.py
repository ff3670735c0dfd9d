"""The API key: who may ask, when the service is told to be particular about it."""

import base64
import binascii
import hashlib
import hmac
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from numkbqa.errors import UserError
from numkbqa.service.problems import problem

VARIABLE = "NUMKBQA_API_KEY"
"""Environment variable that holds a key."""

SHORTEST = 16
"""Characters of a key, at least."""

OPEN_PATHS = ("/health",)
"""Paths that need no key; without one they tell less."""

_NEW_KEY = "make one: python -c 'import secrets; print(secrets.token_urlsafe(32))'"


class ApiKeys:
    """The keys that open the service; only their hashes are kept.

    Args:
        keys: the keys.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._digests = [_digest(key) for key in keys]

    def allow(self, headers: Headers) -> bool:
        """Whether a request shows one of the keys.

        A key comes as `Authorization: Bearer KEY`, as `X-API-Key: KEY`, or as the password of a browser's
        log-in (`Authorization: Basic`), so that the web page can be used too.
        """
        shown = [_digest(key) for key in _shown(headers)]
        # every pair is compared, whatever the outcome, so that time tells nothing
        equal = [hmac.compare_digest(one, key) for one in shown for key in self._digests]
        return any(equal)


def read_keys(file: Path | None) -> ApiKeys | None:
    """Read the keys that the service asks for.

    Args:
        file: a file with one key a line, so that an old and a new key may both hold for a while; None takes
            the key in the environment variable `NUMKBQA_API_KEY`.

    Returns:
        The keys, or None: there is neither file nor variable.

    Raises:
        UserError: the file cannot be read, or holds no key, or a key is too short to be one, or holds what
            the header of a request cannot.
    """
    if file is None:
        where, text = f"${VARIABLE}", os.environ.get(VARIABLE, "")
        if not text:
            return None
    else:
        where, text = str(file), _text(file)
    keys = [line.strip() for line in text.splitlines() if line.strip()]
    if not keys:
        raise UserError("there is no API key", where=where, remedy=_NEW_KEY)
    if any(len(key) < SHORTEST for key in keys):
        raise UserError(f"an API key has at least {SHORTEST} characters", where=where, remedy=_NEW_KEY)
    if not all(key.isascii() and key.isprintable() for key in keys):
        what = "an API key holds only letters, digits and signs of ASCII, as headers do"
        raise UserError(what, where=where, remedy=_NEW_KEY)
    return ApiKeys(keys)


class RequireKey:
    """Refuses requests without a key.

    Args:
        app: what answers.
        keys: the keys.
    """

    def __init__(self, app: ASGIApp, keys: ApiKeys) -> None:
        self.app, self.keys = app, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            allowed = self.keys.allow(headers)
            scope.setdefault("state", {})["allowed"] = allowed
            if not allowed and scope["path"] not in OPEN_PATHS:
                await _refusal(headers)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _refusal(headers: Headers) -> ASGIApp:
    # a browser asks its user for a password only when it is told of Basic
    browser = "text/html" in headers.get("accept", "")
    challenge = 'Basic realm="numkbqa", charset="UTF-8"' if browser else 'Bearer realm="numkbqa"'
    remedy = "send it as Authorization: Bearer KEY, or as X-API-Key: KEY"
    return problem(
        401, "no-key", "this needs an API key", remedy=remedy, headers={"WWW-Authenticate": challenge}
    )


def _shown(headers: Headers) -> Iterator[str]:
    yield headers.get("x-api-key", "")
    scheme, _, rest = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        yield rest.strip()
    elif scheme.lower() == "basic":
        yield _password(rest)


def _password(encoded: str) -> str:
    try:
        _, _, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return ""
    return password


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode(errors="surrogateescape")).digest()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")  # editors of Windows begin files with a mark
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"the API key cannot be read: {error}", where=file, remedy=_NEW_KEY) from None
