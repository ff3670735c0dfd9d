"""Encoders by name, as settings and checkpoints name them."""

from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.text.cache import CachedEncoder
from numkbqa.text.encoder import TextEncoder
from numkbqa.text.tiny import TinyEncoder
from numkbqa.text.word_vectors import WordVectorEncoder


def load_encoder(name: str, cache_folder: Path | None = None) -> CachedEncoder:
    """Open an encoder by name.

    Args:
        name: "minilm" (the default encoder), "roberta:<folder or hub name>", "roberta" (roberta-base out of
            the hub cache), "words:<file of word vectors, or folder of NSM>" or "tiny" (for tests).
        cache_folder: folder of the on-disk cache; None keeps nothing.

    Returns:
        The encoder with its cache.

    Raises:
        UserError: the name is unknown, or the encoder's files are missing.
    """
    return CachedEncoder(_by_name(name), cache_folder)


def _by_name(name: str) -> TextEncoder:
    # Imported where needed: torch and transformers take seconds, and much of the package needs neither.
    kind, _, argument = name.partition(":")
    if kind == "minilm" and not argument:
        from numkbqa.text.minilm import MiniLMEncoder  # noqa: PLC0415

        return MiniLMEncoder()
    if kind == "tiny" and not argument:
        return TinyEncoder()
    if kind == "words" and argument:
        return WordVectorEncoder(Path(argument))
    if kind == "roberta":
        from numkbqa.text.roberta import RobertaEncoder  # noqa: PLC0415

        return RobertaEncoder(argument or "roberta-base")
    raise UserError(
        f"there is no text encoder named {name!r}.",
        remedy='Use "minilm", "roberta:<folder>", "words:<file>" or "tiny".',
    )
