"""The stage before basic reasoning that trains vectors of the graph's entities, where a reasoner uses any."""

from importlib.metadata import version

from numkbqa.reasoning.basic import BasicReasoner, EmbedKGQA
from numkbqa.training.graph_embedding import train_complex
from numkbqa.training.stages import run_stage
from numkbqa.training.workbench import Workbench, fingerprint


def embed_graph(workbench: Workbench, basic: BasicReasoner) -> dict[str, object]:
    """Train the entity vectors of a basic reasoner, or load them from an earlier run.

    They depend on the graph alone, so that runs with other questions share them.

    Args:
        workbench: graph and settings.
        basic: the reasoner; its vectors are trained in place.

    Returns:
        The facts of the stage; none for a reasoner without entity vectors.
    """
    if not isinstance(basic, EmbedKGQA):
        return {}
    own, seed = workbench.settings.embedding_training, workbench.settings.seed
    embedding = basic.embedding
    key = fingerprint(version("numkbqa"), workbench.kb.content_hash, basic.width, own, seed)
    return run_stage(
        workbench.stages,
        key,
        "embedding",
        embedding,
        lambda: train_complex(embedding, workbench.kb, own, seed=seed),
    )
