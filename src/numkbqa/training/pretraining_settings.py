"""Settings of number pre-training."""

from pydantic import Field

from numkbqa.config import Section
from numkbqa.reasoning.numerical.losses import MARGIN


class PretrainingSettings(Section):
    """Settings of number pre-training; the defaults are the product's, the paper's in brackets."""

    start: str = "shipped"
    """Weights to start from: shipped (the package's, if they fit the encoder and the settings; random
    otherwise), random, or a folder that `numkbqa pretrain` wrote ["random"]."""

    batch_size: int = Field(100, gt=0)
    """Instances a step [300]."""

    learning_rate: float = Field(2e-3, gt=0)
    """Peak of the learning rate [1e-4, constant]; it warms up, then falls by a cosine."""

    adapting_rate: float = Field(5e-4, gt=0)
    """The same where it starts from pre-trained weights."""

    warmup_share: float = Field(0.05, ge=0, lt=1)
    """Share of the steps in which the learning rate rises."""

    weight_decay: float = Field(0.01, ge=0)
    """AdamW's weight decay."""

    clip: float = Field(1.0, gt=0)
    """Largest norm of the gradient."""

    qind_epochs: int = Field(2, ge=0)
    """Epochs over QIND at most [15]; 0 is the ablation "w/o QIND"."""

    qgnd_epochs: int = Field(6, ge=0)
    """Epochs over QGND at most [15]; 0 is the ablation "w/o QGND"."""

    qind_share: float = Field(0.1, ge=0, lt=1)
    """Share of QIND instances in an epoch over QGND, so that the skill is not forgotten (A26) [0]; none
    without an epoch over QIND itself."""

    parts: int = Field(2, ge=1)
    """Parts of a batch, embedded side by side where there are cores for it; how many there are decides the
    outcome a little, since dropout and triples are drawn for each."""

    check_every: int = Field(60, gt=0)
    """Steps between two evaluations on dev instances."""

    good_enough: float = Field(0.9995, gt=0)
    """Stop a stage when dev Hits@1 reached this twice in a row; above 1 never stops early."""

    triplet_weight: float = Field(1.0, ge=0)
    """Weight of NTL; 0 is the ablation "w/o NTL"."""

    prediction_weight: float = Field(1.0, ge=0)
    """Weight of NPL; 0 is the ablation "w/o NPL"."""

    margin: float = Field(MARGIN, ge=0)
    """epsilon of NTL [0.5]."""

    literal_sign: bool = False
    """NTL with the printed sign, where g is a similarity (open point A1) [True]."""

    literal_sigma: bool = False
    """NPL with the printed sigma around the scores (open point A3) [True]."""
