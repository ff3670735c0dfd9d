"""T14 to T16: one entity for one name however it is written, and a choice where a name has several owners."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numkbqa.doctor.diagnosis import examine
from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.retrieval.linking import EntityLinker
from tests.hostile.names.cases import (
    ALIASES,
    EMPTY_NAMES,
    GEORGIA,
    SPACED_KEYS,
    SPACES,
    THREE_SPRINGFIELDS,
    WORDS_FOR_NOTHING,
    WORDS_IN_CSV,
    WORDS_IN_JSON,
)
from tests.support.hostile import Built, Case, World, places

Builder = Callable[[Case], Built]


def ids(kb: EmbeddedKnowledgeBase) -> set[str]:
    return {kb.entity_id(entity) for entity in range(kb.num_entities)}


def offered(kb: EmbeddedKnowledgeBase, question: str) -> list[str]:
    """Local ids of the entities that the first mention of a question may mean, best first."""
    link = EntityLinker(kb).link(question)[0]
    entities = [link.entity, *(entity for entity, _ in link.alternatives)]
    return [kb.entity_id(entity).rpartition("/")[2] for entity in entities]


def test_one_spelling_of_an_id_is_used_everywhere(built: Builder) -> None:
    assert ids(built(SPACES).kb) == {"Ilha Verde", "S\u00e3o Jo\u00e3o", "Caf\u00e9", "Zo\u00eb"}


def test_a_key_finds_its_row(built: Builder) -> None:
    kb = built(SPACED_KEYS).kb
    heads, relations, tails = kb.facts_from(np.arange(kb.num_entities))
    crosses = kb.relations.index("river")
    found = {
        kb.label(head): kb.label(tail)
        for head, relation, tail in zip(heads.tolist(), relations.tolist(), tails.tolist(), strict=True)
        if relation == crosses
    }
    rivers = {"A": "Name One", "B": "Name Two", "C": "Name Three", "D": "Rh\u00f4ne"}
    assert found == rivers
    assert built(SPACED_KEYS).places("span") == places("C > B > A > D")


def test_an_empty_name_is_no_name(built: Builder) -> None:
    kb = built(EMPTY_NAMES).kb
    names = {kb.label(entity): kb.names(entity) for entity in range(kb.num_entities)}
    assert names == {"Nameless": [], "Blank": [], "Hill of Names": ["Hill of Names"]}


@pytest.mark.parametrize("case", [WORDS_FOR_NOTHING, WORDS_IN_CSV, WORDS_IN_JSON], ids=lambda case: case.name)
def test_a_word_for_nothing_is_a_name_that_a_question_can_mention(case: Case, built: Builder) -> None:
    kb = built(case).kb
    facts = kb.numbers_of_relation(built(case).relation("members"))
    for entity in facts.entity.tolist():
        assert kb.label(entity) in kb.names(entity) or case is WORDS_FOR_NOTHING


def test_a_lower_case_name_of_two_things_offers_both_with_their_ids(world: World) -> None:
    """The topic comes with what else its name may mean: `alternatives`, each with id, label and score."""
    found = world.ask("what is the city of georgia that has the largest people ?")
    (topic,) = found["topic_entities"]
    assert topic["mention"] == "georgia"
    everything: list[dict[str, Any]] = [topic, *topic["alternatives"]]
    assert {entry["id"].rpartition("/")[2] for entry in everything} == {"usa_ga", "geo"}
    assert {entry["label"] for entry in everything} == {"Georgia"}
    assert sum(entry["score"] for entry in everything) == pytest.approx(1, abs=1e-3)


def test_the_class_beside_a_name_of_two_things_decides(built: Builder) -> None:
    kb = built(GEORGIA).kb
    assert offered(kb, "which cities of the state of georgia are large?")[0] == "usa_ga"
    assert offered(kb, "which cities of the country georgia are large?")[0] == "geo"


def test_accents_case_and_hyphens_make_no_other_name(built: Builder) -> None:
    kb = built(THREE_SPRINGFIELDS).kb
    for written in ("springfield", "SPRINGFIELD", "Spr\u00edngfield", "Spri\u0301ngfield"):
        assert set(offered(kb, f"which mill of {written} has most wheels?")) >= {"one", "two"}, written
    assert offered(kb, "which mill of spring field has most wheels?") == ["three"]


def test_a_name_comes_before_the_same_alias_of_another(built: Builder) -> None:
    assert offered(built(ALIASES).kb, "which bridge of petrograd has most arches?") == ["q1", "q2"]
    assert offered(built(ALIASES).kb, "which bridge of leningrad has most arches?") == ["q2"]


def test_the_doctor_lists_names_of_several_things(built: Builder) -> None:
    kb = built(GEORGIA).kb
    (shared,) = examine(kb, kb.report).labels.commonest
    assert (shared.label, shared.entities) == ("Georgia", 2)
    assert {example.entity.rpartition("/")[2] for example in shared.examples} == {"usa_ga", "geo"}
    assert {example.of_class for example in shared.examples} == {"state", "country"}
