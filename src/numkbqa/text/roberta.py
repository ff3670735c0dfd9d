"""The paper's encoder: RoBERTa, from a local folder or the Hugging Face cache."""

import hashlib
from pathlib import Path

from huggingface_hub import snapshot_download
from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

from numkbqa.errors import UserError
from numkbqa.text.transformer import TransformerEncoder


class RobertaEncoder(TransformerEncoder):
    """A frozen RoBERTa (paper: roberta-base); its start and end tokens are `<s>` and `</s>` (open point A22).

    Args:
        folder: a local model folder, or the name of a model in the hub cache ("roberta-base").
        batch_size: texts per forward pass.
    """

    def __init__(self, folder: str | Path = "roberta-base", *, batch_size: int = 128) -> None:
        path = Path(folder) if Path(folder).is_dir() else _cached_folder(str(folder))
        super().__init__(path, f"roberta-{_fingerprint(path)}", batch_size=batch_size)


def _cached_folder(name: str) -> Path:
    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError) as error:
        raise UserError(
            f"the model {name!r} is neither a local folder nor in the Hugging Face cache.",
            remedy=f"Run 'hf download {name}' once (nothing is downloaded by itself), or use minilm.",
        ) from error


def _fingerprint(folder: Path) -> str:
    # Two folders with the same weights and tokenizer share their cached embeddings wherever they lie.
    digest = hashlib.sha256()
    for name in ("model.safetensors", "tokenizer.json", "vocab.json", "merges.txt"):
        path = folder / name
        if path.is_file():
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:12]
