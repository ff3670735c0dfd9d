"""What a model that others ask keeps to itself: where files of the server lie, and what was asked before."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from numkbqa.api import Model

TEXTS_IN_MEMORY: Final = 32 * 2**20
"""Bytes of the newest texts' vectors that a model keeps, of about a thousand questions: what people ask is
not written anywhere, and does not pile up."""


def be_discreet(model: "Model") -> None:
    """From now on let a model name files without their folders, and write nothing of what it is asked.

    Args:
        model: the model; one that is discreet stays as it is.
    """
    model.kb.hide_folders()
    model.answerer.system.workbench.encoder.keep_in_memory(TEXTS_IN_MEMORY)
