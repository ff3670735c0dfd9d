"""Settings of BAMnet."""

from pydantic import Field

from numkbqa.config import Section
from numkbqa.reasoning.basic.relation_features import FeatureSource, TypeLayer


class BAMnetSettings(Section):
    """Settings of BAMnet; in brackets what its paper has where the default is another."""

    width: int = Field(64, ge=2, multiple_of=2)
    """Width of word states, keys, values and queries; half of a word state for each direction [128]."""

    hops: int = Field(1, ge=0)
    """How often the query reads the memory."""

    path_length: int = Field(3, ge=1)
    """Longest path from a topic, in facts [2]; an event on the way takes two facts."""

    relation_features: FeatureSource = "both"
    """Relation vectors: `text` projects the text's, `table` learns them, `both` adds the two."""

    relation_width: int = Field(128, ge=1)
    """Width of a learned relation vector before its projection."""

    type_layer: TypeLayer = "mean"
    """Whether a candidate's type is the mean or the sum of its facts' relations."""

    word_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    """Dropout of the question's words."""

    question_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    """Dropout of the states that the question's words are read to."""

    answer_dropout: float = Field(0.2, ge=0.0, lt=1.0)
    """Dropout of the relation vectors that candidates are described by."""
