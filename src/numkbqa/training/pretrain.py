"""`numkbqa pretrain`: numerical reasoning alone, pre-trained on the numbers of a graph."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from safetensors.torch import save_file

from numkbqa.errors import Interrupted
from numkbqa.files import write_folder_aside
from numkbqa.kb import open_kb
from numkbqa.progress import peak_memory, stage
from numkbqa.training.checkpoint import weights_of
from numkbqa.training.number_stage import pretrain_numerical
from numkbqa.training.pretrained_numbers import MANIFEST, WEIGHTS
from numkbqa.training.questions import gather_questions
from numkbqa.training.settings import Settings
from numkbqa.training.train import check_output
from numkbqa.training.workbench import Workbench


@dataclass(frozen=True, slots=True)
class PretrainingReport:
    """What number pre-training did; `facts` holds steps, instances and direct Hits@1 on unseen numbers."""

    facts: dict[str, object]
    peak_memory_bytes: int

    def to_json(self) -> dict[str, object]:
        """The report as one JSON document."""
        return {**self.facts, "peak_memory_bytes": self.peak_memory_bytes}


def pretrain(
    kb_path: Path,
    output: Path,
    settings: Settings | None = None,
    question_files: Sequence[Path] = (),
    dev_files: Sequence[Path] = (),
    held_out_files: Sequence[Path] = (),
) -> PretrainingReport:
    """Pre-train a plug-in's numerical reasoner on QIND and QGND, as `train` does, and write its folder.

    Args:
        kb_path: folder of the knowledge base.
        output: folder for the weights; written whole at the end, or not at all.
        settings: all settings.
        question_files: question files whose ordinal questions give QGND; without any, pseudo questions alone.
        dev_files: question files that stay unseen; without any, a share of the training questions does.
        held_out_files: question files whose topics no pseudo question may ask about.

    Returns:
        The report, with direct Hits@1.

    Raises:
        UserError: the input is wrong.
        Interrupted: the user stopped it.
    """
    settings = settings or Settings()
    check_output(output, MANIFEST)
    try:
        with stage("opening the knowledge base"):
            workbench = Workbench(open_kb(kb_path), settings, kb_path)
        model = workbench.new_numerical().to(workbench.device)
        questions = gather_questions(workbench, question_files, dev_files, held_out_files)
        facts = pretrain_numerical(workbench, model, questions.real, questions.guided)
    except KeyboardInterrupt:
        raise Interrupted(f"pre-training was interrupted: {output} was not written") from None
    report = PretrainingReport(facts, peak_memory())
    with write_folder_aside(output, MANIFEST) as aside:
        save_file(weights_of(model), aside / WEIGHTS)
        manifest = {
            "format": 1,
            "encoder": workbench.encoder.name,
            "kb": workbench.kb.content_hash,
            "plug_in": settings.plug_in,
            "settings": model.settings.model_dump(mode="json"),
            "data": settings.number_data.model_dump(mode="json"),
            "training": settings.number_training.model_dump(mode="json"),
            "seed": settings.seed,
            **report.to_json(),
        }
        (aside / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    return report
