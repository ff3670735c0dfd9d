import pytest
from pydantic import ValidationError

from numkbqa.lookup import Lookup, Named, Ranking, records
from numkbqa.lookup.records import Record


def subclasses() -> list[type[Record]]:
    named = (getattr(records, name) for name in dir(records))
    return [one for one in named if isinstance(one, type) and issubclass(one, Record) and one is not Record]


@pytest.mark.parametrize("record", subclasses(), ids=lambda record: record.__name__)
def test_every_field_is_described(record: type[Record]) -> None:
    assert record.__doc__
    assert [name for name, field in record.model_fields.items() if not field.description] == []


def test_records_are_closed_and_cannot_be_changed() -> None:
    record = Named(id="a", label="A")
    with pytest.raises(ValidationError, match="frozen"):
        Named.__setattr__(record, "label", "B")
    with pytest.raises(ValidationError, match="extra"):
        Named.model_validate({"id": "a", "label": "A", "more": 1})


def test_records_survive_json(lookup: Lookup) -> None:
    ranking = lookup.rank("release_date", of="album", k=2, count=3)
    assert Ranking.model_validate_json(ranking.model_dump_json()) == ranking
