"""Experiments of kind `linking`: are the topic entities found, also in lower case and with typos?"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numkbqa.experiments.gold import Gold, GoldTopics
from numkbqa.experiments.hops import FAR
from numkbqa.experiments.inputs import Inputs
from numkbqa.experiments.shares import LISTED, mean, percentiles, share_with_interval
from numkbqa.experiments.typos import Span, misspell
from numkbqa.kb import KnowledgeBase, open_kb
from numkbqa.questions.records import Question, read_questions
from numkbqa.retrieval.linking import Link, find_mentions, fold, plural
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench
from numkbqa.world.recipes import Recipe

NOTHING_LINKED = "nothing linked"
IN_ALTERNATIVES = "the alternatives have it"
WRONG_ONE = "wrong one of a name"
ANOTHER_MENTION = "another mention"
NOT_FOUND = "not found"
NOT_NAMED = "none of its names is in the question"


@dataclass(frozen=True, slots=True)
class Case:
    """One question in one form.

    Args:
        question: the record, its topics hidden.
        gold: its gold topics.
        mentions: where its gold topics are named in it; those that are not named have no entry.
    """

    question: Question
    gold: Gold
    mentions: Mapping[int, Span]


def run_linking(inputs: Inputs, settings: Settings, recipes: dict[str, Recipe]) -> dict[str, Any]:
    """Measure topic linking on every evaluation set, as it is, in lower case and with typos.

    Args:
        inputs: graph and question files.
        settings: settings of the run; the seed decides the typos.
        recipes: recipes of the world's questions, or none.

    Returns:
        By evaluation set and form: shares, failures by kind, and some of them whole.
    """
    workbench = Workbench(open_kb(inputs.kb), settings)
    linking = Linking(workbench, GoldTopics(workbench.kb, recipes))
    sets = {}
    for name, file in inputs.evaluate.items():
        cases = [linking.case(question) for question in read_questions(file)]
        forms = {
            "as it is": cases,
            "lower case": [lower_case(case) for case in cases],
            "one typo a mention": _all_with_typo(cases, settings.seed),
        }
        sets[name] = {form: linking.measure(own) for form, own in forms.items()}
    config = settings.told()
    return {"config": config, "sets": sets, "headline": _headline(sets)}


def lower_case(case: Case) -> Case:
    """The case in lower case; letters whose lower case is longer stay, so that places hold."""
    text = "".join(c.lower() if len(c.lower()) == 1 else c for c in case.question.question)
    return replace(case, question=case.question.model_copy(update={"question": text}))


def with_typo(case: Case, seed: int) -> Case | None:
    """The case with a typo in each mention, or None when there is nothing to misspell."""
    spans = sorted(set(case.mentions.values()))
    found = misspell(case.question.question, spans, f"{seed}:{case.question.id}")
    if found is None:
        return None
    text, moved = found
    now = dict(zip(spans, moved, strict=True))
    question = case.question.model_copy(update={"question": text})
    return replace(case, question=question, mentions={topic: now[s] for topic, s in case.mentions.items()})


def _all_with_typo(cases: Sequence[Case], seed: int) -> list[Case]:
    made = (with_typo(case, seed) for case in cases)
    return [case for case in made if case is not None]


def mentions_of(kb: KnowledgeBase, question: str, topics: Sequence[int]) -> dict[int, Span]:
    """Where entities are named in a question, classes by their plural too; the longest when they overlap.

    Args:
        kb: the graph.
        question: the question.
        topics: KB entity numbers.

    Returns:
        Place `[start, end)` of each entity that is named; two are equal or do not overlap.
    """
    links = [link for link in (_mention(kb, question, topic) for topic in topics) if link.mention]
    chosen: list[Span] = []
    for start, end in sorted({(link.start, link.end) for link in links}, key=lambda s: (s[0] - s[1], s)):
        if all(end <= other[0] or start >= other[1] for other in chosen):
            chosen.append((start, end))
    return {link.entity: (link.start, link.end) for link in links if (link.start, link.end) in chosen}


def _mention(kb: KnowledgeBase, question: str, topic: int) -> Link:
    (link,) = find_mentions(kb, question, [topic])
    if link.mention:
        return link
    lower = question.lower()
    plurals = {plural(fold(name)) for name in kb.names(topic)} if kb.is_class(topic) else set()
    for name in sorted(plurals, key=lambda name: (-len(name), name)):
        start = lower.find(name)
        if start >= 0:
            return Link(topic, question[start : start + len(name)], start, start + len(name), 1.0)
    return link


class Linking:
    """Links cases and compares with their gold.

    Args:
        workbench: graph, encoder and retrieval.
        gold: gives the topics that are right for a question.
    """

    def __init__(self, workbench: Workbench, gold: GoldTopics) -> None:
        self._builder, self._kb, self._gold = workbench.builder, workbench.kb, gold
        # so that the first time measured is not that of reading all names
        self._builder.link(Question(id="warm", question="is it warm?"))

    def case(self, question: Question) -> Case:
        """The case of a question as it stands in its file."""
        gold = self._gold.of(question)
        hidden = question.model_copy(update={"topic_entities": ()})
        return Case(hidden, gold, mentions_of(self._kb, question.question, gold.topics))

    def measure(self, cases: Sequence[Case]) -> dict[str, Any]:
        """Figures over cases."""
        linked, times = [], []
        for case in cases:
            start = time.perf_counter()
            linked.append(self._builder.link(case.question))
            times.append(1000 * (time.perf_counter() - start))
        pairs = list(zip(cases, linked, strict=True))
        known = [pair for pair in pairs if pair[0].gold.topics]
        failed = [pair for pair in known if not pair[0].gold.right(choices(pair[1], 1))]
        kinds = Counter(self.kind_of(*pair) for pair in failed)
        return {
            "questions": len(cases),
            "gold": dict(Counter(case.gold.source for case in cases)),
            "top1": share_with_interval([case.gold.right(choices(links, 1)) for case, links in known]),
            "top5": share_with_interval([case.gold.right(choices(links, 5)) for case, links in known]),
            "some1": share_with_interval(
                [not choices(links, 1).isdisjoint(case.gold.topics) for case, links in known]
            ),
            "reaches": share_with_interval([self._reaches(*pair) for pair in pairs]),
            "beside": mean([len(choices(links, 1) - set(case.gold.topics)) for case, links in known]),
            "failures": dict(kinds.most_common()),
            "listed": [self._described(*pair) for pair in failed[:LISTED]],
            "ms": percentiles(times) if times else None,
        }

    def kind_of(self, case: Case, links: Sequence[Link]) -> str:
        """Why a case failed, by its first gold topic that is missing."""
        if not links:
            return NOTHING_LINKED
        missing = [topic for topic in case.gold.topics if topic not in choices(links, 1)]
        if missing[0] in choices(links, None):
            return IN_ALTERNATIVES
        names = {fold(name) for name in self._kb.names(missing[0])}
        if any(fold(link.mention) in names for link in links):
            return WRONG_ONE
        if missing[0] not in case.mentions:
            return NOT_NAMED
        start, end = case.mentions[missing[0]]
        overlaps = any(link.start < end and start < link.end for link in links)
        return ANOTHER_MENTION if overlaps else NOT_FOUND

    def _reaches(self, case: Case, links: Sequence[Link]) -> bool:
        reach = self._gold.reach
        return any(reach.hops(link.entity, case.question) < FAR for link in links)

    def _described(self, case: Case, links: Sequence[Link]) -> dict[str, Any]:
        return {
            "id": case.question.id,
            "question": case.question.question,
            "kind": self.kind_of(case, links),
            "gold": [self._named(topic) for topic in case.gold.topics],
            "linked": [{"mention": link.mention, "entity": self._named(link.entity)} for link in links],
        }

    def _named(self, entity: int) -> str:
        return f"{self._kb.label(entity)} ({self._kb.entity_id(entity)})"


def choices(links: Sequence[Link], first: int | None) -> frozenset[int]:
    """The first so many candidates of every link together; None for all."""
    ranked = [[link.entity, *(entity for entity, _ in link.alternatives)] for link in links]
    return frozenset(entity for candidates in ranked for entity in candidates[:first])


def _headline(sets: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {
        f"{name}, {form}": f"top-1 {found['top1']['percent']}, top-5 {found['top5']['percent']}"
        for name, forms in sets.items()
        for form, found in forms.items()
    }
