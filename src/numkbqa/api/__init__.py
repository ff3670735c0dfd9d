"""The Python API: `numkbqa.load(path)` gives a `Model`, which answers questions and looks things up."""

from numkbqa.answering import Asked
from numkbqa.api.answer import Answer, Evidence
from numkbqa.api.explained import Explanation
from numkbqa.api.model import Model, open_model

__all__ = ["Answer", "Asked", "Evidence", "Explanation", "Model", "open_model"]
