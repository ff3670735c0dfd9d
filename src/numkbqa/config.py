"""Typed settings out of a YAML file and dotted overrides; an unknown key is an error with its place."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from inspect import getdoc
from pathlib import Path
from textwrap import wrap
from typing import Any, Literal, NoReturn, TypeVar, get_args, get_origin

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from numkbqa.errors import UserError, did_you_mean

KeyPath = tuple[str, ...]
Model = TypeVar("Model", bound=BaseModel)


class Section(BaseModel):
    """Base of every settings model: immutable, closed, and documented by the string under each field."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


def load_settings(model_class: type[Model], file: Path | None = None, overrides: Sequence[str] = ()) -> Model:
    """Merge a YAML file with overrides and validate the result.

    Args:
        model_class: the settings model; what neither source names keeps its default.
        file: YAML file with a mapping of sections, or None.
        overrides: `section.key=value` texts, the value in YAML; later ones win, and all win over the file.

    Returns:
        The validated settings.

    Raises:
        UserError: the file cannot be read, a key is unknown, or a value has the wrong type.
    """
    source = _Source() if file is None else _read(file)
    for override in overrides:
        _override(source, override)
    try:
        return model_class.model_validate(source.values, extra="forbid")
    except ValidationError as error:
        _refuse(model_class, source, error.errors())


def setting_keys(model_class: type[BaseModel]) -> list[str]:
    """List every dotted key of a settings model, sections included, in the order of declaration."""
    keys: list[str] = []
    for name, info in model_class.model_fields.items():
        keys.append(name)
        nested = _nested_model(info.annotation)
        keys.extend(f"{name}.{key}" for key in (setting_keys(nested) if nested else ()))
    return keys


@dataclass
class _Source:
    """Merged raw values, and where each key was set: `(file, line)` or `(--set text, None)`."""

    values: dict[str, Any] = field(default_factory=dict)
    places: dict[KeyPath, tuple[str, int | None]] = field(default_factory=dict)

    def place(self, path: KeyPath) -> tuple[str | None, int | None]:
        """Where a key, or the closest section around it, was set."""
        inner = next((path[:size] for size in range(len(path), 0, -1) if path[:size] in self.places), None)
        return (None, None) if inner is None else self.places[inner]


class _Loader(yaml.SafeLoader):
    """YAML as people write it: `1e-4` is a number (YAML 1.2), not a text (YAML 1.1)."""


_EXPONENT = re.compile(r"^[-+]?[0-9][0-9_]*(?:\.[0-9]*)?[eE][-+]?[0-9]+$")
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", _EXPONENT, list("-+0123456789"))


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML document.

    Args:
        values: what it says.
        lines: line of each key, from 1, by its path; places in a list are part of a path.
    """

    values: Any
    lines: Mapping[KeyPath, int]


class KeyTwiceError(yaml.MarkedYAMLError):
    """A key that is given twice: in silence the last one would count.

    Args:
        path: path of the key.
        first: line of the first one, from 1.
        mark: where the second one stands.
    """

    def __init__(self, path: KeyPath, first: int, mark: yaml.Mark) -> None:
        super().__init__(problem=f"the key {path[-1]!r} is given twice", problem_mark=mark)
        self.key, self.first, self.line = ".".join(path), first, mark.line + 1


def read_yaml(text: str) -> Document | None:
    """Read YAML in which `1e-4` is a number and no key is given twice.

    Args:
        text: one document.

    Returns:
        The document; None when there is none, but for comments.

    Raises:
        yaml.YAMLError: it is no YAML, or a key is given twice (`KeyTwiceError`).
    """
    loader = _Loader(text)
    node = loader.get_single_node()
    if node is None:
        return None
    # before values are made of it: a mapping may change what it merges (`<<`), which then counts as its own
    lines: dict[KeyPath, int] = {}
    _note_lines(node, (), lines)
    return Document(loader.construct_document(node), lines)


def _note_lines(node: yaml.Node, parent: KeyPath, lines: dict[KeyPath, int]) -> None:
    if isinstance(node, yaml.SequenceNode):
        for place, value in enumerate(node.value):
            _note_lines(value, (*parent, str(place)), lines)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            path = (*parent, str(key.value))
            if path in lines:
                raise KeyTwiceError(path, lines[path], key.start_mark)
            lines[path] = key.start_mark.line + 1
            _note_lines(value, path, lines)


def _read(file: Path) -> _Source:
    try:
        document = read_yaml(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read the settings ({error.strerror})", where=file) from None
    except UnicodeDecodeError:
        raise UserError("the settings are not UTF-8 text", where=file) from None
    except KeyTwiceError as error:
        what = f'"{error.key}" is set twice, first in line {error.first}'
        raise UserError(what, where=file, line=error.line) from None
    except yaml.YAMLError as error:
        raise _yaml_error(error, file) from None
    if document is None:
        return _Source()
    if not isinstance(document.values, dict):
        raise UserError(
            "settings must be a mapping of sections", where=file, line=1, remedy='write "section:" lines'
        )
    return _Source(document.values, {path: (str(file), line) for path, line in document.lines.items()})


def _yaml_error(error: yaml.YAMLError, where: str | Path) -> UserError:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return UserError(
        f"this is not YAML: {problem}", where=where, line=None if mark is None else mark.line + 1
    )


def _override(source: _Source, text: str) -> None:
    where = f"--set {text}"
    dotted, equals, raw = text.partition("=")
    path = tuple(part.strip() for part in dotted.split("."))
    if not equals or not all(path):
        raise UserError("an override is written section.key=value", where=where)
    try:
        value = yaml.load(raw, Loader=_Loader)  # noqa: S506 - a SafeLoader
    except yaml.YAMLError as error:
        raise _yaml_error(error, where) from None
    section = source.values
    for part in path[:-1]:
        inner = section.get(part)
        section[part] = section = dict(inner) if isinstance(inner, Mapping) else {}
    section[path[-1]] = value
    source.places = {key: place for key, place in source.places.items() if key[: len(path)] != path}
    source.places[path] = (where, None)


def _refuse(model_class: type[BaseModel], source: _Source, errors: list[ErrorDetails]) -> NoReturn:
    first = errors[0]
    path = tuple(str(part) for part in first["loc"])
    where, line = source.place(path)
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    key = ".".join(path)
    if first["type"] == "extra_forbidden":
        what, remedy = f'unknown setting "{key}"', _suggest(model_class, path)
    else:
        what = f'setting "{key}": {first["msg"]}, not {first["input"]!r}'
        remedy = "`numkbqa config` lists every setting with its meaning and default"
    raise UserError(what + more, where=where, line=line, remedy=remedy)


def _suggest(model_class: type[BaseModel], path: KeyPath) -> str:
    keys = setting_keys(model_class)
    siblings = _children(keys, path[:-1])
    close = [".".join((*path[:-1], name)) for name in get_close_matches(path[-1], siblings, n=2)]
    elsewhere = [key for key in keys if key.rpartition(".")[2] == path[-1]]
    matches = close + [key for key in elsewhere if key not in close]
    return did_you_mean([f'"{match}"' for match in matches]) or f"known here: {', '.join(siblings)}"


def _children(keys: Sequence[str], parent: KeyPath) -> list[str]:
    prefix = "".join(f"{part}." for part in parent)
    return [
        key.removeprefix(prefix) for key in keys if key.startswith(prefix) and "." not in key[len(prefix) :]
    ]


def _nested_model(annotation: Any) -> type[BaseModel] | None:
    candidates = (annotation, *get_args(annotation))
    return next((item for item in candidates if isinstance(item, type) and issubclass(item, BaseModel)), None)


def annotated_yaml(model_class: type[BaseModel]) -> str:
    """Write out every setting with its meaning and its default.

    Args:
        model_class: a settings model whose every field has a default.

    Returns:
        A YAML file that `load_settings` reads back to the defaults.
    """
    return "\n".join(_yaml_lines(model_class, model_class().model_dump(mode="json"), "")) + "\n"


def _yaml_lines(model_class: type[BaseModel], values: Mapping[str, Any], indent: str) -> list[str]:
    lines: list[str] = []
    for name, info in model_class.model_fields.items():
        nested, value = _nested_model(info.annotation), values[name]
        about = info.description or (getdoc(nested) if nested else None) or ""
        choices = (
            ", ".join(map(str, get_args(info.annotation))) if get_origin(info.annotation) is Literal else ""
        )
        about += f" One of: {choices}." if choices else ""
        lines.extend(wrap(about.strip(), 100, initial_indent=f"{indent}# ", subsequent_indent=f"{indent}# "))
        if nested and isinstance(value, Mapping):
            lines.extend([f"{indent}{name}:", *_yaml_lines(nested, value, f"{indent}  "), ""])
        else:
            dumped = yaml.safe_dump({name: value}, default_flow_style=True, allow_unicode=True, width=10_000)
            lines.append(indent + dumped.strip()[1:-1])
    return lines
