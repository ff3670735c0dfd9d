from pathlib import Path

import pytest

from numkbqa.kb.readers.tables.neo4j.cells import NO_DEGREES, read_types
from numkbqa.kb.readers.tables.raw import RawColumn, RawTable
from numkbqa.kb.staging import Staging
from tests.kb.readers.tables.conftest import Load


def nodes(header: str, *cells: str) -> dict[str, str | bytes]:
    """A file of nodes with one property, which is quoted as CSV does it."""
    rows = ['{},"{}"'.format(number, cell.replace('"', '""')) for number, cell in enumerate(cells)]
    return {"places.csv": "\n".join([f":ID,{header}", *rows, ""])}


@pytest.mark.parametrize(
    ("header", "cell", "lexical", "datatype"),
    [
        ("size:long", "12", "12", "xsd:integer"),
        ("size:float", "1.5", "1.5", "xsd:double"),
        ("size:date", "2015-07-04", "2015-07-04", "xsd:date"),
        (
            "size:datetime",
            "2015-06-24T12:50:35+01:00[Europe/London]",
            "2015-06-24T12:50:35+01:00",
            "xsd:dateTime",
        ),
        ("size:localdatetime", "2015-07-04T19:32:24", "2015-07-04T19:32:24", "xsd:dateTime"),
        ("size:duration", "P5M1DT12H", "P5M1DT12H", "xsd:duration"),
        ("size:time", "12:50:35.556+01:00", "12:50:35.556+01:00", "xsd:time"),
        ("size", "2015-06-24T12:50:35Z[UTC]", "2015-06-24T12:50:35Z", "xsd:dateTime"),
        ("size", "P14DT16H12M", "P14DT16H12M", "xsd:duration"),
        ("size", "PT-1.5S", "PT-1.5S", "xsd:duration"),
        ("size", "P", "P", None),
    ],
)
def test_types_become_xsd_datatypes(load: Load, header: str, cell: str, lexical: str, datatype: str) -> None:
    loaded = load(nodes(header, cell, cell), "tables: {places: {columns: {size: literal}}}")
    assert {row[:2] for row in loaded.literal("size")} == {(lexical, datatype)}


def test_one_text_among_durations_leaves_all_of_them_texts(load: Load) -> None:
    loaded = load(nodes("size", "P1D", "P2D", "long"), "tables: {places: {columns: {size: literal}}}")
    assert {row[:2] for row in loaded.literal("size")} == {("P1D", None), ("P2D", None), ("long", None)}


@pytest.mark.parametrize(
    ("header", "cell"),
    [
        ("place:point", "{latitude: -12.5, longitude: 1e1}"),
        ("place:point", "{longitude:10,latitude:-12.50, height: 3}"),
        ("place:point{crs:WGS-84}", "{x: 10, y: -12.5}"),
        ("place", '{"crs":"wgs-84-3d","latitude":-12.5,"longitude":10.0,"height":2}'),
        ("place", '{"x":10,"y":-12.5,"crs":"wgs-84"}'),
    ],
)
def test_a_point_is_a_latitude_and_a_longitude(load: Load, header: str, cell: str) -> None:
    loaded = load(nodes(header, cell))
    ((latitude, kind, *_),) = loaded.literal("place latitude")
    ((longitude, *_),) = loaded.literal("place longitude")
    assert (float(latitude), float(longitude), kind) == (-12.5, 10, "xsd:double")
    assert loaded.skipped == []


@pytest.mark.parametrize(
    ("header", "cell"),
    [
        ("place:point", "{x: 10, y: -12.5}"),
        ("place:point{crs:WGS-84}", "{x: 10, y: -12.5, crs: 'cartesian'}"),
        ("place", '{"crs":"cartesian-3d","x":1,"y":2,"z":3}'),
        ("place:point", "somewhere"),
    ],
)
def test_a_point_in_a_plane_is_set_aside_with_its_line(load: Load, header: str, cell: str) -> None:
    loaded = load(nodes(header, cell))
    assert loaded.skipped == [(2, NO_DEGREES, cell, False)]
    assert loaded.literals == set()


def test_declared_arrays_are_taken_apart(load: Load) -> None:
    loaded = load(nodes("size:int[]", "1;2; 3", "", "4"))
    assert loaded.literals == {("0", "size", "1"), ("0", "size", "2"), ("0", "size", "3"), ("2", "size", "4")}


def test_lists_in_json_are_taken_apart_and_other_brackets_are_text(load: Load) -> None:
    files = {"places.csv": ':ID,name,aka,note\n1,A,"[""B"",""C, D""]",[x]\n2,E,[],[y]\n'}
    loaded = load(files, "tables: {places: {columns: {note: literal}}}")
    assert loaded.aliases == {("1", "B"), ("1", "C, D")}
    assert loaded.values("note") == {"1": "[x]", "2": "[y]"}


def test_a_part_of_a_point_does_not_hide_a_property_of_its_name(load: Load) -> None:
    files = {"places.csv": ':ID,place latitude:double,place:point\n1,7,"{latitude:1,longitude:2}"\n'}
    assert {lexical for _, _, lexical in load(files).literals} == {"7", "1", "2"}


def test_other_tables_stay_as_they_are(tmp_path: Path) -> None:
    with Staging(tmp_path, threads=1) as staging:
        table = RawTable("t", "t", 0, tmp_path, (RawColumn("year:int", "c0"),), 1)
        assert read_types(staging, table) is table
