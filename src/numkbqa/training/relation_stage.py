"""The first stage of training: the scorer of numerical relations, which all examples are retrieved with."""

from numkbqa.progress import stage
from numkbqa.training.questions import TrainingQuestions
from numkbqa.training.relation_scorer import fit_to_questions
from numkbqa.training.stage_keys import RELATIONS, own_settings
from numkbqa.training.stages import run_stage
from numkbqa.training.workbench import Workbench, fingerprint


def train_relations(workbench: Workbench, questions: TrainingQuestions) -> dict[str, object]:
    """Train the scorer, or load it from an earlier run, and have retrieval use it from now on.

    Args:
        workbench: graph, encoder, retrieval and settings; where the settings name another scorer, nothing is
            trained.
        questions: real and pseudo questions.

    Returns:
        The facts of the stage.
    """
    scorer_name = workbench.settings.retrieval.relations.scorer
    if scorer_name != "trained":
        return {"scorer": scorer_name}
    settings, scorer = workbench.settings.relation_training, workbench.new_relation_scorer()

    def fit() -> dict[str, object]:
        real, pseudo, seed = questions.real, questions.pseudo, workbench.settings.seed
        return fit_to_questions(scorer, workbench.builder, real, pseudo, settings, seed=seed)

    with stage("training the scorer of numerical relations"):
        key = fingerprint(workbench.key, *own_settings(workbench.settings)[RELATIONS], questions.key)
        facts = run_stage(workbench.stages, key, RELATIONS, scorer, fit)
    workbench.builder.use_scorer(scorer.frozen())
    return facts
