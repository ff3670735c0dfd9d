"""Settings of topic linking."""

from pydantic import Field

from numkbqa.config import Section


class LinkingSettings(Section):
    """How mentions are found in a question, and how candidates of one name are told apart."""

    mentions: str = Field("trie", pattern=r"^(trie|gliner:.+)$")
    """Where names are looked for: everywhere ("trie"), or where a GLiNER model in a local folder sees an
    entity ("gliner:FOLDER")."""

    typos: bool = True
    """Look for misspelled names in words that nothing else explains."""

    partial_names: bool = True
    """Let a part of a name mention its entity ("lincoln") where no whole name stands."""

    max_candidates: int = Field(50, ge=1)
    """Entities of one name that are compared at most, those with the most facts first."""

    max_alternatives: int = Field(10, ge=1)
    """Alternatives returned with a link at most."""

    toss_up_margin: float = Field(0.1, ge=0.0, le=1.0)
    """A link is a toss-up when the shares of its best two candidates differ by less than this."""
