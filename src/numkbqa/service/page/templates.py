"""The templates, in which every text is escaped."""

from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from numkbqa.service.page.assets import ASSETS

_ENVIRONMENT: Final = Environment(
    loader=PackageLoader("numkbqa.service.page"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.globals["asset"] = ASSETS.url
_ENVIRONMENT.globals["missing_assets"] = ASSETS.missing


def render(template: str, **known: Any) -> str:
    """Fill a template.

    Args:
        template: its file.
        known: what it shows.

    Returns:
        HTML.
    """
    return _ENVIRONMENT.get_template(template).render(**known)
