"""Which settings each stage of Algorithm 1 depends on: by these, runs share what earlier ones finished."""

from collections.abc import Mapping

from numkbqa.reasoning.basic import EmbedKGQA, basic_reasoner, code_of
from numkbqa.training.settings import Settings

Parts = tuple[object, ...]

RELATIONS, CLASSIFIER, NUMBERS, BASIC, FINE_TUNING = (
    "relations",
    "classifier",
    "numbers",
    "basic",
    "fine-tuning",
)


def own_settings(settings: Settings) -> Mapping[str, Parts]:
    """What each stage depends on besides the stages before it, the graph, retrieval and the questions.

    Args:
        settings: settings of a run.

    Returns:
        By stage, the settings that are part of its key.
    """
    numbers = (settings.plug_in, settings.numerical, settings.number_data, settings.number_training)
    return {
        RELATIONS: _relation_settings(settings),
        CLASSIFIER: (settings.classifier,),
        NUMBERS: numbers,
        BASIC: (
            settings.basic,
            settings.reasoner,
            *code_of(basic_reasoner(settings.basic)),
            *([settings.teacher_training] if settings.taught else []),
            *_embedding_settings(settings),
            settings.basic_training,
            settings.loss,
            settings.train_basic_on_pseudo,
        ),
        FINE_TUNING: (
            *numbers,
            settings.comprehensive,
            settings.classifier,
            settings.fine_tuning,
            settings.basic_weight,
        ),
    }


def shared_by(settings: Settings) -> Mapping[str, Parts]:
    """All that each stage depends on besides the graph and the question files.

    Args:
        settings: settings of a run.

    Returns:
        By stage, in the order of Algorithm 1; two runs on the same graph and files share the stages that are
        equal in both.
    """
    own = own_settings(settings)
    start = (
        settings.seed,
        settings.encoder,
        settings.retrieval,
        settings.augmentation,
        settings.number_data.guided,
        settings.number_data.max_k,
        settings.dev_share,
        *own[RELATIONS],
    )
    basic = (*start, *own[BASIC])
    return {
        RELATIONS: start,
        CLASSIFIER: (*start, *own[CLASSIFIER]),
        NUMBERS: (*start, *own[NUMBERS]),
        BASIC: basic,
        FINE_TUNING: (*basic, *own[FINE_TUNING]),
    }


def _relation_settings(settings: Settings) -> Parts:
    return (settings.relation_training,) if settings.retrieval.relations.scorer == "trained" else ()


def _embedding_settings(settings: Settings) -> Parts:
    """How entity vectors are trained, for a reasoner that has any."""
    return (settings.embedding_training,) if issubclass(basic_reasoner(settings.basic), EmbedKGQA) else ()
