"""The two teachers of NSM's paper: one pass after the other through one model, or two models side by side."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from torch import Tensor, nn

from numkbqa.reasoning.basic.base import BasicOutput, GraphVocabulary
from numkbqa.reasoning.basic.nsm import NSM, NSMSettings
from numkbqa.reasoning.teachers.backward import BackwardLayers, undo_steps
from numkbqa.retrieval.batch import Batch


@dataclass(frozen=True, slots=True)
class TeacherOutput:
    """What a teacher says of a batch.

    Args:
        ahead: forward reasoning; its steps are p_1..p_n.
        back: b_0..b_{n-1}, backward reasoning from the gold answers, shape (num_steps, num_entities).
    """

    ahead: BasicOutput
    back: Tensor


class Teacher(nn.Module, ABC):
    """Base class of teachers: NSM forwards, and something backwards.

    Args:
        settings: those of NSM.
        vocabulary: relation vectors and widths of the graph.
    """

    starts_trained: ClassVar[bool]
    """Whether forward reasoning starts as a plain NSM that was trained before."""

    def __init__(self, settings: NSMSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        self.reasoner = NSM(settings, vocabulary)

    @abstractmethod
    def forward(self, batch: Batch) -> TeacherOutput:
        """Reason both ways.

        Args:
            batch: the block-diagonal batch with its gold answers.

        Returns:
            The distributions of all steps.
        """


class HybridTeacher(Teacher):
    """One model: backward reasoning has the instructions and starts from the final entity vectors.

    Args:
        settings: those of NSM.
        vocabulary: relation vectors and widths of the graph.
    """

    starts_trained: ClassVar[bool] = True

    def __init__(self, settings: NSMSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__(settings, vocabulary)
        self.back_layers = BackwardLayers(settings)

    def forward(self, batch: Batch) -> TeacherOutput:
        """Reason ahead, then back from where that ended; see `Teacher.forward`."""
        asked = self.reasoner.read(batch)
        ahead = self.reasoner.reason(asked, self.reasoner.start(asked, batch), batch)
        return TeacherOutput(ahead, undo_steps(self.back_layers, asked, ahead.entities, batch))


class ParallelTeacher(Teacher):
    """Two models: the second reads the question for itself, and all its steps run backwards.

    Args:
        settings: those of NSM.
        vocabulary: relation vectors and widths of the graph.
    """

    starts_trained: ClassVar[bool] = False

    def __init__(self, settings: NSMSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__(settings, vocabulary)
        self.second = NSM(settings, vocabulary)

    def forward(self, batch: Batch) -> TeacherOutput:
        """Reason ahead and back apart from each other; see `Teacher.forward`."""
        asked = self.second.read(batch)
        back = undo_steps(self.second, asked, self.second.start(asked, batch), batch)
        return TeacherOutput(self.reasoner(batch), back)


TEACHERS: dict[str, type[Teacher]] = {"hybrid": HybridTeacher, "parallel": ParallelTeacher}


def new_teacher(settings: NSMSettings, vocabulary: GraphVocabulary) -> Teacher:
    """The teacher that NSM's settings name, with fresh parameters.

    Args:
        settings: those of NSM; `teacher` is not "none".
        vocabulary: relation vectors and widths of the graph.

    Returns:
        The teacher.
    """
    return TEACHERS[settings.teacher](settings, vocabulary)


def starts_trained(settings: NSMSettings) -> bool:
    """Whether the teacher that NSM's settings name starts as a plain NSM that was trained before."""
    return TEACHERS[settings.teacher].starts_trained
