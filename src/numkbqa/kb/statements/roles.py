"""What a relation says of a statement node: its value, the unit, when it held, or nothing of weight."""

import re
from enum import StrEnum
from typing import Final

from numkbqa.kb.classes import RDF_TYPE, TYPE_RELATIONS
from numkbqa.kb.relation_text import local_name
from numkbqa.kb.staging import Staging, text_column

RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
WIKIBASE: Final = "http://wikiba.se/ontology#"
PROP: Final = "http://www.wikidata.org/prop/"
QUALIFIER: Final = f"{PROP}qualifier/"


class Role(StrEnum):
    """What a relation says of a node."""

    VALUE = "value"
    UNIT = "unit"
    TIME = "time"
    RANK = "rank"
    ASIDE = "aside"
    OTHER = "other"


_ROLES: Final = {
    f"{RDF}value": Role.VALUE,
    f"{WIKIBASE}quantityAmount": Role.VALUE,
    f"{WIKIBASE}timeValue": Role.VALUE,
    f"{WIKIBASE}quantityUnit": Role.UNIT,
    f"{WIKIBASE}rank": Role.RANK,
    f"{QUALIFIER}P585": Role.TIME,  # point in time
    RDF_TYPE: Role.ASIDE,
    "http://www.w3.org/ns/prov#wasDerivedFrom": Role.ASIDE,
}
_NAMES: Final = {
    Role.VALUE: {
        "value", "amount", "numericvalue", "numericalvalue", "hasnumericalvalue", "measurementvalue",
    },
    Role.UNIT: {
        "unit", "unittext", "unitcode", "hasunit", "currency", "unitofmeasure", "unitofmeasurement",
    },
    Role.TIME: {
        "year", "date", "time", "pointintime", "asof", "at", "validfrom", "measuredat", "observationdate",
        "attime", "referencedate", "censusyear",
    },
}  # fmt: skip
"""Local names in lower case, without separators, that mean the same in every vocabulary."""
_FREEBASE_UNIT: Final = re.compile(r"\bmeasurement_unit[./]\w+[./](\w+)$")
_FREEBASE_ROLES: Final = {
    "number": Role.VALUE,
    "rate": Role.VALUE,
    "amount": Role.VALUE,
    "currency": Role.UNIT,
    "year": Role.TIME,
    "date": Role.TIME,
    "valid_date": Role.TIME,
    "source": Role.ASIDE,
}
INSTANCE: Final = "type[./]type[./]instance$"
"""Pattern of Freebase's relation from a type to everything that is of it, for SQL."""


def role_of(relation: str) -> Role:
    """What a relation says of a node.

    Args:
        relation: its IRI or name.

    Returns:
        Its role; `Role.OTHER` for what carries weight of its own.
    """
    if relation in _ROLES:
        return _ROLES[relation]
    if relation in TYPE_RELATIONS or relation.startswith(WIKIBASE):
        return Role.ASIDE
    if relation.startswith(PROP):
        return Role.OTHER
    freebase = _FREEBASE_UNIT.search(relation)
    if freebase is not None:
        return _FREEBASE_ROLES.get(freebase[1], Role.OTHER)
    name = local_name(relation).lower().replace("_", "").replace("-", "").replace(" ", "")
    return next((role for role, names in _NAMES.items() if name in names), Role.OTHER)


def make_roles(staging: Staging) -> None:
    """Make the table `role` (relation, role) of all relations."""
    relations = staging.columns(
        "SELECT DISTINCT relation FROM (SELECT DISTINCT relation FROM fact UNION ALL SELECT DISTINCT relation"
        " FROM literal UNION ALL SELECT DISTINCT stated_by FROM relation_unit) ORDER BY relation"
    )["relation"]
    staging.execute("CREATE TABLE role (relation VARCHAR, role VARCHAR)")
    if len(relations):
        roles = text_column(role_of(relation).value for relation in relations.tolist())
        staging.insert("role", {"relation": relations, "role": roles})


def has_role(staging: Staging, role: Role) -> bool:
    """Whether any relation of the graph has a role."""
    return bool(staging.scalar("SELECT count(*) FROM role WHERE role = ?", [role.value]))


def remove_nodes(staging: Staging, nodes: str) -> None:
    """Remove nodes and everything that they say.

    Args:
        staging: the graph.
        nodes: a table with the column `node`.
    """
    chosen = f"IN (SELECT node FROM {nodes})"
    staging.execute(f"DELETE FROM fact WHERE head {chosen} OR tail {chosen}")
    staging.execute(f"DELETE FROM literal WHERE entity {chosen}")
    staging.execute(f"DELETE FROM relation_unit WHERE relation {chosen}")
    staging.execute(f"DELETE FROM name WHERE thing {chosen}")
