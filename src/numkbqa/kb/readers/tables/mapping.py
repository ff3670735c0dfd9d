"""What tables mean: a small YAML file that says it, the same that is printed for what was inferred.

```yaml
tables:
  cities:                        # name of the table, and of its entities: cities/1
    file: cities.csv             # needed only where the file has another name
    key: city_id                 # tells the rows apart; null: the row number does
    label: name                  # the name that people use; null: none
    class: city                  # what a row is
    columns:
      city_id: ignore                                               # short for {is: ignore}
      height_ft: {is: literal, relation: height, unit: ft}          # number, date or text
      population_2021: {is: literal, relation: population, held_at: "2021"}
      genres: {is: entity, relation: genre, class: genre, split: "|"}
      country: {is: reference, relation: country, table: countries, by: key}    # or by: label
      nickname: {is: alias}
  populations:
    about: city_id               # its rows are no entities of their own: they speak of other entities
    columns:
      city_id: {is: reference, table: cities}
      population: {is: literal, held_at_column: year}
  flights:
    link: {head: from, tail: to, relation: flight}                  # its rows are facts; or relation_column
    columns:
      from: {is: reference, table: cities}
      minutes: {is: literal, unit: min}                             # a qualifier of the fact
relations:
  population: {several: latest, label: population}
  height: {unit: ft}
```

What is not said is inferred. Further keys of a table: `prefix` of its entities' ids (`cities/`; an IRI joins
the table with RDF), `row_number: false`, `null_values: [NA, "-"]` (only empty cells are missing otherwise),
and `delimiter` and `header` for files that are told wrongly. Further keys of a column: `datatype`,
`unit_column`, `prefix` (of entities and ids) and `is: id`, an entity named by its cell alone.
"""

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import yaml
from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from numkbqa.config import Section, load_settings
from numkbqa.errors import UserError
from numkbqa.values.several import SeveralValues

Text = Annotated[str, BeforeValidator(lambda value: value if isinstance(value, (str, bool)) else str(value))]


class Role(StrEnum):
    """What the cells of a column are."""

    IGNORE = "ignore"
    LITERAL = "literal"
    ENTITY = "entity"
    REFERENCE = "reference"
    ALIAS = "alias"
    ID = "id"


_KEYS: Final = {
    Role.IGNORE: set[str](),
    Role.LITERAL: {"relation", "split", "datatype", "unit", "unit_column", "held_at", "held_at_column"},
    Role.ENTITY: {"relation", "split", "class_", "prefix"},
    Role.REFERENCE: {"relation", "split", "table", "by"},
    Role.ALIAS: {"split"},
    Role.ID: {"relation", "split", "prefix"},
}


class ColumnMapping(Section):
    """What a column means."""

    role: Role = Field(alias="is")
    """What its cells are."""
    relation: Text | None = None
    """The relation; default: the words of the column's name."""
    split: str | None = Field(None, min_length=1)
    """What stands between the values of one cell."""
    datatype: str | None = None
    """Datatype of a literal, as `xsd:date`."""
    unit: Text | None = None
    """Unit of a literal."""
    unit_column: Text | None = None
    """Column that holds the unit of each literal."""
    held_at: Text | None = None
    """When the literals held, as `2021`."""
    held_at_column: Text | None = None
    """Column that says when each literal held."""
    class_: Text | None = Field(None, alias="class")
    """What the entities are."""
    prefix: Text | None = None
    """What stands before a cell in the id of its entity; default: the class and a slash."""
    table: Text | None = None
    """The table that is referred to."""
    by: Literal["key", "label", "row"] = "key"
    """What the cells say of the row that is referred to."""

    @model_validator(mode="before")
    @classmethod
    def _from_word(cls, value: Any) -> Any:
        return {"is": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check(self) -> "ColumnMapping":
        strange = sorted(self.model_fields_set - {"role"} - _KEYS[self.role])
        if strange:
            raise ValueError(f'a column that is "{self.role}" has no key "{strange[0].rstrip("_")}"')
        if self.role is Role.REFERENCE and self.table is None:
            raise ValueError('a reference needs the key "table"')
        return self


class LinkMapping(Section):
    """How the rows of a table are facts."""

    head: Text
    """Column of the head."""
    tail: Text
    """Column of the tail."""
    relation: Text | None = None
    """The relation of all facts."""
    relation_column: Text | None = None
    """Column that holds the relation of each fact."""

    @model_validator(mode="after")
    def _check(self) -> "LinkMapping":
        if (self.relation is None) == (self.relation_column is None):
            raise ValueError('give either "relation" or "relation_column"')
        return self


class TableMapping(Section):
    """What a table means."""

    file: Text | None = None
    """Its file; default: the file of the table's name."""
    delimiter: str | None = Field(None, min_length=1, max_length=1)
    """What stands between its fields."""
    header: bool | None = None
    """Whether its first row names the columns."""
    null_values: tuple[Text, ...] = ()
    """Cells that mean that there is no value."""
    key: Text | None = None
    """Column that tells its rows apart."""
    label: Text | None = None
    """Column of the rows' names."""
    class_: Text | None = Field(None, alias="class")
    """What a row is."""
    prefix: Text | None = None
    """What stands before the key in the id of a row's entity."""
    row_number: bool = True
    """Whether the order of the rows is kept as numbers."""
    about: Text | None = None
    """Column that holds the entities which the rows speak of."""
    link: LinkMapping | None = None
    """How its rows are facts."""
    columns: dict[Text, ColumnMapping] = Field(default_factory=dict)
    """What its columns mean."""

    @model_validator(mode="after")
    def _check(self) -> "TableMapping":
        forms = [form for form in ("key", "about", "link") if getattr(self, form) is not None]
        if len(forms) > 1:
            raise ValueError(f'give one of "{forms[0]}" and "{forms[1]}"')
        return self


class RelationPolicy(Section):
    """What holds for all values of a relation."""

    unit: Text | None = None
    """Unit of its plain numbers."""
    several: SeveralValues | None = None
    """Which of several values of an entity count."""
    label: Text | None = None
    """Its name in words."""


class Mapping(Section):
    """What tables mean, and what holds for relations."""

    tables: dict[Text, TableMapping] = Field(default_factory=dict)
    """The tables by name."""
    relations: dict[Text, RelationPolicy] = Field(default_factory=dict)
    """The relations by name."""

    _file: Path | None = PrivateAttr(None)

    @property
    def where(self) -> str:
        """The file that it was read from, for messages."""
        return "the mapping" if self._file is None else str(self._file)


def load_mapping(path: Path) -> Mapping:
    """Read a mapping.

    Args:
        path: a YAML file.

    Returns:
        The mapping; what it does not say is unset.

    Raises:
        UserError: it cannot be read, or a key is unknown or has an impossible value; with its line.
    """
    try:
        mapping = load_settings(Mapping, path)
    except UserError as error:
        raise UserError(
            error.what.replace("setting", "key", 1).replace("Value error, ", ""),
            where=error.where,
            line=error.line,
            remedy="`numkbqa kb build --print-mapping` prints a mapping with every key that a source needs.",
        ) from None
    mapping._file = path
    return mapping


def mapping_yaml(mapping: Mapping) -> str:
    """Write a mapping as the YAML that `load_mapping` reads back."""
    plain = mapping.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return yaml.dump(
        plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110
    )


class _Dumper(yaml.SafeDumper):
    """Quotes texts that settings files read as numbers with an exponent."""


_EXPONENT = re.compile(r"[-+]?[0-9][0-9_]*(?:\.[0-9]*)?[eE][-+]?[0-9]+")
_Dumper.add_implicit_resolver("tag:yaml.org,2002:float", _EXPONENT, list("-+0123456789"))
