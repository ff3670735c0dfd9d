"""Frozen transformer encoders out of a local folder; nothing is ever downloaded."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModel, AutoTokenizer
from transformers.utils import logging as hf_logging

from numkbqa.errors import UserError
from numkbqa.text.encoder import States

Ints = NDArray[np.int64]

LONG = 64
"""Texts of more tokens are encoded apart from shorter ones."""


class TransformerEncoder:
    """A frozen transformer; its weights are read when the first text is encoded. Threads take turns.

    Args:
        folder: local folder with `config.json`, the tokenizer's files and `model.safetensors`.
        name: identity of the weights, used as the cache key.
        batch_size: texts per forward pass.
    """

    def __init__(self, folder: Path, name: str, *, batch_size: int = 128) -> None:
        self.folder, self.batch_size = folder, batch_size
        self._name, self._width = name, _width_of(folder)
        self._turn = RLock()  # a tokenizer serves one thread at a time, and weights are read once

    @property
    def name(self) -> str:
        """Identity of the weights, used as the cache key."""
        return self._name

    @property
    def width(self) -> int:
        """Width of a token state."""
        return self._width

    @property
    def max_tokens(self) -> int:
        """Longest text in tokens, start and end token included, that is not cut; loads the weights."""
        with self._turn:
            return self._max_tokens

    @cached_property
    def _max_tokens(self) -> int:
        # RoBERTa's positions start after its padding index, so that two of them are never used.
        positions = int(self._model.config.max_position_embeddings)
        if self._model.config.model_type in {"roberta", "xlm-roberta", "camembert"}:
            positions -= int(self._model.config.pad_token_id) + 1
        return min(positions, int(self._tokenizer.model_max_length))

    def encode(self, texts: Sequence[str]) -> list[States]:
        """Encode texts, in batches of similar length so that they hold little padding.

        Args:
            texts: any number of texts; longer ones than the model can read are cut.

        Returns:
            One array of shape (num_tokens + 2, width) per text: start token, the text's tokens, end token.
        """
        if not texts:
            return []
        with self._turn:
            return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> list[States]:
        tokens = self._tokenizer(list(texts), truncation=True, max_length=self._max_tokens)["input_ids"]
        states: list[States] = [np.empty((0, self.width), dtype=np.float32)] * len(texts)
        for chosen in self._batches(np.array([len(ids) for ids in tokens])):
            for index, state in zip(chosen, self._forward([tokens[i] for i in chosen]), strict=True):
                states[index] = state
        return states

    def _batches(self, lengths: Ints) -> Iterator[Ints]:
        """Places of texts by length; one long text must not make all the short ones beside it long."""
        order = np.argsort(lengths, kind="stable")
        short = int((lengths <= LONG).sum())
        for part in (order[:short], order[short:]):
            yield from (
                part[start : start + self.batch_size] for start in range(0, len(part), self.batch_size)
            )

    @torch.inference_mode()
    def _forward(self, batch: list[list[int]]) -> Iterator[States]:
        lengths = [len(ids) for ids in batch]
        ids = torch.full((len(batch), max(lengths)), self._tokenizer.pad_token_id or 0, dtype=torch.long)
        mask = torch.zeros_like(ids)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            mask[row, : len(tokens)] = 1
        hidden = self._model(input_ids=ids, attention_mask=mask).last_hidden_state.float().numpy()
        return (hidden[row, :length].copy() for row, length in enumerate(lengths))

    def _check_weights(self) -> None:
        """Hook for encoders that know what their weights must be."""

    @cached_property
    def _model(self) -> Any:
        self._check_weights()
        with _quiet(), _as_user_error(self.folder):
            model = AutoModel.from_pretrained(
                self.folder, local_files_only=True, use_safetensors=True, add_pooling_layer=False
            )
        return model.eval().requires_grad_(False)

    @cached_property
    def _tokenizer(self) -> Any:
        with _quiet(), _as_user_error(self.folder):
            return AutoTokenizer.from_pretrained(self.folder, local_files_only=True)


def _width_of(folder: Path) -> int:
    path = folder / "config.json"
    try:
        return int(json.loads(path.read_text(encoding="utf-8"))["hidden_size"])
    except FileNotFoundError as error:
        raise UserError(
            "there is no transformer model in this folder: config.json is missing.",
            where=folder,
            remedy="Name a folder saved by transformers (config.json, tokenizer files, model.safetensors).",
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(
            "config.json holds no hidden_size.", where=path, remedy="Copy the model folder again."
        ) from error


@contextmanager
def _as_user_error(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise UserError(
            f"the transformer model cannot be loaded: {str(error).splitlines()[0]}",
            where=folder,
            remedy="The folder needs config.json, the tokenizer's files and model.safetensors.",
        ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    logging: Any = hf_logging  # untyped
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
