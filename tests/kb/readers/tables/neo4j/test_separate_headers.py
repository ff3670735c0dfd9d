from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers.tables.neo4j.separate_headers import find_headers
from tests.kb.readers.tables.conftest import Load, write_files

FILMS = "id:ID(Film);name;year:int;:LABEL\n"
FACTS = {("Film/1", "type", "Film"), ("Film/2", "type", "Film"), ("Film/1", "NEXT", "Film/2")}


def test_headers_may_stand_in_files_of_their_own(load: Load) -> None:
    loaded = load(
        {
            "films_header.csv": FILMS,
            "films.csv": "1;Heat;1995;Film\n",
            "films-part2.csv": "2;Ran;1985;Film\n",
            "films_next_header.csv": ":START_ID(Film);:END_ID(Film);:TYPE",
            "films_next.csv": "1;2;NEXT\n",
        }
    )
    assert loaded.facts == FACTS
    assert loaded.names >= {("Film/1", "Heat"), ("Film/2", "Ran")}
    assert loaded.literal("year") == [
        ("1995", "xsd:integer", None, None, 1),
        ("1985", "xsd:integer", None, None, 1),
    ]


@pytest.mark.parametrize(
    ("header", "data", "found"),
    [
        ("films_header.csv", "films.csv", True),
        ("header.films.csv", "films.csv", True),
        ("all.header.nodes.Film.csv", "all.nodes.Film.csv", True),
        ("films-headers.csv", "films2.csv", True),
        ("films_header.csv", "filmsters.csv", False),
        ("films_header.csv", "other.csv", False),
        ("headerless.csv", "films.csv", False),
    ],
)
def test_files_belong_together_by_their_names(tmp_path: Path, header: str, data: str, found: bool) -> None:
    sources = write_files(tmp_path, {header: FILMS, data: "1;Heat;1995;Film\n"})
    headers = {path.name: header.path.name for path, header in find_headers(sources).items()}
    assert headers == ({data: header} if found else {})


def test_a_header_that_does_not_fit_is_told(load: Load) -> None:
    with pytest.raises(UserError, match=r"its rows have 2 fields, and its header in films_header.csv has 4"):
        load({"films_header.csv": FILMS, "films.csv": "1;Heat\n2;Ran\n"})


def test_a_file_with_a_header_keeps_it(load: Load) -> None:
    loaded = load(
        {
            "films_header.csv": FILMS,
            "films2.csv": FILMS.replace("year", "start") + "1;Heat;1995;Film\n",
            "films.csv": "2;Ran;1985;Film\n",
        }
    )
    assert loaded.values("start") == {"Film/1": "1995"}
    assert loaded.values("year") == {"Film/2": "1985"}
