"""`numkbqa train`: from a graph and question files to a model folder."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from numkbqa.errors import Interrupted, UserError
from numkbqa.kb import open_kb
from numkbqa.progress import peak_memory, stage
from numkbqa.training.algorithm1 import Trained, run_algorithm1
from numkbqa.training.checkpoint import save_model
from numkbqa.training.manifest import MANIFEST
from numkbqa.training.pretrained_numbers import find_start
from numkbqa.training.questions import TrainingQuestions, gather_questions
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What a training run did.

    Args:
        real: real training questions.
        pseudo: training questions made out of the graph.
        dev: questions that select.
        stages: facts of each stage, by its name.
        seconds: wall time of each stage, in seconds, by its name.
        peak_memory_bytes: largest resident memory of the process until then.
    """

    real: int
    pseudo: int
    dev: int
    stages: dict[str, object] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    peak_memory_bytes: int = 0

    def to_json(self) -> dict[str, object]:
        """The report as one JSON document."""
        return {
            "questions": {"real": self.real, "pseudo": self.pseudo, "dev": self.dev},
            "stages": self.stages,
            "seconds": self.seconds,
            "peak_memory_bytes": self.peak_memory_bytes,
        }


def train(
    kb_path: Path,
    output: Path,
    question_files: Sequence[Path] = (),
    dev_files: Sequence[Path] = (),
    settings: Settings | None = None,
    held_out_files: Sequence[Path] = (),
) -> TrainingReport:
    """Train a model by Algorithm 1 and write its folder.

    Args:
        kb_path: folder of the knowledge base.
        output: folder of the model; written whole at the end, or not at all.
        question_files: question files; without any, pseudo questions alone.
        dev_files: question files that select.
        settings: all settings.
        held_out_files: question files whose topics no pseudo question may ask about.

    Returns:
        The report.

    Raises:
        UserError: the input is wrong.
        Interrupted: the user stopped it; finished stages are kept for the next run.
    """
    settings = settings or Settings()
    check_output(output)
    try:
        with stage("opening the knowledge base"):
            workbench = Workbench(open_kb(kb_path), settings, kb_path)
        find_start(settings, workbench.encoder.name)  # a wrong folder is told before the first stage
        questions = gather_questions(workbench, question_files, dev_files, held_out_files)
        trained = run_algorithm1(workbench, questions)
    except KeyboardInterrupt:
        raise Interrupted(
            f"training was interrupted: {output} was not written; "
            "the same command goes on from the last finished stage"
        ) from None
    report = _report(questions, trained)
    facts = {"training": report.to_json(), "torch": torch.__version__}
    save_model(
        output,
        kb_path,
        workbench,
        trained.model,
        trained.classifier,
        facts,
        trained.plain,
        trained.calibration,
    )
    return report


def check_output(output: Path, marker: str = MANIFEST) -> None:
    """Refuse to spend hours on a folder that cannot be written where it was asked for.

    Args:
        output: the folder asked for.
        marker: name of the file that tells an older folder of the same sort.

    Raises:
        UserError: something else stands there, or its parent folder does not exist or takes no files.
    """
    parent = output.resolve().parent
    if not parent.is_dir():
        raise UserError("the folder to write into does not exist", where=parent, remedy="create it first")
    remedy = "choose another folder for -o"
    try:
        with TemporaryDirectory(prefix=f".{output.name}.", dir=parent):
            pass
    except OSError as error:
        raise UserError(f"cannot write there ({error.strerror})", where=output, remedy=remedy) from None
    ours = output.is_dir() and (not any(output.iterdir()) or (output / marker).exists())
    if output.is_symlink() or (output.exists() and not ours):
        raise UserError("something that numkbqa did not write stands there", where=output, remedy=remedy)


def _report(questions: TrainingQuestions, trained: Trained) -> TrainingReport:
    return TrainingReport(
        len(questions.real),
        len(questions.pseudo),
        len(questions.dev),
        trained.facts,
        trained.seconds,
        peak_memory(),
    )
