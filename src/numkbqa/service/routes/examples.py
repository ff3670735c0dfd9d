"""Examples in the API's documentation; a test holds them to the schemas."""

from importlib.metadata import version
from typing import Any

Json = dict[str, Any]

QUESTIONS: dict[str, Json] = {
    "an ordinal question": {"question": "What is the second longest river in Italy?"},
    "a list of three": {"question": "What are the three largest cities of France?", "model": "world"},
    "a value": {"question": "How long is the Po?"},
    "an entity by its id": {"question": "Which city is the largest?", "topics": ["france"], "k": 3},
}
"""Bodies of `POST /ask`."""

ANSWER: Json = {
    "question": "What is the longest river in Italy?",
    "answers": [{"id": "po", "label": "Po", "value": "652", "score": 0.97}],
    "confidence": 0.96,
    "ordinal": {"probability": 0.99, "determiner": "longest", "direction": "max", "k": 1, "count": 1},
    "asked_value": None,
    "topic_entities": [
        {
            "id": "italy",
            "label": "Italy",
            "description": "country, in Europe",
            "mention": "Italy",
            "score": 1.0,
            "alternatives": [],
        }
    ],
    "clarification": None,
    "evidence": {
        "relation": "length",
        "relation_text": "length",
        "kind": "quantity",
        "unit": "kilometer",
        "rows": [
            {
                "id": "po",
                "label": "Po",
                "value": "652",
                "lexical": "652",
                "held_at": None,
                "rank": 1,
                "other_values": [],
            },
            {
                "id": "adige",
                "label": "Adige",
                "value": "410",
                "lexical": "410",
                "held_at": None,
                "rank": 2,
                "other_values": [],
            },
        ],
        "compared": 2,
        "several": None,
        "ties": [],
        "tie_reason": None,
        "excluded": [],
        "not_compared": 0,
        "exact_sort": [{"id": "po", "label": "Po"}],
        "exact_sort_agrees": True,
        "path": [{"head": "Italy", "relation": "river", "tail": "Po", "forward": True}],
    },
    "abstained": None,
    "abstained_code": None,
    "notes": [],
    "timing_ms": {"linking": 0.4, "retrieval": 3.1, "encoding": 6.8, "reasoning": 4.9, "evidence": 0.6},
}

HEALTH: Json = {
    "status": "ok",
    "live": True,
    "ready": True,
    "version": version("numkbqa"),
    "waiting": 0,
    "models": [
        {
            "name": "world",
            "kb": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            "grown": False,
            "opened_at": "2026-11-28T09:00:00Z",
            "reload_failed": None,
        }
    ],
}

METRICS = """\
# HELP numkbqa_requests_total Requests done.
# TYPE numkbqa_requests_total counter
numkbqa_requests_total{method="POST",route="/ask",status="200"} 3.0
"""

RANKINGS: dict[str, Json] = {
    "members of a class": {"relation": "population", "of": "city", "count": 3},
    "a list": {"relation": "length", "entities": ["po", "adige"], "direction": "min"},
    "the second latest": {"relation": "release_date", "of": "album", "k": 2, "count": 1},
}
"""Bodies of `POST /rank`."""

_LENGTH: Json = {
    "id": "length",
    "text": "length",
    "kind": "quantity",
    "unit": "kilometer",
    "several": "default",
    "derived": False,
}

_PO: Json = {"id": "po", "label": "Po"}
_VALUE: Json = {"value": "652", "lexical": "652.0 kilometer", "held_at": None}

HITS: list[Json] = [
    {
        **_PO,
        "description": "river, in Italy",
        "alias": None,
        "match": "exact",
        "is_class": False,
        "links": 2,
    }
]

ENTITY: Json = {
    **_PO,
    "aliases": [],
    "description": "river, in Italy",
    "classes": [{"id": "river_class", "label": "river"}],
    "is_class": False,
    "links": 2,
    "numbers": [{**_VALUE, "counts": True, "reason": None, "relation": _LENGTH}],
    "facts": [
        {
            "relation": "river",
            "relation_text": "river",
            "forward": False,
            "other": {"id": "italy", "label": "Italy"},
            "event": [],
        }
    ],
}

RELATIONS: list[Json] = [
    {
        **_LENGTH,
        "facts": 21,
        "entities": 21,
        "smallest": {"id": "sado", "label": "Sado", "value": "180", "lexical": "180", "held_at": None},
        "largest": {"id": "vistula", "label": "Vistula", "value": "1047", "lexical": "1047", "held_at": None},
        "classes": [{"id": "river_class", "label": "river"}],
    }
]

RANKING: Json = {
    "relation": _LENGTH,
    "same_text": [],
    "of": None,
    "direction": "max",
    "k": 1,
    "count": 1,
    "rows": [
        {
            **_PO,
            **_VALUE,
            "rank": 1,
            "unit": "kilometer",
            "tied": 1,
            "tie_reason": None,
            "other_values": [],
        }
    ],
    "rows_left_out": 0,
    "members": 2,
    "compared": 2,
    "distinct": 2,
    "excluded": [],
    "not_compared": 0,
}
