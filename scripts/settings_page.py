"""Write docs/settings.md: every setting with its default and its meaning, out of the settings themselves.

.venv/bin/python -m scripts.settings_page
"""

import re
from collections.abc import Iterator, Mapping
from inspect import getdoc
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from numkbqa.service.settings import ServiceSettings
from numkbqa.training.settings import Settings

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"
INTRODUCTION = """# Settings

This page is generated: `python -m scripts.settings_page` writes it out of the settings; a test compares it
with them.

All settings of a training run have defaults. `numkbqa config` prints them as a YAML file to start from; it
is given with `--config`, a single setting with `--set`, which wins:

```bash
numkbqa config > settings.yaml
numkbqa train kb -o model --config settings.yaml --set fine_tuning.epochs=5
```

The last section, `serve`, is that of `numkbqa serve`; `numkbqa config serve` prints it.

A key that does not exist is an error, which names the line and the key that may have been meant. What a model
was trained with stands in its folder, and is used when it answers.

"""


def settings_page() -> str:
    """The page as Markdown: a table of the plain settings, and one for each section and section within it."""
    tables = [line for model in (Settings, ServiceSettings) for line in _tables(model, _defaults(model), "")]
    return INTRODUCTION + "\n".join(tables)


def _defaults(model: type[BaseModel]) -> dict[str, Any]:
    return model().model_dump(mode="json")


def _tables(model: type[BaseModel], defaults: Mapping[str, Any], path: str, about: str = "") -> Iterator[str]:
    fields = model.model_fields
    nested = {name: kind for name, info in fields.items() if (kind := _section(info.annotation))}
    plain = {name: info for name, info in fields.items() if name not in nested}
    if path:
        yield f"## `{path}`\n"
    if about or (path and getdoc(model)):
        yield f"{_one_line(about or getdoc(model) or '')}\n"
    if plain:
        yield "| setting | default | meaning |\n|---|---|---|"
        yield from (_row(path, name, info, defaults[name]) for name, info in plain.items())
        yield ""
    for name, kind in nested.items():
        inner = f"{path}.{name}" if path else name
        yield from _tables(kind, defaults[name], inner, fields[name].description or "")


def _row(path: str, name: str, info: FieldInfo, default: Any) -> str:
    key = f"{path}.{name}" if path else name
    about = _one_line(info.description or "")
    if get_origin(info.annotation) is Literal:
        about += f" One of {', '.join(f'`{choice}`' for choice in get_args(info.annotation))}."
    shown = "none" if default is None else str(default).lower() if isinstance(default, bool) else str(default)
    return f"| `{key}` | `{shown}` | {about.strip().replace('|', '/')} |"


def _section(annotation: Any) -> type[BaseModel] | None:
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


if __name__ == "__main__":
    PAGE.write_text(settings_page(), encoding="utf-8")
