"""How people speak of what is measured, as a plain table: superlatives and predicates of properties."""

from typing import Final, NamedTuple

from numkbqa.kb.relation_text import PARTICLES

TIMELESS: Final = frozenset({"oldest", "newest", "youngest", "tiniest"})
"""Determiners that qualify an entity and not its value: no one has "the youngest date of birth"."""

COUNTING: Final = frozenset({"most", "fewest"})
"""Determiners of what is counted or amassed: "the most rivers", but no one has "the fewest elevation"."""

NAMING: Final = frozenset(
    {"code", "codes", "id", "ids", "identifier", "isbn", "index", "rank", "ranking", "row", "zip", "postal"}
)
"""Words of numbers that name a thing instead of measuring it: an area code is no area."""

OF_OTHERS: Final = frozenset({"growth", "rate", "change", "ratio", "share", "percent", "percentage"})
"""Words of numbers about another number: the largest population growth is not of the most populous."""

UNCOUNTED: Final = frozenset(
    {"series", "species", "gas", "lens", "gross", "sales", "earnings", "revenues", "profits", "costs"}
    | {
        "wages",
        "assets",
        "exports",
        "imports",
        "emissions",
        "savings",
        "losses",
        "degrees",
        "means",
        "kelvins",
    }
)
"""Words in -s that count no things: no one has "the number of sales" for "sales" of a currency."""

ACTIVE: Final = frozenset(
    {"died", "started", "ended", "retired", "arrived", "departed", "debuted", "premiered", "landed", "joined"}
    | {"graduated", "occurred", "happened", "appeared", "closed", "lived", "acted", "starred", "worked"}
    | {"played", "served", "studied", "competed", "participated", "performed", "resided", "voted"}
)
"""Past forms that say what their subject did, and not what was done to it."""

_DATING: Final = frozenset({"date", "year", "time", "day", "of", "was", "is"})


class Property(NamedTuple):
    """How people speak of a property.

    Args:
        words: alternatives of words that a numerical relation's wording holds, all of them, in any order.
        top: superlatives of the largest value.
        bottom: superlatives of the smallest value.
        top_says: predicates of the largest value; {most} is "most", "second most", ...; {last} is "last",
            "second to last", ...
        bottom_says: predicates of the smallest value; {least} and {fewest} as {most}; {first} is "first",
            "second", ...; a predicate of either may hold any other determiner of the lexicon in the same way.
        done: what happened at the date, after "to"; empty for what is no date or cannot be said so.
    """

    words: tuple[str, ...]
    top: tuple[str, ...]
    bottom: tuple[str, ...]
    top_says: tuple[str, ...] = ()
    bottom_says: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


OLD: Final = ("newest", "most recent"), ("oldest",)

PROPERTIES: Final = (
    Property(
        ("population density",),
        ("densest", "most dense", "most densely populated"),
        ("least dense", "least densely populated"),
    ),
    Property(("density",), ("densest", "most dense"), ("least dense",)),
    Property(
        ("population",),
        ("largest", "biggest", "most populous", "most populated"),
        ("smallest", "least populous", "least populated"),
        ("has the {most} people", "has the {most} inhabitants"),
        ("has the {fewest} people", "has the {fewest} inhabitants"),
    ),
    Property(
        ("area",),
        ("largest", "biggest"),
        ("smallest",),
        ("covers the {most} area",),
        ("covers the {least} area",),
    ),
    Property(("height",), ("tallest",), ("shortest",)),
    Property(("elevation", "altitude"), ("highest",), ("lowest",)),
    Property(("length", "running time", "runtime", "duration"), ("longest",), ("shortest",)),
    Property(("depth",), ("deepest",), ("shallowest",)),
    Property(("width",), ("widest",), ("narrowest",)),
    Property(
        ("weight", "mass"), ("heaviest",), ("lightest",), ("weighs the {most}",), ("weighs the {least}",)
    ),
    Property(("temperature",), ("hottest", "warmest"), ("coldest", "coolest")),
    Property(
        ("latitude",),
        ("northernmost", "most northerly"),
        ("southernmost", "most southerly"),
        ("lies {furthest north}", "is the {furthest north}", "is {farthest north}"),
        ("lies {furthest south}", "is the {furthest south}", "is {farthest south}"),
    ),
    Property(
        ("longitude",),
        ("easternmost", "most easterly"),
        ("westernmost", "most westerly"),
        ("lies {furthest east}", "is the {furthest east}", "is {farthest east}"),
        ("lies {furthest west}", "is the {furthest west}", "is {farthest west}"),
    ),
    Property(("speed", "velocity"), ("fastest",), ("slowest",)),
    Property(
        ("price", "cost"), ("most expensive",), ("cheapest",), ("costs the {most}",), ("costs the {least}",)
    ),
    Property(("gdp", "income", "wealth", "net worth"), ("richest", "wealthiest"), ("poorest",)),
    Property(("volume",), ("largest", "biggest"), ("smallest",)),
    Property(("age",), ("oldest",), ("youngest",)),
    Property(
        ("date birth", "birth date", "birthdate", "birth year"),
        ("youngest",),
        ("oldest",),
        ("was born {last}",),
        ("was born {first}",),
        ("be born",),
    ),
    Property(
        ("date death", "death date", "death year"), (), (), ("died {last}",), ("died {first}",), ("die",)
    ),
    Property(
        ("founded", "established", "foundation", "inception", "formed"),
        *OLD,
        ("was founded {last}", "was established {last}"),
        ("was founded {first}", "was established {first}"),
        ("be founded", "be established"),
    ),
    Property(
        ("dissolved", "discontinued", "ceased", "abolished"), (), (), ("ended {last}",), ("ended {first}",)
    ),
    Property(
        ("release", "released", "publication", "published"),
        ("latest", "last", "most recent", "newest"),
        ("first", "earliest", "oldest"),
        ("came out {last}", "was released {last}"),
        ("came out {first}", "was released {first}"),
        ("be released",),
    ),
    Property(
        ("air date first", "premiere"),
        ("latest", "newest", "most recent"),
        ("first", "earliest", "oldest"),
        ("premiered {last}", "started {last}"),
        ("premiered {first}", "started {first}"),
        ("premiere",),
    ),
    Property(("air date final", "end date", "date ended"), (), (), ("ended {last}",), ("ended {first}",)),
    Property(
        ("opened", "built", "constructed", "completed"),
        *OLD,
        ("was opened {last}",),
        ("was opened {first}",),
        ("be opened",),
    ),
    Property(
        ("start date", "date began", "active start", "began", "career start"),
        ("latest", "most recent"),
        ("earliest", "first"),
        ("started {last}", "began {last}"),
        ("started {first}", "began {first}"),
    ),
    Property(
        ("discovery", "discovered"),
        *OLD,
        ("was discovered {last}", "was found {last}", "was discovered {most recently}"),
        ("was discovered {first}", "was found {first}", "was discovered {earliest}"),
        ("be discovered", "be found"),
    ),
    Property(
        ("invention", "invented", "introduced"),
        *OLD,
        ("was introduced {last}",),
        ("was introduced {first}",),
        ("be introduced",),
    ),
)


def property_of(value: str, *, date: bool = False) -> Property | None:
    """The property that a numerical relation measures.

    Args:
        value: wording of the relation ("date of birth").
        date: whether its values are dates.

    Returns:
        The row of the first property whose words all stand in it; for "number of X" one made for X, for the
        date of something done ("surveyed") one made for that; or None.
    """
    words = value.lower().split()
    if words[:2] == ["number", "of"] and len(words) > 2:
        return _count_property(value, words[2:])
    if set(words) & (NAMING | OF_OTHERS):
        return None
    known = next((row for row in PROPERTIES if any(set(w.split()) <= set(words) for w in row.words)), None)
    return _event_property(words) if known is None and date else known


def measure_of(value: str) -> str:
    """Wording of a number that can follow "the largest".

    Args:
        value: wording of a numerical relation whose values are plain numbers.

    Returns:
        "number of visitors" for "visitors"; what counts no things as it is.
    """
    words = value.lower().split()
    head = next((i for i, word in enumerate(words) if i and word in PARTICLES), len(words))
    counted = words[head - 1]
    singular = counted in UNCOUNTED or counted.endswith(("ss", "us", "is", "ics")) or len(counted) < 4
    if counted != "people" and (singular or not counted.endswith("s") or set(words) & NAMING):
        return value
    return value if words[0] in {"number", "count", "total"} else f"number of {value}"


def _event_property(words: list[str]) -> Property | None:
    """How people speak of a date of something done: "was surveyed first", "retired last"."""
    done = [word for word in words if word not in _DATING]
    if len(done) != 1 or not done[0].endswith("ed"):
        return None
    verb = _as_it_is(done[0])
    said, to = (verb, ()) if done[0] in ACTIVE else (f"was {verb}", (f"be {done[0]}",))
    return Property((done[0],), (), (), (f"{said} {{last}}",), (f"{said} {{first}}",), to)


def _count_property(value: str, things: list[str]) -> Property:
    """How people speak of a count: "has the most rivers", "borders the most states"."""
    by_verb = len(things) > 2 and things[-2] == "it"
    verb, noun = (things[-1], things[:-2]) if by_verb else ("has", things)
    verb, counted = _as_it_is(verb), _as_it_is(" ".join(noun))
    most, fewest = (f"{verb} the {{{det}}} {counted}" for det in ("most", "fewest"))
    return Property((value,), (), (), (most,), (fewest,))


def _as_it_is(text: str) -> str:
    """A text of the graph within a predicate, where braces of its own would be slots."""
    return text.replace("{", "{{").replace("}", "}}")
