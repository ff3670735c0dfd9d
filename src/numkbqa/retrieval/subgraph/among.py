"""Facts among the entities that are kept."""

import numpy as np

from numkbqa.kb.protocol import Bools, Facts, Ints, KnowledgeBase
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph.numbering import Numbering, Numberings


def facts_among(
    kb: KnowledgeBase,
    kept: Ints,
    known: Facts,
    settings: RetrievalSettings,
    numberings: Numberings | None = None,
) -> Facts:
    """Find all facts among entities, without reading all facts of the hubs among them.

    Args:
        kb: the graph.
        kept: KB entities, shape (num_entities,).
        known: facts read before; they settle those between two hubs too large to be read.
        settings: `hub_cap` and `max_facts` say what is too large.
        numberings: tables to reuse; else a new one is made.

    Returns:
        The facts, head and tail as local numbers (places in `kept`).
    """
    with (numberings or Numberings(kb.num_entities)).fresh() as numbering:
        numbering.add(kept)
        degree = kb.degree(kept)
        heavy = degree > settings.hub_cap
        if degree[heavy].sum() <= settings.max_facts:
            parts = [kb.facts_from(kept)]
        else:
            parts = _around_hubs(kb, kept, known, heavy, numbering)
        return _inside(parts, numbering)


def _around_hubs(
    kb: KnowledgeBase, kept: Ints, known: Facts, heavy: Bools, numbering: Numbering
) -> list[Facts]:
    """Facts of the small ones from both sides; those between hubs out of the known ones."""
    light, is_hub = kept[~heavy], np.append(heavy, False)  # local number -1, unknown, is no hub
    into = kb.facts_into(light)
    from_hub = is_hub[numbering.local(into.head)]
    between = is_hub[numbering.local(known.head)] & is_hub[numbering.local(known.tail)]
    return [kb.facts_from(light), _rows(into, from_hub), _rows(known, between)]


def _inside(parts: list[Facts], numbering: Numbering) -> Facts:
    head, relation, tail = (np.concatenate(column) for column in zip(*parts, strict=True))
    head, tail = numbering.local(head), numbering.local(tail)
    inside = np.flatnonzero((head >= 0) & (tail >= 0))
    return Facts(head[inside], relation[inside], tail[inside])


def _rows(facts: Facts, rows: Bools) -> Facts:
    where = np.flatnonzero(rows)
    return Facts(facts.head[where], facts.relation[where], facts.tail[where])
