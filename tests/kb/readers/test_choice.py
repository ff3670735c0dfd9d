from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers import expand_sources
from numkbqa.kb.readers.choice import Plan, choose_readers


def plan_of(*paths: Path) -> Plan:
    return choose_readers(expand_sources(paths))


def readers_of(plan: Plan) -> list[str]:
    names = [type(reader).__name__ for _, reader in plan.singles]
    return (
        names
        + ["NTriples"] * len(plan.ntriples)
        + ["Table"] * len(plan.tables)
        + ["Nsm"] * len(plan.nsm_folders)
    )


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.nt", "", "NTriples"),
        ("A.TTL.GZ", "", "RdfReader"),
        ("triples.tsv", "<a>\t<b>\t<c>", "TsvReader"),
        ("dump", "<http://a> <http://b> <http://c> .\n", "NTriples"),
        ("dump.txt", "@prefix x: <http://x.org/> .", "RdfReader"),
        ("dump.xml", '<?xml version="1.0"?>\n<rdf:RDF>', "RdfReader"),
        ("cities.csv", "city;country\nOslo;Norway\n", "Table"),
        ("cities.tsv", "city\tcountry\tpopulation\tarea\nOslo\tNorway\t5\t6\n", "Table"),
        ("kb.json", '{"concepts": {}, "entities": {}}', "KqaProReader"),
    ],
)
def test_readers_are_chosen_by_name_then_by_content(tmp_path: Path, name: str, text: str, kind: str) -> None:
    (tmp_path / name).write_text(text)
    plan = plan_of(tmp_path / name)
    assert readers_of(plan) == [kind]
    assert plan.skipped == []


def test_the_tables_of_one_folder_are_read_together(tmp_path: Path) -> None:
    for folder, name in (("x", "a.csv"), ("x", "b.csv"), ("y", "c.csv")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text("id,name\n1,Ada\n2,Bo\n")
    plan = plan_of(tmp_path)
    assert sorted([source.path.name for source in group] for group in plan.tables) == [
        ["a.csv", "b.csv"],
        ["c.csv"],
    ]


def test_other_files_of_a_folder_are_skipped_and_named(tmp_path: Path) -> None:
    for name in ("a.nt", "README.md", "notes.txt"):
        (tmp_path / name).write_text("a\tb\n")
    (tmp_path / "questions.jsonl").write_text('{"question": "Who?", "answers": []}\n')
    plan = plan_of(tmp_path)
    assert [source.path.name for source in plan.ntriples] == ["a.nt"]
    assert [path.name for path in plan.skipped] == ["README.md", "notes.txt", "questions.jsonl"]


def test_a_named_file_of_no_known_format_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"PK\x03\x04 and more")
    with pytest.raises(UserError, match=r"(?s)a\.docx: the format of the file is not known.*RDF.*\.tsv"):
        plan_of(tmp_path / "a.docx")


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no file in the folder"):
        expand_sources([tmp_path])
    (tmp_path / "README.md").write_text("hello", encoding="utf-8")
    with pytest.raises(UserError, match="no file of the sources is of a known format") as caught:
        plan_of(tmp_path)
    assert caught.value.where == tmp_path
