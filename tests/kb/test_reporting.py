from .conftest import Builder, X


def test_counts_of_the_report_are_those_of_the_graph(build: Builder) -> None:
    rows = (
        f"<{X}a> <{X}r> <{X}b> .\n" * 2
        + f'<{X}a> <{X}age> "5" .\n<{X}b> <{X}age> "7" .\n<{X}b> <{X}age> "7.0" .\n'
        + f"<{X}a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{X}Person> .\n"
        + f'<{X}nobody> <http://www.w3.org/2000/01/rdf-schema#label> "Nobody" .\n'
    )
    report, kb = build({"g.nt": rows})
    assert (report.entities, report.facts, report.relations, report.classes) == (3, 2, 2, 1)
    assert (report.numeric_facts, report.numerical_relations) == (2, 1)
    assert (report.duplicate_facts, report.duplicate_numeric_facts, report.unused_names) == (1, 1, 1)
    assert (report.named_entities, report.names) == (1, 1)
    assert (kb.num_entities, kb.num_facts, kb.num_numeric_facts) == (3, 2, 2)


def test_the_first_skipped_statements_are_told_with_their_lines(build: Builder) -> None:
    report, _ = build({"g.nt": f"<{X}a> <{X}r> <{X}b> .\nnonsense\n<{X}a> <{X}r> .\n"})
    assert [(one.line, one.kept) for one in report.skipped] == [(2, False), (3, False)]
    assert sum(report.skipped_counts.values()) == 2
    assert report.skipped[0].source.endswith("g.nt")
