"""Units declared once for a whole relation, by schema.org or QUDT."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from numkbqa.kb.staging import Staging
from numkbqa.values.quantity import DIMENSIONLESS, unit_name


@dataclass(frozen=True, slots=True)
class DeclaredUnits:
    """Units of whole relations.

    Args:
        units: name of the unit of each relation, for its plain numbers.
        unusable: units stated per relation that were ignored: unknown ones, or different ones.
    """

    units: dict[str, str] = field(default_factory=dict)
    unusable: dict[str, list[str]] = field(default_factory=dict)


def settle_units(staging: Staging, given: Mapping[str, str]) -> DeclaredUnits:
    """Find the units of relations, and give back to the graph what only looks like one.

    What is stated on something that is no relation with literals (a quantity node, say) is an ordinary fact.

    Args:
        staging: the graph; its table `relation_unit` is used up.
        given: unit of relations by the user's own word, which counts before the graph's.

    Returns:
        The units.
    """
    _give_back(staging)
    stated: defaultdict[str, set[str]] = defaultdict(set)
    for relation, unit in staging.rows("SELECT DISTINCT relation, unit FROM relation_unit"):
        stated[relation].add(unit)
    stated.update({relation: {unit} for relation, unit in given.items()})
    declared = DeclaredUnits()
    for relation, spellings in sorted(stated.items()):
        names = {unit_name(spelling) for spelling in spellings}
        name = names.pop() if len(names) == 1 else None
        if name is None:
            declared.unusable[relation] = sorted(spellings)
        elif name != DIMENSIONLESS:
            declared.units[relation] = name
    return declared


def _give_back(staging: Staging) -> None:
    """Turn the units of things that have no literals into the facts that they are."""
    stray = "relation_unit ANTI JOIN literal ON relation_unit.relation = literal.relation"
    staging.execute(f"INSERT INTO fact SELECT relation, stated_by, unit FROM {stray} WHERE is_entity")
    staging.execute(
        "INSERT INTO literal SELECT relation, stated_by, unit, datatype, NULL, 0, NULL, source, NULL"
        f" FROM {stray} WHERE NOT is_entity"
    )
    staging.execute("DELETE FROM relation_unit WHERE relation NOT IN (SELECT DISTINCT relation FROM literal)")
