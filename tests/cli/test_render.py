import pytest

from numkbqa.cli.output import print_rich
from numkbqa.cli.render import render_build, render_info


def test_a_build_hides_zeros_and_shows_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_build("kb", {"entities": 3, "classes": 0, "warnings": ["odd literals"]}))
    out = capsys.readouterr().out
    assert "entities" in out
    assert "classes" not in out
    assert out.endswith("warning: odd literals\n")


def test_a_build_names_the_lines_it_skipped_but_not_all_of_very_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = {"source": "g.nt", "reason": "no statement", "text": "oops"}
    skipped = [{**row, "line": line, "kept": line == 2} for line in range(1, 31)]
    literals = {f"r{i}": 1200 for i in range(3)}
    print_rich(
        *render_build("kb", {"skipped": skipped, "text_literals": literals, "set_aside": {"r": {"x": 1}}})
    )
    out = capsys.readouterr().out
    assert "g.nt:1: no statement" in out
    assert "g.nt:2: no statement (kept)" in out
    assert "g.nt:11" not in out
    assert "and 20 more" in out
    assert "r2: 1,200" in out
    assert "set aside" not in out


INFO = {
    "entities": 3,
    "content_hash": "abc",
    "parents": [],
    "format_version": 2,
    "bytes_on_disk": 1_234_567,
    "sources": [f"part{i}.nt" for i in range(12)],
    "derived_relations": ["count>river"],
    "policies": {"height": "default", "age": "max", "size": "default"},
    "verified": True,
}


def test_info_is_readable(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_info("kb", INFO))
    out = capsys.readouterr().out
    assert all(
        text in out
        for text in ("1.18 MiB", "part0.nt", "and 2 more", "default: 2 relations", "count>river", "verified")
    )
    assert "parents" not in out


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1023, "1023 B"), (1024, "1 KiB"), (5 * 2**40, "5 TiB")]
)
def test_sizes_have_units(size: int, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_info("kb", INFO | {"bytes_on_disk": size}))
    line = next(line for line in capsys.readouterr().out.splitlines() if "bytes on disk" in line)
    assert text in line
