"""Checking documents of `ask --json` against the contract, strictly: no type is made to fit."""

import json
from typing import Any

from numkbqa.answering.schema import AnswerDocument


def checked(document: dict[str, Any]) -> AnswerDocument:
    """Check a document against the contract.

    Args:
        document: what `ask --json` prints, parsed.

    Returns:
        The same as a model, which gives the very document back.

    Raises:
        ValidationError: it breaks the contract.
    """
    found = AnswerDocument.model_validate_json(json.dumps(document), strict=True)
    assert found.to_json() == document
    return found
