from pathlib import Path

import pytest

from numkbqa.experiments.definition import Definition
from numkbqa.experiments.gold import Gold, GoldTopics
from numkbqa.experiments.inputs import Inputs, prepare
from numkbqa.experiments.linking_run import (
    ANOTHER_MENTION,
    IN_ALTERNATIVES,
    NOT_FOUND,
    NOT_NAMED,
    NOTHING_LINKED,
    WRONG_ONE,
    Case,
    Linking,
    choices,
    lower_case,
    mentions_of,
    run_linking,
    with_typo,
)
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.retrieval.linking import Link
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench
from tests.support.toy_kb import toy_world

FORMS = {"as it is", "lower case", "one typo a mention"}


@pytest.fixture
def inputs(data: Path, definition: Definition, tmp_path: Path) -> Inputs:
    return prepare(definition, tmp_path / "small", data)


@pytest.fixture
def settings(definition: Definition, tmp_path: Path) -> Settings:
    return definition.settings_of("default", 0, tmp_path / "cache")


@pytest.fixture(scope="module")
def linking(tmp_path_factory: pytest.TempPathFactory) -> Linking:
    settings = Settings(encoder="tiny", cache=tmp_path_factory.mktemp("cache"))
    workbench = Workbench(toy_world(), settings)
    return Linking(workbench, GoldTopics(workbench.kb, {}))


@pytest.fixture
def kb() -> KnowledgeBase:
    return toy_world()


def number(kb: KnowledgeBase, name: str) -> int:
    found = kb.entity_index(name)
    assert found is not None
    return found


def case(kb: KnowledgeBase, text: str, *topics: str) -> Case:
    gold = tuple(number(kb, name) for name in topics)
    return Case(Question(id="q", question=text), Gold(gold, "given"), mentions_of(kb, text, gold))


def test_every_set_is_measured_in_every_form(inputs: Inputs, settings: Settings) -> None:
    sets = run_linking(inputs, settings, {})["sets"]
    assert set(sets) == {"dev", "held_out"}
    assert all(set(forms) == FORMS for forms in sets.values())
    whole = sets["dev"]["as it is"]
    assert (whole["top1"]["n"], whole["top1"]["percent"], whole["gold"]) == (6, 100.0, {"given": 6})
    assert whole["failures"] == {}
    typos = sets["dev"]["one typo a mention"]
    assert typos["questions"] == 6
    assert typos["top1"]["percent"] <= typos["top5"]["percent"]
    assert len(typos["listed"]) == sum(typos["failures"].values())


def test_the_seed_decides_the_typos(inputs: Inputs, settings: Settings) -> None:
    def asked(seed: int) -> list[str]:
        changed = settings.model_copy(update={"seed": seed})
        return [
            one["question"]
            for one in run_linking(inputs, changed, {})["sets"]["dev"]["one typo a mention"]["listed"]
        ]

    assert asked(0) == asked(0)


def test_lower_case_keeps_the_places(kb: KnowledgeBase) -> None:
    upper = case(kb, "\u0130s LISBON larger than Porto?", "lisbon", "porto")
    lower = lower_case(upper)
    assert lower.question.question == "\u0130s lisbon larger than porto?"
    assert [lower.question.question[slice(*span)] for span in lower.mentions.values()] == ["lisbon", "porto"]


def test_a_typo_stands_in_each_mention(kb: KnowledgeBase) -> None:
    original = case(kb, "is Lisbon larger than Porto?", "porto", "lisbon")
    changed = with_typo(original, 0)
    assert changed is not None
    words = {kb.entity_id(t): changed.question.question[slice(*s)] for t, s in changed.mentions.items()}
    assert set(words) == {"porto", "lisbon"}
    assert words["porto"] not in {"Porto", "Lisbon"}
    assert words["lisbon"][0] == "L"
    assert changed == with_typo(original, 0)
    assert with_typo(case(kb, "how long is the Po?", "po"), 0) is None


def test_mentions_are_the_longest_and_classes_may_be_plural(kb: KnowledgeBase) -> None:
    text = "which rivers of the Federal Republic of Germany are long?"
    topics = [number(kb, name) for name in ("germany", "river_class", "paris")]
    found = {kb.entity_id(topic): text[slice(*span)] for topic, span in mentions_of(kb, text, topics).items()}
    assert found == {"germany": "Federal Republic of Germany", "river_class": "rivers"}


def test_choices_are_the_first_of_each_mention() -> None:
    links = [Link(1, "a", 0, 1, 0.5, ((2, 0.3), (3, 0.2))), Link(4, "b", 2, 3, 1.0)]
    assert choices(links, 1) == {1, 4}
    assert choices(links, 2) == {1, 2, 4}
    assert choices(links, None) == {1, 2, 3, 4}


def test_failures_are_told_apart(kb: KnowledgeBase, linking: Linking) -> None:
    asked = case(kb, "what is the population of Lisbon, Lisboa?", "lisbon")
    lisbon, porto = number(kb, "lisbon"), number(kb, "porto")
    start, end = asked.mentions[lisbon]
    kinds = {
        NOTHING_LINKED: [],
        IN_ALTERNATIVES: [Link(porto, "Lisbon", start, end, 0.6, ((lisbon, 0.4),))],
        WRONG_ONE: [Link(porto, "Lisboa", 34, 40, 1.0)],
        ANOTHER_MENTION: [Link(porto, "of Lisbon", start - 3, end, 1.0)],
        NOT_FOUND: [Link(porto, "population", 12, 22, 1.0)],
    }
    assert {kind: linking.kind_of(asked, links) for kind, links in kinds.items()} == {k: k for k in kinds}
    unnamed = case(kb, "what is the population of the capital?", "lisbon")
    assert linking.kind_of(unnamed, [Link(porto, "capital", 30, 37, 1.0)]) == NOT_NAMED


def test_given_topics_are_hidden_from_the_linker(kb: KnowledgeBase, linking: Linking) -> None:
    question = Question(id="q", question="nobody is named here", topic_entities=("lisbon",))
    found = linking.measure([linking.case(question)])
    assert found["top1"] == {"n": 1, "percent": 0.0, "interval": [0.0, 0.0]}
    assert found["failures"] == {NOTHING_LINKED: 1}
    assert found["listed"][0]["gold"] == ["Lisbon (lisbon)"]
