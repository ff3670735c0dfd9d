"""A pre-trained NumericalTransformer to start from: the one in the package, or one that was asked for.

It is pre-trained once and fits every graph (paper, section 4.1), so that `train` only adapts it.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from numkbqa.errors import UserError
from numkbqa.reasoning.numerical import NumericalReasoner, NumericalTransformer, NumericalTransformerSettings
from numkbqa.training.checkpoint import load_weights
from numkbqa.training.settings import Settings

MANIFEST: Final = "numkbqa-numbers.json"
WEIGHTS: Final = "numerical.safetensors"
SHIPPED: Final = Path(__file__).parents[1] / "reasoning" / "numerical" / "pretrained"
"""For the default encoder; `scripts/pretrained_numbers.py` makes it, its manifest holds its scores."""

LEARNED: Final = ("triplet_weight", "prediction_weight", "margin", "literal_sign", "literal_sigma")
"""Settings of number training that decide what was learned, not how fast."""


@dataclass(frozen=True, slots=True)
class PretrainedNumbers:
    """A folder that `numkbqa pretrain` wrote.

    Args:
        folder: the folder.
        manifest: what it says of itself.
    """

    folder: Path
    manifest: dict[str, Any]

    @property
    def key(self) -> str:
        """Hash of the weights."""
        return hashlib.sha256((self.folder / WEIGHTS).read_bytes()).hexdigest()[:16]

    def fits(self, settings: Settings, encoder: str) -> bool:
        """Whether it was made with the same encoder and the same settings of `numbers`.

        Args:
            settings: those of the run that starts from it.
            encoder: name of the encoder's weights.

        Returns:
            Whether a run with these settings can start from it.
        """
        own = NumericalTransformerSettings.model_validate(self.manifest["settings"])
        return self.manifest["encoder"] == encoder and own == settings.numbers

    def learned_as(self, settings: Settings) -> bool:
        """Whether a run asks for nothing that these weights have not learned, and for all that they have.

        Args:
            settings: those of the run.

        Returns:
            Whether losses and tasks are the same.
        """
        own, asked = self.manifest["training"], settings.number_training
        same = all(own[name] == getattr(asked, name) for name in LEARNED)
        return same and asked.qind_epochs > 0 and asked.qgnd_epochs > 0

    def load(self, model: NumericalReasoner) -> None:
        """Load the weights into a model that it fits."""
        load_weights(model, self.folder / WEIGHTS)


def find_start(settings: Settings, encoder: str) -> PretrainedNumbers | None:
    """The weights that number pre-training starts from (`number_training.start`).

    Args:
        settings: all settings.
        encoder: name of the encoder's weights.

    Returns:
        The pre-trained weights; None for random ones, also for another plug-in and where the shipped ones do
        not fit the settings: an ablation must not start from what it leaves out.

    Raises:
        UserError: a folder was asked for that holds none, or none that fits.
    """
    start = settings.number_training.start
    if start == "random" or settings.plug_in != NumericalTransformer.key:
        return None
    if start == "shipped":
        shipped = read_pretrained(SHIPPED)
        return shipped if shipped.fits(settings, encoder) and shipped.learned_as(settings) else None
    found = read_pretrained(Path(start))
    if not found.fits(settings, encoder):
        raise UserError(
            "this NumericalTransformer was made with another encoder or other settings (`numbers`)",
            where=found.folder,
            remedy="make another with `numkbqa pretrain`, or set number_training.start=random",
        )
    return found


def read_pretrained(folder: Path) -> PretrainedNumbers:
    """Read what a folder says of its weights.

    Args:
        folder: the folder.

    Returns:
        The pre-trained weights.

    Raises:
        UserError: `numkbqa pretrain` did not write it.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        NumericalTransformerSettings.model_validate(manifest["settings"])
        missing = {"encoder", "training"} - manifest.keys()
        if not (folder / WEIGHTS).is_file():
            missing = {WEIGHTS}
    except (OSError, ValueError, TypeError, KeyError, ValidationError):
        missing = {MANIFEST}
    if missing:
        raise UserError(
            "this is no pre-trained NumericalTransformer",
            where=folder,
            remedy="name a folder that `numkbqa pretrain ... -o NUMBERS` wrote",
        )
    return PretrainedNumbers(folder, manifest)
