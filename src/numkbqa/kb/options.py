"""How a knowledge base is built: options from the command line and from a mapping file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from numkbqa.errors import UserError
from numkbqa.kb.derived import Derived
from numkbqa.kb.staging import MEMORY
from numkbqa.values.several import SeveralValues

if TYPE_CHECKING:
    from numkbqa.kb.readers.tables.mapping import Mapping as TableMapping

_SIZE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)? ?[KMGT]i?B", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How a knowledge base is built.

    Args:
        append: whether the sources come on top of what the output holds already, under its options.
        several: which of several values of one entity count, in relations without a policy of their own.
        policies: policy of single relations.
        units: unit of single relations whose numbers state none.
        labels: name of single relations.
        derive: which numbers to derive out of other facts.
        mapping: how tables become a graph; what it does not say is inferred.
        memory: most memory of the database that sorts; Python and the readers come on top.
        threads: number of threads; default one a core.
    """

    append: bool = False
    several: SeveralValues = SeveralValues.DEFAULT
    policies: Mapping[str, SeveralValues] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    derive: frozenset[Derived] = frozenset()
    mapping: "TableMapping | None" = None
    memory: str = MEMORY
    threads: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """What a later `--append` has to go by, as plain JSON values."""
        policies = {relation: policy.value for relation, policy in self.policies.items()}
        return {
            "several": self.several.value,
            "policies": policies,
            "units": dict(self.units),
            "derive": sorted(self.derive),
        }

    def over(self, earlier: Mapping[str, Any]) -> "BuildOptions":
        """These options where they say something, and those of an earlier build where they do not.

        Args:
            earlier: the `as_dict` of the earlier build.

        Returns:
            The options of both.
        """
        several = SeveralValues(earlier["several"])
        policies = {name: SeveralValues(policy) for name, policy in earlier["policies"].items()}
        return replace(
            self,
            several=several if self.several is SeveralValues.DEFAULT else self.several,
            policies=policies | dict(self.policies),
            units=earlier["units"] | dict(self.units),
            derive=self.derive | {Derived(name) for name in earlier.get("derive", ())},
        )


def build_options(
    *,
    append: bool,
    several: str,
    derive: Sequence[str] = (),
    mapping: Path | None,
    memory: str,
    threads: int | None,
) -> BuildOptions:
    """Options as the command line gives them.

    Args:
        append: whether to add to what is there.
        several: name of a policy for several values.
        derive: names of what to derive.
        mapping: a mapping file.
        memory: most memory, as DuckDB writes it.
        threads: number of threads.

    Returns:
        The options.

    Raises:
        UserError: there is no such policy or derivation, the memory is no size, or the mapping is wrong.
    """
    from numkbqa.kb.readers.tables.mapping import Mapping as TableMapping  # noqa: PLC0415 - only here
    from numkbqa.kb.readers.tables.mapping import load_mapping  # noqa: PLC0415

    if several not in list(SeveralValues):
        raise UserError(
            f"there is no policy {several!r} for several values",
            remedy=f"Choose of {', '.join(SeveralValues)}.",
        )
    unknown = [name for name in derive if name not in list(Derived)]
    if unknown:
        raise UserError(
            f"there is nothing to derive that is called {unknown[0]!r}",
            remedy=f"Choose of {', '.join(Derived)}.",
        )
    if not _SIZE.fullmatch(memory):
        raise UserError(f"{memory!r} is no size of memory", remedy="Write it like 800MB or 2GB.")
    given = TableMapping() if mapping is None else load_mapping(mapping)
    relations = given.relations.items()
    return BuildOptions(
        append=append,
        several=SeveralValues(several),
        policies={name: policy.several for name, policy in relations if policy.several is not None},
        units={name: policy.unit for name, policy in relations if policy.unit is not None},
        labels={name: policy.label for name, policy in relations if policy.label is not None},
        derive=frozenset(map(Derived, derive)),
        mapping=None if mapping is None else given,
        memory=memory,
        threads=threads,
    )


def inferred_mapping(sources: Sequence[Path]) -> str:
    """The mapping that a build would infer for the tables among some sources.

    Args:
        sources: files and folders.

    Returns:
        YAML that `--mapping` takes.

    Raises:
        UserError: there is no table among them.
    """
    from numkbqa.kb.readers import expand_sources  # noqa: PLC0415 - only here
    from numkbqa.kb.readers.choice import choose_readers  # noqa: PLC0415
    from numkbqa.kb.readers.tables import infer, mapping_yaml  # noqa: PLC0415

    plan = choose_readers(expand_sources(sources))
    if not plan.tables:
        raise UserError(
            "there is no table among the sources",
            where=", ".join(map(str, sources)),
            remedy="Only tables have a mapping; build other graphs without one.",
        )
    return "".join(mapping_yaml(infer(group).mapping) for group in plan.tables)
