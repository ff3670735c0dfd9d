"""Records of runs, with as much in them as others read."""

from numkbqa.experiments.figures import HITS
from numkbqa.experiments.records import Record
from tests.support.made_by import MADE_BY

RECORD: Record = {
    "experiments": ["small"],
    "settings": {},
    **MADE_BY,
    "members": {},
    "source": "small",
    "data": {"a.nt": "12"},
    "seconds": 3.0,
    "run": {
        "config": {"basic": "nsm"},
        "training": {
            "stages": {"numbers": {"seconds": 1.0}},
            "seconds": {"numbers": 1.0},
            "questions": {"train": 2},
        },
        "seconds": {"all": 3.0, "training": 2.0},
        "evaluation": {"dev": {}},
    },
    "graded": {
        "dev": [{"id": "q", "ordinal": True, "cell": None, "hits": dict.fromkeys(HITS, 1.0), "f1": 1.0}]
    },
}
PRETRAINED: Record = {
    **{name: value for name, value in RECORD.items() if name not in ("members", "graded")},
    "run": {
        "max_k": 5,
        "instances": {"test": 20},
        "hits1": {"all": 90.0, "k1": 95.0},
        "steps": {"qind": 3},
        "seconds": 2.0,
    },
}
