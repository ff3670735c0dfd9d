"""The Python API: `numkbqa.load(path)` gives a `Model`, which answers questions and looks things up.

The records need no torch, so the model is imported when it is used.
"""

from typing import TYPE_CHECKING

from numkbqa.api.answer import Answer, Evidence
from numkbqa.api.explained import Explanation
from numkbqa.lazy import imported_when_used

if TYPE_CHECKING:
    from numkbqa.answering import Asked
    from numkbqa.api.model import Model, open_model
else:
    __getattr__ = imported_when_used(__name__, {"Asked": "model", "Model": "model", "open_model": "model"})

__all__ = ["Answer", "Asked", "Evidence", "Explanation", "Model", "open_model"]
