"""Features of the candidates of a mention: what the names, the words around and the graph say for each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import plural
from numkbqa.retrieval.linking.build_index import class_label
from numkbqa.retrieval.linking.coherence import READABLE, coherence
from numkbqa.retrieval.linking.names import fold
from numkbqa.retrieval.linking.weights import FEATURES

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

MOST_NEIGHBOURS: Final = 256
"""Neighbours of a candidate whose classes are looked at."""

COLUMN: Final = {name: column for column, name in enumerate(FEATURES)}


class Fit(Protocol):
    """How well relations fit a question, as cosines."""

    @property
    def relations(self) -> Floats:
        """Of the entity relations, shape (num_relations,)."""
        ...

    @property
    def numerical(self) -> Floats:
        """Of the numerical relations, shape (num_numerical_relations,)."""
        ...


Fits = Callable[[Sequence[str]], Sequence[Fit]]
"""Compares texts with the relations of a graph."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention with everything that it may mean.

    Args:
        words: folded words of the question.
        first: place of its first word.
        last: place after its last word.
        start: place of its first character in the question.
        end: place after its last character.
        text: the mention as written.
        names: the folded names that it is or resembles.
        candidates: KB entity numbers, shape (num_candidates,).
        missing: how many words of their names are missing, shape (num_candidates,).
        typo: whether it only resembles them.
    """

    words: tuple[str, ...]
    first: int
    last: int
    start: int
    end: int
    text: str
    names: frozenset[str]
    candidates: Ints
    missing: Ints
    typo: bool


def features_of(kb: KnowledgeBase, mentions: Sequence[Mention], fit: Fit | None) -> list[Floats]:
    """Compute the features of all candidates of a question.

    Args:
        kb: the graph.
        mentions: the mentions of the question.
        fit: how well relations fit the question; None when that is unknown.

    Returns:
        Features of each mention's candidates, shape (num_candidates, num_features).
    """
    near = coherence(kb, [mention.candidates for mention in mentions])
    return [_features(kb, mention, fit, nearness) for mention, nearness in zip(mentions, near, strict=True)]


def _features(kb: KnowledgeBase, mention: Mention, fit: Fit | None, nearness: Floats) -> Floats:
    features = np.zeros((len(mention.candidates), len(FEATURES)))
    features[:, COLUMN["popularity"]] = np.log1p(kb.degree(mention.candidates))
    features[:, COLUMN["coherence"]] = nearness
    features[:, COLUMN["partial"]] = mention.missing > 0
    features[:, COLUMN["missing"]] = mention.missing
    said = " ".join(mention.words[mention.first : mention.last])
    for row, entity in enumerate(mention.candidates.tolist()):
        names = kb.names(entity)
        labels = [class_label(kb, kind) for kind in kb.types(entity)]
        beside = any(_is_beside(label, names, mention) for label in labels)
        features[row, COLUMN["beside"]] = beside
        features[row, COLUMN["said"]] = not beside and any(_is_said(label, mention) for label in labels)
        features[row, COLUMN["preferred"]] = bool(names) and fold(names[0]) in mention.names
        features[row, COLUMN["case"]] = mention.text in names
        features[row, COLUMN["ending"]] = mention.missing[row] > 0 and _ends_with(names, said)
    if len(mention.candidates) > 1:
        features[:, COLUMN["asked"]] = _has_what_is_asked(kb, mention)
    if fit is not None and len(mention.candidates) > 1:
        features[:, COLUMN["relations"]] = _relation_fit(kb, mention.candidates, fit.relations)
        features[:, COLUMN["numbers"]] = _number_fit(kb, mention.candidates, fit.numerical)
    return features


def _is_beside(label: str, names: Sequence[str], mention: Mention) -> bool:
    """Whether a class label stands right before ("state of", "river") or after ("river") a name."""
    if any(f"{fold(name)} {label}" in mention.names for name in names):
        return True
    before = " " + " ".join(mention.words[: mention.first])
    after = " ".join(mention.words[mention.last :]) + " "
    return bool(label) and (
        after.startswith(f"{label} ") or before.endswith((f" {label}", f" {label} of", f" {label} called"))
    )


def _ends_with(names: Sequence[str], words: str) -> bool:
    """Whether a name ends with some words: people go by their last names."""
    return any(f" {fold(name)}".endswith(f" {words}") for name in names)


def _is_said(label: str, mention: Mention) -> bool:
    around = f" {' '.join(mention.words[: mention.first])}  {' '.join(mention.words[mention.last :])} "
    return bool(label) and any(f" {form} " in around for form in (label, plural(label)))


def _has_what_is_asked(kb: KnowledgeBase, mention: Mention) -> Bools:
    """Whether a class that the question says elsewhere is one of each candidate's neighbours."""
    asked = np.unique(mention.candidates)
    readable = kb.degree(asked) <= READABLE
    # hubs one by one, so that no more than one of them is held at a time
    portions = [asked[readable], *asked[~readable][:, None]]
    pairs = [_some_neighbours(kb, portion) for portion in portions]
    owner, neighbour = (np.concatenate(column) for column in zip(*pairs, strict=True))
    found = np.unique(owner[np.isin(neighbour, _of_classes_said(kb, np.unique(neighbour), mention))])
    return np.isin(mention.candidates, found)


def _some_neighbours(kb: KnowledgeBase, entities: Ints) -> tuple[Ints, Ints]:
    """Entities, which ascend, beside the neighbours that come first by their number."""
    out, into = kb.facts_from(entities), kb.facts_into(entities)
    place = np.searchsorted(entities, np.concatenate((out.head, into.tail)))
    pairs = np.unique(place * kb.num_entities + np.concatenate((out.tail, into.head)))
    owner, neighbour = np.divmod(pairs, kb.num_entities)
    kept = np.arange(len(owner)) - np.searchsorted(owner, owner) < MOST_NEIGHBOURS
    return entities[owner[kept]], neighbour[kept]


def _of_classes_said(kb: KnowledgeBase, entities: Ints, mention: Mention) -> Ints:
    """Those of some entities that have a class which the question says outside of the mention."""
    owner, classes = kb.types_of(entities)
    said = [kind for kind in np.unique(classes).tolist() if _is_said(class_label(kb, kind), mention)]
    return owner[np.isin(classes, said)]


def _relation_fit(kb: KnowledgeBase, candidates: Ints, cosines: Floats) -> Floats:
    """Best cosine of each candidate's own relations; one with too many facts to read is taken to have all."""
    best = np.zeros(len(candidates))
    if not len(cosines):
        return best
    readable = kb.degree(candidates) <= READABLE
    best[~readable] = cosines.max()
    asked = np.unique(candidates[readable])
    out, into = kb.facts_from(asked), kb.facts_into(asked)
    owner, relation = np.concatenate((out.head, into.tail)), np.concatenate((out.relation, into.relation))
    best[readable] = _best_of(asked, owner, cosines[relation])[np.searchsorted(asked, candidates[readable])]
    return best


def _number_fit(kb: KnowledgeBase, candidates: Ints, cosines: Floats) -> Floats:
    """Best cosine of each candidate's own numerical relations."""
    asked = np.unique(candidates)
    facts = kb.numbers_of(asked)
    return _best_of(asked, facts.entity, cosines[facts.relation])[np.searchsorted(asked, candidates)]


def _best_of(asked: Ints, owner: Ints, cosines: Floats) -> Floats:
    best = np.zeros(len(asked))
    np.maximum.at(best, np.searchsorted(asked, owner), cosines)
    return best
