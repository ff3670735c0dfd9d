"""The ordinal lexicon as plain tables: determiners with their polarity, ranks, and what is no determiner."""

from typing import Final, NamedTuple

from numkbqa.values import Kind
from numkbqa.values.ranks import Direction


class Determiner(NamedTuple):
    """One row of the lexicon.

    Args:
        phrase: lower-case words.
        number: direction among numbers and quantities ("oldest" age: max).
        date: direction among dates ("oldest" date of birth: min).
        hint: the kind that it measures when nothing else in the question says so.
    """

    phrase: str
    number: Direction
    date: Direction
    hint: Kind | None = None


UP, DOWN, DATE = Direction.MAX, Direction.MIN, Kind.DATE

FAR: Final = ("furthest", "farthest")
HIGH_WAYS: Final = ("north", "east", "to the north", "to the east")
LOW_WAYS: Final = ("south", "west", "to the south", "to the west")

DETERMINERS: Final = (
    # the paper's nine (section "Pre-training")
    Determiner("largest", UP, UP), Determiner("biggest", UP, UP),
    Determiner("smallest", DOWN, DOWN), Determiner("fewest", DOWN, DOWN),
    Determiner("latest", UP, UP, DATE), Determiner("most recent", UP, UP, DATE),
    Determiner("last", UP, UP, DATE), Determiner("earliest", DOWN, DOWN, DATE),
    Determiner("first", DOWN, DOWN, DATE),
    # A27: size
    Determiner("highest", UP, UP), Determiner("lowest", DOWN, DOWN),
    Determiner("greatest", UP, UP), Determiner("most", UP, UP), Determiner("least", DOWN, DOWN),
    Determiner("longest", UP, UP), Determiner("shortest", DOWN, DOWN),
    Determiner("tallest", UP, UP), Determiner("heaviest", UP, UP), Determiner("lightest", DOWN, DOWN),
    Determiner("deepest", UP, UP), Determiner("shallowest", DOWN, DOWN),
    Determiner("widest", UP, UP), Determiner("broadest", UP, UP), Determiner("narrowest", DOWN, DOWN),
    Determiner("thickest", UP, UP), Determiner("thinnest", DOWN, DOWN),
    Determiner("densest", UP, UP), Determiner("sparsest", DOWN, DOWN),
    Determiner("richest", UP, UP), Determiner("wealthiest", UP, UP), Determiner("poorest", DOWN, DOWN),
    Determiner("tiniest", DOWN, DOWN), Determiner("littlest", DOWN, DOWN), Determiner("hugest", UP, UP),
    Determiner("hottest", UP, UP), Determiner("warmest", UP, UP),
    Determiner("coldest", DOWN, DOWN), Determiner("coolest", DOWN, DOWN),
    Determiner("fastest", UP, UP), Determiner("slowest", DOWN, DOWN),
    Determiner("strongest", UP, UP), Determiner("weakest", DOWN, DOWN),
    Determiner("brightest", UP, UP), Determiner("busiest", UP, UP),
    Determiner("cheapest", DOWN, DOWN), Determiner("costliest", UP, UP),
    Determiner("closest", DOWN, DOWN), Determiner("nearest", DOWN, DOWN),
    Determiner("farthest", UP, UP), Determiner("furthest", UP, UP),
    Determiner("northernmost", UP, UP), Determiner("southernmost", DOWN, DOWN),
    Determiner("easternmost", UP, UP), Determiner("westernmost", DOWN, DOWN),
    *(Determiner(f"{far} {way}", UP, UP) for far in FAR for way in HIGH_WAYS),
    *(Determiner(f"{far} {way}", DOWN, DOWN) for far in FAR for way in LOW_WAYS),
    Determiner("most northerly", UP, UP), Determiner("most southerly", DOWN, DOWN),
    Determiner("most easterly", UP, UP), Determiner("most westerly", DOWN, DOWN),
    Determiner("most northern", UP, UP), Determiner("most southern", DOWN, DOWN),
    Determiner("most eastern", UP, UP), Determiner("most western", DOWN, DOWN),
    Determiner("maximum", UP, UP), Determiner("maximal", UP, UP), Determiner("max", UP, UP),
    Determiner("minimum", DOWN, DOWN), Determiner("minimal", DOWN, DOWN),
    Determiner("most populous", UP, UP), Determiner("most populated", UP, UP),
    Determiner("least populous", DOWN, DOWN), Determiner("least populated", DOWN, DOWN),
    Determiner("most dense", UP, UP), Determiner("least dense", DOWN, DOWN),
    Determiner("most densely populated", UP, UP), Determiner("least densely populated", DOWN, DOWN),
    Determiner("most sparsely populated", DOWN, DOWN), Determiner("most thinly populated", DOWN, DOWN),
    Determiner("best selling", UP, UP), Determiner("top grossing", UP, UP), Determiner("top selling", UP, UP),
    # A27: time and age
    Determiner("most recently", UP, UP, DATE), Determiner("newest", DOWN, UP, DATE),
    Determiner("youngest", DOWN, UP, DATE), Determiner("oldest", UP, DOWN, DATE),
    Determiner("eldest", UP, DOWN, DATE), Determiner("soonest", DOWN, DOWN, DATE),
    Determiner("least recent", DOWN, DOWN, DATE), Determiner("least recently", DOWN, DOWN, DATE),
)  # fmt: skip

PAPER_DETERMINERS: Final = {
    (False, UP): ("largest", "biggest"),
    (False, DOWN): ("fewest", "smallest"),
    (True, UP): ("latest", "most recent", "last"),
    (True, DOWN): ("earliest", "first"),
}
"""(is it time?, direction) -> the determiners that the paper generates with."""

WIDE_DETERMINERS: Final = {
    (False, UP): ("largest", "biggest", "highest", "greatest", "most", "maximum"),
    (False, DOWN): ("smallest", "lowest", "fewest", "least", "minimum", "tiniest"),
    (True, UP): ("latest", "most recent", "last", "newest", "youngest"),
    (True, DOWN): ("earliest", "first", "oldest"),
}
"""The same with the words of A27 that fit any relation."""

RANK_WORDS: Final = (
    ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"), ("fifth", "5th"), ("sixth", "6th"),
    ("seventh", "7th"), ("eighth", "8th"), ("ninth", "9th"), ("tenth", "10th"),
)  # fmt: skip
"""How k = 2, 3, ... is said, as a word and in digits."""

TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
"""Tens, which a rank may follow ("twenty first")."""

HIGH_RANKS: Final = {
    "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40,
    "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100,
}  # fmt: skip
"""Ranks from 11: read beside a superlative, never generated; in digits any number is one ("37th")."""


PENULTIMATE: Final = {"penultimate": 2, "antepenultimate": 3}
"""Ranks from the last that are a word of their own."""

LEFT_OUT: Final = {"one": 1, "two": 2, "three": 3}
"""How many a superlative leaves out ("the last but one")."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COUNT_WORDS: Final = _words("several few many top some hundred thousand")
"""Before a determiner they ask for a list of no known length ("the few largest"), which is no rank."""

COUNTED_FROM: Final = _words("first last 1st")
"""Ends that a count may follow ("the first two to be discovered")."""

MEMBERSHIP: Final = _words("one some any many")
"""With "of the" before a determiner they only say that it is large ("one of the largest")."""

NOT_AFTER: Final = _words("at")
"""Words before a determiner that make it none: "at least", "at last"."""

NOT_BEFORE: Final = {
    "first": _words("""
        name names lady ladies language languages world aid amendment degree cousin cousins class nation
        nations grade base person time week day half floor minister generation level then they we i you he she
        family for as
    """),
    "last": _words("""
        name names week weeks year years month months night day days time times decade century minute
        summer winter spring fall weekend rites supper will long few for until know
    """),
    "most": _words("""
        of famous notable notably important importantly likely known well widely often commonly
        influential beautiful prominent probably significant valuable wanted interesting
    """),
    "least": _words("not likely"),
    "greatest": _words("hits hit impact influence accomplishment achievement contribution"),
    "biggest": _words("accomplishment achievement impact influence contribution"),
}
"""Words after a determiner that make it none: "first name", "most of"."""

EXTREME_PLACES: Final = _words("point points spot spots peak peaks")
"""After "highest" and "lowest" they name a relation ("the highest point of Ohio"), ..."""

CHOOSERS: Final = _words("with has have having contains contain containing")
"""... unless something is chosen by it ("the state with the highest point")."""

LEADS: Final = _words("""
    the a an his her their its my your our whose which what this that 's s is was were are and or with
    by of in
""")
"""What stands before "first" and "last" when they are adjectives ("the first movie", "Tom's last team")."""

MOST_LEADS: Final = _words("""
    the a an his her their its whose which what 's s with has have had having by got gets covers cover
    that and won contains contain produces produce receives received hosts makes made are is was
    borders traverses crosses includes through
""")
"""Before "most" and "least" when they are superlatives; the one of "where do most people live" is none."""

NOT_COUNTED: Final = _words("""
    century millennium anniversary birthday of in street avenue district division edition hand wife husband
    official
    monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december
""")
"""Words after a rank that make it a name ("19th century", "4th of July"), besides those after "first"."""

EVENTS: Final = _words("""
    born built out began begun won written made sung seen set held shot sent sold taught fought bought
    found known done given met laid came come cut put begins ends starts opens dies
""")
"""Irregular verb forms before "first" and "last" as adverbs ("was born first"); regular ones end in -ed."""

RANK_VERBS: Final = _words("rank ranks ranked comes stands placed places")
"""Before a bare rank with "by" or "in" they order by any property ("ranks third by boiling point")."""

COPULAS: Final = _words("is are was were")
"""They do so with "by"; with "in" only by a size ("is second in population", not "second in command")."""

EVENT_NOUNS: Final = _words("discovery invention release publication creation foundation")
"""Nouns of events that a rank counts ("Curie's second discovery")."""

BASE_EVENTS: Final = _words("""
    discover find invent create found establish open build release publish write compose record direct die
    premiere start begin end close debut air
""")
"""Bare verbs of events in time ("the last to die", "which element did Curie discover last")."""

COUNTABLE: Final = _words("person minister nation nations")
"""Words of `NOT_BEFORE` that can be counted after all ("the first person to die")."""

TIME_WORDS: Final = _words("""
    date dates year born died die dies birth death birthday founded established release released opened
    aired premiered formed dissolved start started end ended began debuted published built created
    invented discovered recorded inaugurated
""")
SIZE_WORDS: Final = _words("""
    population populations people inhabitants area size number amount height length weight elevation
    depth density age episodes seasons code numeric temperature mass gdp value price cost speed rate
""")

HIGH_IN_SPEECH: Final = _words("""
    attendance budget circulation crime currency discharge distance duration frequency income literacy number
    pay percentage power pressure radius rainfall ranking rating resistance revenue salary score share sum
    tax unemployment viscosity voltage volume wage
""")
"""More properties, besides `SIZE_WORDS`, whose "highest" has nothing to do with hills."""

LYING: Final = _words("lying located situated standing placed elevated rising reaching")
"""Participles that say no more than the superlative before them ("the highest lying village")."""
