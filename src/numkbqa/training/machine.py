"""What settings ask of the machine: a device, an encoder's files, and weights to start from."""

from collections.abc import Sequence

from numkbqa.text import load_encoder
from numkbqa.training.pretrained_numbers import find_start
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import torch_device


def check_machine(several: Sequence[Settings]) -> None:
    """Refuse settings that this machine cannot serve, before hours of work that would end there.

    Args:
        several: settings of runs; each device and encoder is tried once.

    Raises:
        UserError: torch cannot compute on a device, an encoder's files are missing, or the folder that number
            pre-training shall start from holds no weights that fit.
    """
    for device in {settings.device for settings in several}:
        torch_device(device)
    names = {encoder: load_encoder(encoder).name for encoder in {settings.encoder for settings in several}}
    for settings in several:
        find_start(settings, names[settings.encoder])
