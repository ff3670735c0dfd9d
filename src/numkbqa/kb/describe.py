"""What `kb info` says of a knowledge base on disk."""

from dataclasses import asdict
from typing import Any

from numkbqa.kb.counts import count
from numkbqa.kb.folder import read_manifest, size_on_disk
from numkbqa.kb.store import EmbeddedKnowledgeBase


def describe(kb: EmbeddedKnowledgeBase) -> dict[str, Any]:
    """Describe an opened knowledge base.

    Args:
        kb: the knowledge base.

    Returns:
        The document of `kb info --json`: the counts; `content_hash`; `parents`, the hashes of those that it
        grew out of by `--append`; `format_version`; `bytes_on_disk`; `sources`, the files that it was built
        from; `derived_relations`, the numerical relations that `--derive` made;
        `policies`, which of several values of an entity counts in each numerical relation.
    """
    return {
        **asdict(count(kb)),
        "content_hash": kb.content_hash,
        "parents": list(kb.parents),
        "format_version": read_manifest(kb.path)["version"],
        "bytes_on_disk": size_on_disk(kb.path),
        "sources": list(kb.sources),
        "derived_relations": [relation.name for relation in kb.numerical_relations if relation.derived],
        "policies": kb.policies,
    }
