"""Values that are known to exist and not known: Wikidata's `somevalue`, a blank node that says nothing."""

from typing import Final

from numkbqa.kb.classes import RDF_TYPE
from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.roles import PROP
from numkbqa.values.literal import WIKIDATA_UNKNOWN

_SKOLEM: Final = "/.well-known/genid/"


def read_unknown(staging: Staging) -> None:
    """Turn empty nodes under relations that have literals into unknown values.

    Wikidata's `novalue`, which says that there is none, is a type there; it is dropped.

    Args:
        staging: the graph, with its statement nodes folded.
    """
    staging.execute(f"DELETE FROM fact WHERE relation = '{RDF_TYPE}' AND starts_with(tail, '{PROP}novalue/')")
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE unknown AS
        SELECT head, relation, tail AS node FROM fact
        SEMI JOIN (SELECT DISTINCT relation FROM literal) AS literal ON fact.relation = literal.relation
        WHERE (starts_with(tail, '_:') OR contains(tail, '{_SKOLEM}'))
        """
    )
    if not staging.scalar("SELECT count(*) FROM unknown"):
        return
    staging.execute(
        "DELETE FROM unknown WHERE node IN (SELECT head FROM fact UNION ALL SELECT entity FROM literal"
        " UNION ALL SELECT head FROM untyped UNION ALL SELECT relation FROM relation_unit"
        " UNION ALL SELECT thing FROM name)"
    )
    staging.execute(
        "INSERT INTO literal SELECT head, relation, '', ?, NULL, 0, NULL, NULL, NULL FROM unknown",
        [WIKIDATA_UNKNOWN],
    )
    staging.execute(
        "DELETE FROM fact WHERE (head, relation, tail) IN (SELECT (head, relation, node) FROM unknown)"
    )
