"""`numkbqa config`: every setting, its meaning and its default."""

import sys


def config() -> None:
    """Print all settings with their defaults as a YAML file to start from."""
    from numkbqa.config import annotated_yaml
    from numkbqa.training.settings import Settings

    sys.stdout.write(annotated_yaml(Settings))
