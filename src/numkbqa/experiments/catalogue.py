"""The packaged experiments, read from their YAML files."""

from functools import cache
from importlib import resources

import yaml

from numkbqa.config import read_yaml
from numkbqa.errors import UserError
from numkbqa.experiments.definition import Definition


def list_experiments() -> list[Definition]:
    """All experiments, by name."""
    return list(_all().values())


def find_experiment(name: str) -> Definition:
    """The experiment of a name.

    Raises:
        UserError: there is none; the message lists all.
    """
    known = _all()
    if name not in known:
        raise UserError(
            f"there is no experiment {name!r}", remedy=f"choose among: {', '.join(known)} (`experiment list`)"
        )
    return known[name]


def parse_definition(text: str, where: str) -> Definition:
    """Read a definition.

    Args:
        text: YAML.
        where: its file, for messages.

    Returns:
        The definition.

    Raises:
        UserError: it is no YAML, or a key is unknown, missing, wrong or given twice.
    """
    try:
        document = read_yaml(text)
        return Definition.model_validate(None if document is None else document.values)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UserError(f"this is no experiment: {error}", where=where) from None


@cache
def _all() -> dict[str, Definition]:
    folder = resources.files("numkbqa.experiments") / "definitions"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda f: f.name)
    found = [parse_definition(file.read_text(encoding="utf-8"), file.name) for file in files]
    return {definition.name: definition for definition in found}
