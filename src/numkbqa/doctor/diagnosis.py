"""The whole finding of `kb doctor`, whose plain form (`Diagnosis.as_dict`) is the document of `--json`.

| key | what |
|---|---|
| counts | `entities`, `facts`, `relations`, `numeric_facts`, `numerical_relations` |
| content_hash | SHA-256 of the graph |
| advice | what to fix first: `Advice` |
| relations | each numerical relation, the most carried first: `RelationFinding` |
| questions | ordinal pseudo questions that the graph can give, by relation: `QuestionFinding` |
| dirt | values set aside, statements skipped, values odd but kept: `DirtFinding` |
| labels | entities without a name, names of several entities: `LabelFinding` |
| hubs | entities with many facts: `Hub` |

The keys of each part are the fields of the class named. Comparison keys (edges of histograms) of dates are
days since 1970-01-01.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from numkbqa.doctor.advice import Advice, advise
from numkbqa.doctor.dirt import DirtFinding, find_dirt
from numkbqa.doctor.examined import ExaminedKB
from numkbqa.doctor.hubs import Hub, find_hubs
from numkbqa.doctor.labels import LabelFinding, find_labels
from numkbqa.doctor.questions import QuestionFinding, count_questions
from numkbqa.doctor.relations import RelationFinding, examine_relations
from numkbqa.kb.counts import Counts, count
from numkbqa.progress import stage


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What the doctor found; the module says what each part is."""

    counts: Counts
    content_hash: str
    advice: list[Advice]
    relations: list[RelationFinding]
    questions: QuestionFinding
    dirt: DirtFinding
    labels: LabelFinding
    hubs: list[Hub]

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        return asdict(self)


def examine(kb: ExaminedKB, report: Mapping[str, Any]) -> Diagnosis:
    """Look for what makes a graph fit or unfit for ordinal questions.

    Args:
        kb: an opened knowledge base.
        report: the report of its build.

    Returns:
        The diagnosis.
    """
    with stage("looking at the numbers"):
        relations, dirt = examine_relations(kb), find_dirt(kb, report)
    with stage("looking at names and hubs"):
        labels, hubs = find_labels(kb), find_hubs(kb)
    with stage("counting questions"):
        questions = count_questions(kb)
    advice = advise(relations, dirt, labels, questions)
    return Diagnosis(count(kb), kb.content_hash, advice, relations, questions, dirt, labels, hubs)
