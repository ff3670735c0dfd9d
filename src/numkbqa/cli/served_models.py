"""What the commands that serve models share: names for the models, and a hint at a missing package."""

from collections.abc import Sequence
from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.service.model_names import check_names


def named_folders(models: Sequence[Path], names: Sequence[str]) -> dict[str, Path]:
    """The models by name.

    Args:
        models: model folders.
        names: a name for each of them; none at all means the names of the folders.

    Returns:
        A folder by name, in the order given.

    Raises:
        UserError: there are not as many names as models, two models have one name, or a name is none.
    """
    if names and len(names) != len(models):
        what = f"there are {len(models)} models and {len(names)} names"
        raise UserError(what, where="--name", remedy="give one for each model, in the same order")
    called = list(names) or [model.resolve().name for model in models]
    check_names(called)
    twice = next((name for name in called if called.count(name) > 1), None)
    if twice is not None:
        remedy = "name each of them: --name first --name second"
        raise UserError(f'several models are called "{twice}"', where="--name", remedy=remedy)
    return dict(zip(called, models, strict=True))


def missing_extra(error: ModuleNotFoundError, needing: str, extras: str) -> Exception:
    """What to say when a package of an extra is not installed.

    Args:
        error: names the package.
        needing: what needs it.
        extras: the extras that bring it.

    Returns:
        An error for the user; the same one when the package is ours.
    """
    if error.name is None or error.name.partition(".")[0] == "numkbqa":
        return error
    remedy = f'install it: pip install "numkbqa[{extras}]"'
    return UserError(f"{needing} needs {error.name}, which is not installed", remedy=remedy)
