"""Derived numbers: what a graph says without writing it down, as numeric facts of relations of their own.

"The state with the most rivers" asks for a count, "the longest war" for the time between two dates. Asked for
by `kb build --derive`, they are made anew out of the whole graph in every build, an appended one too, and are
never records of their own.
"""

from collections.abc import Collection
from enum import StrEnum

from numkbqa.kb.derived.counts import derive_counts
from numkbqa.kb.derived.durations import derive_durations
from numkbqa.kb.derived.tables import add_derived, derived_counts, make_derived_tables
from numkbqa.kb.staging import Staging
from numkbqa.progress import TellProgress


class Derived(StrEnum):
    """What can be derived."""

    COUNTS = "counts"
    """numbers of neighbours, by relation"""
    DURATIONS = "durations"
    """times from a start to an end, ages among them"""


def derive_numbers(staging: Staging, wanted: Collection[Derived], progress: TellProgress) -> None:
    """Derive numbers, and put them beside those of the sources.

    Args:
        staging: the graph, encoded and with its values settled; makes the tables
            `derived_relation` and `derived_value`, and adds to `number_relation`, `valued` and `named`.
        wanted: what to derive.
        progress: called with a stage and a count.
    """
    make_derived_tables(staging)
    if not wanted:
        return
    progress("deriving numbers", 0)
    if Derived.COUNTS in wanted:
        derive_counts(staging)
    if Derived.DURATIONS in wanted:
        derive_durations(staging)
    add_derived(staging)


__all__ = ["Derived", "derive_numbers", "derived_counts"]
