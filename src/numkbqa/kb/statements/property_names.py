"""Names of Wikidata's properties: they stand on `wd:P31` and are meant for `wdt:P31` and its relatives."""

from typing import Final

from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.roles import PROP

_ENTITY: Final = "http://www.wikidata.org/entity/"
_DIRECT: Final = f"{PROP}direct/"


def name_properties(staging: Staging) -> None:
    """Name the truthy relations after their properties.

    Args:
        staging: the graph.
    """
    staging.execute(
        f"INSERT INTO name SELECT '{_DIRECT}' || thing[{len(_ENTITY) + 1}:], text, language, rank FROM name"
        f" WHERE starts_with(thing, '{_ENTITY}P')"
    )
