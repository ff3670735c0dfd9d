"""BAMnet: a question and a memory of candidates that attend to each other."""

from numkbqa.reasoning.basic.bamnet.model import BAMnet
from numkbqa.reasoning.basic.bamnet.settings import BAMnetSettings

__all__ = ["BAMnet", "BAMnetSettings"]
