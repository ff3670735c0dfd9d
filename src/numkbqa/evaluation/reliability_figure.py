"""The reliability figure: accuracy against confidence, with how many questions stand behind each bin."""

from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.evaluation.reliability import Reliability, reliability_bins
from numkbqa.files import write_aside

NOT_INSTALLED = "a figure needs matplotlib, which is not installed"
SIZE = (5.0, 5.6)  # inches
DOTS = 150  # per inch


def check_figures(file: Path) -> None:
    """Refuse a figure that cannot be drawn, before the work that it would show.

    Args:
        file: where it shall go.

    Raises:
        UserError: Matplotlib is not installed, or `file` is no PNG file.
    """
    if file.suffix.lower() != ".png":
        raise UserError("the figure is a PNG file", where=file, remedy="name a file that ends in .png")
    try:
        import matplotlib.figure  # noqa: F401, PLC0415 - an extra, and slow to import
    except ImportError:
        remedy = 'install it: `pip install "numkbqa[figures]"`'
        raise UserError(NOT_INSTALLED, where=file, remedy=remedy) from None


def draw_reliability(reliability: Reliability, file: Path) -> None:
    """Draw accuracy against confidence in bins of equal size.

    Args:
        reliability: confidence and what came true.
        file: the PNG file to write.

    Raises:
        UserError: Matplotlib is not installed, or `file` is no PNG file.
    """
    check_figures(file)
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    figure = Figure(figsize=SIZE, dpi=DOTS, layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[4, 1])
    upper.plot([0, 1], [0, 1], color="0.7", linewidth=1, label="perfect")
    for name, confidence, style in _lines(reliability):
        bins = reliability_bins(confidence, reliability.right)
        upper.plot([one.confidence for one in bins], [one.accuracy for one in bins], label=name, **style)
    upper.set(xlim=(0, 1), ylim=(0, 1.02), ylabel="share of first answers that are right")
    upper.legend(loc="best", frameon=False)
    lower.hist(reliability.confidence, bins=20, range=(0, 1), color="tab:blue")
    lower.set(xlabel="confidence", ylabel="questions")
    with write_aside(file) as aside:
        figure.savefig(aside, format="png")


def _lines(reliability: Reliability) -> list[tuple[str, list[float], dict[str, str]]]:
    """What is drawn: the name of a line, its confidences, and how it looks."""
    mass = ("mass of the first answer", list(reliability.mass), {"color": "tab:orange", "marker": "x"})
    if reliability.calibrated is None:
        return [mass]
    return [mass, ("calibrated", list(reliability.calibrated), {"color": "tab:blue", "marker": "o"})]
