"""Settings of comprehensive reasoning, whichever plug-in brings the numbers."""

from pydantic import Field

from numkbqa.config import Section
from numkbqa.reasoning.comprehensive.integration import IntegrationSettings
from numkbqa.reasoning.comprehensive.num_fusion import NumFusionSettings
from numkbqa.reasoning.comprehensive.pruning import PruningSettings


class ComprehensiveSettings(Section):
    """Settings of comprehensive reasoning."""

    pruning: PruningSettings = Field(default_factory=PruningSettings)
    integration: IntegrationSettings = Field(default_factory=IntegrationSettings)
    fusion: NumFusionSettings = Field(default_factory=NumFusionSettings)

    max_numbers: int = Field(50, ge=2)
    """The paper's N: most distinct numbers of a number set, of more the smallest and the largest."""

    freeze_numbers: bool = True
    """Whether numerical reasoning stays as it was pre-trained, as in the paper; without, it is fine-tuned
    with basic reasoning ("w/o pre-training": no epochs of number training, and this off)."""
