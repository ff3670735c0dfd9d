"""What people say for a measured property, as plain tables: "how high" asks for a height or an elevation."""

from typing import Final

SIZE: Final = ("area", "size", "population")
HEIGHT: Final = ("height", "elevation", "altitude")
PEOPLE: Final = ("population", "number of inhabitants")

ADJECTIVES: Final = {
    "high": HEIGHT, "tall": HEIGHT, "deep": ("depth",), "wide": ("width",), "broad": ("width",),
    "long": ("length", "duration", "running time"), "big": SIZE, "large": SIZE, "small": SIZE,
    "old": ("age", "date of birth", "date founded"), "heavy": ("weight", "mass"), "fast": ("speed",),
    "hot": ("temperature",), "cold": ("temperature",), "warm": ("temperature",),
    "dense": ("density", "population density"), "densely": ("population density", "density"),
    "populous": PEOPLE, "populated": PEOPLE, "expensive": ("price", "cost"), "rich": ("net worth", "income"),
    "thick": ("thickness",), "bright": ("magnitude", "luminosity"),
}  # fmt: skip
"""Of "how high is X": what may be meant, likeliest first."""

ACTIONS: Final = {
    "weigh": ("weight", "mass"), "measure": ("length", "height"), "cost": ("cost", "price"),
    "last": ("duration", "length"), "earn": ("income", "salary"),
}  # fmt: skip
"""Of "how much does X weigh" and "how long did X last"."""

NOUNS: Final = {
    "size": SIZE, "people": PEOPLE, "inhabitants": PEOPLE, "citizens": PEOPLE, "residents": PEOPLE,
    "persons": PEOPLE, "height": HEIGHT, "elevation": ("elevation", "height", "altitude"),
    "altitude": ("altitude", "elevation", "height"), "weight": ("weight", "mass"), "mass": ("mass", "weight"),
    "age": ("age", "date of birth"), "birthday": ("date of birth",), "birthdate": ("date of birth",),
    "population": PEOPLE, "density": ("density", "population density"), "price": ("price", "cost"),
    "duration": ("duration", "length"), "area": ("area", "surface area"), "length": ("length", "duration"),
    "number of people": PEOPLE, "number of citizens": PEOPLE, "number of inhabitants": PEOPLE,
    "number of residents": PEOPLE, "birth date": ("date of birth",), "date of birth": ("date of birth",),
    "land area": ("area", "land area"), "surface area": ("surface area", "area"),
}  # fmt: skip
"""Of "the size of X", and of words beside a name; other nouns stand for themselves."""

PEOPLE_WORDS: Final = frozenset({"people", "inhabitants", "citizens", "residents", "persons"})
"""Of "how many people live in X": counted, they are a population."""

EVENTS: Final = {
    "born": ("date of birth", "birth", "born"), "die": ("date of death", "death", "died"),
    "died": ("date of death", "death", "died"), "dead": ("date of death", "death"),
    "buried": ("date of burial", "burial"),
    "founded": ("date founded", "founded", "established", "inception"),
    "established": ("date established", "established", "founded", "date founded", "inception"),
    "formed": ("date formed", "formed", "founded", "date founded", "inception"),
    "created": ("date created", "created", "creation", "inception"),
    "released": ("release date", "released", "publication date"),
    "published": ("publication date", "published", "release date"),
    "invented": ("date of invention", "invented"),
    "built": ("date built", "built", "construction", "opened"),
    "completed": ("date completed", "completed", "construction"),
    "opened": ("opened", "opening date"), "open": ("opened", "opening date"),
    "discovered": ("year of discovery", "discovery date", "discovered"),
    "dissolved": ("date dissolved", "dissolved"), "introduced": ("introduced", "date introduced"),
    "start": ("start date", "began", "started", "start"),
    "begin": ("start date", "began", "started", "start"),
    "started": ("start date", "began", "started", "start"), "end": ("end date", "ended", "end"),
    "ended": ("end date", "ended", "end"), "finish": ("end date", "ended", "end"),
}  # fmt: skip
"""Of "when was X born" and "what year did X die"."""

QUALIFIERS: Final = {
    "paid": ("salary", "pay", "income", "earnings"), "earning": ("income", "salary", "earnings"),
    "rated": ("rating", "score"), "ranked": ("ranking", "rank"), "ranking": ("ranking", "rank"),
    "scoring": ("score", "points scored", "goals scored"), "scored": ("score", "points scored"),
    "grossing": ("gross revenue", "box office", "gross"), "selling": ("sales", "copies sold"),
    "priced": ("price", "cost"), "valued": ("value", "price"), "viewed": ("number of views", "views"),
    "watched": ("number of viewers", "views"), "visited": ("number of visitors", "visitors"),
    "capped": ("number of caps", "caps"), "taxed": ("tax rate", "tax"),
}  # fmt: skip
"""Of "the highest paid" and "the most visited": what may be meant, likeliest first."""

HEADS: Final = frozenset({"date", "year", "day", "time", "number", "amount", "cost", "rate", "speed"})
"""Nouns that "of" and a bare noun complete: "the date of birth of X", "the number of citizens in X"."""

NOT_NOUNS: Final = frozenset({"what", "which", "how", "who", "whose"})
"""Words that no measured noun begins with."""

OVER_ALL: Final = frozenset({"total", "combined", "average", "mean", "overall", "aggregate"})
"""Before a noun they ask for a sum or mean when several things are meant."""

FILLERS: Final = frozenset({
    "of", "the", "a", "an", "in", "and", "number", "total", "date", "year", "day", "time",
    "meters", "metres", "kg", "km", "miles",
})  # fmt: skip
"""Words of a measure's or relation's name that tell no two of them apart."""

UNITS: Final = (
    "miles", "mile", "kilometers", "kilometres", "km", "feet", "foot", "meters", "metres", "inches",
    "pounds", "kilograms", "kg", "degrees", "years",
)  # fmt: skip
"""Of "in square miles" at the end of a question."""

ASKING: Final = frozenset({
    "what", "whats", "which", "is", "are", "was", "were", "s", "the", "a", "an", "of", "in", "for", "at",
    "on", "how", "does", "do", "did", "have", "has", "had", "tell", "me", "give", "show", "please", "its",
    "there", "live", "lived", "and", "about", "can", "you", "be",
})  # fmt: skip
"""Words of a question that measure nothing."""

TIMES: Final = frozenset({"when", "year", "date", "day"})
"""Words that ask for a time."""

COUNTING: Final = frozenset({"many", "number"})
"""Words that ask for a count."""
