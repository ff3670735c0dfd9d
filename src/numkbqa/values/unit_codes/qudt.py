"""QUDT units: local names behind `QUDT`, and the unit of each as Pint reads it."""

from collections.abc import Mapping
from typing import Final

QUDT: Final = "http://qudt.org/vocab/unit/"
QUDT_CURRENCY: Final = "http://qudt.org/vocab/currency/"

QUDT_UNITS: Final[Mapping[str, str]] = {
    "UNITLESS": "dimensionless", "NUM": "dimensionless", "PERCENT": "percent", "PERMILLE": "permille",
    "PPM": "ppm",
    "M": "meter", "KiloM": "kilometer", "CentiM": "centimeter", "MilliM": "millimeter",
    "MicroM": "micrometer", "NanoM": "nanometer", "PicoM": "picometer", "IN": "inch", "FT": "foot",
    "YD": "yard", "MI": "mile", "MI_N": "nautical_mile", "AU": "astronomical_unit", "LY": "light_year",
    "PARSEC": "parsec", "ANGSTROM": "angstrom",
    "HA": "hectare", "AC": "acre", "ARE": "are", "L": "liter", "MilliL": "milliliter", "HectoL": "hectoliter",
    "GAL_US": "gallon", "GAL_UK": "imperial_gallon",
    "SEC": "second", "MilliSEC": "millisecond", "MicroSEC": "microsecond", "NanoSEC": "nanosecond",
    "MIN": "minute", "HR": "hour", "DAY": "day", "WK": "week", "MO": "month", "YR": "year",
    "KiloGM": "kilogram", "GM": "gram", "MilliGM": "milligram", "MicroGM": "microgram",
    "TONNE": "metric_ton", "TON_Metric": "metric_ton", "TON_US": "ton", "TON_SHORT": "ton",
    "TON_LONG": "long_ton", "LB": "pound", "OZ": "ounce", "STONE_UK": "stone", "CARAT": "carat",
    "U": "unified_atomic_mass_unit", "Dalton": "dalton",
    "K": "kelvin", "DEG_C": "degree_Celsius", "DEG_F": "degree_Fahrenheit",
    "RAD": "radian", "DEG": "degree", "ARCMIN": "arcminute", "ARCSEC": "arcsecond",
    "KN": "knot", "MI-PER-HR": "mile / hour",
    "N": "newton", "KiloN": "kilonewton", "PA": "pascal", "HectoPA": "hectopascal", "KiloPA": "kilopascal",
    "MegaPA": "megapascal", "BAR": "bar", "MilliBAR": "millibar", "ATM": "standard_atmosphere", "PSI": "psi",
    "MilliM_HG": "millimeter_Hg",
    "J": "joule", "KiloJ": "kilojoule", "MegaJ": "megajoule", "CAL": "calorie", "KiloCAL": "kilocalorie",
    "EV": "electron_volt", "MegaEV": "megaelectron_volt", "KiloW-HR": "kilowatt * hour",
    "MegaW-HR": "megawatt * hour", "W": "watt", "KiloW": "kilowatt", "MegaW": "megawatt",
    "GigaW": "gigawatt", "HP": "horsepower",
    "A": "ampere", "V": "volt", "KiloV": "kilovolt", "OHM": "ohm", "FARAD": "farad", "C": "coulomb",
    "T": "tesla", "HZ": "hertz", "KiloHZ": "kilohertz", "MegaHZ": "megahertz", "GigaHZ": "gigahertz",
    "MOL": "mole", "CD": "candela", "LM": "lumen", "LUX": "lux", "DeciB": "decibel", "BQ": "becquerel",
    "BIT": "bit", "BYTE": "byte", "KiloBYTE": "kilobyte", "MegaBYTE": "megabyte", "GigaBYTE": "gigabyte",
    "TeraBYTE": "terabyte", "REV-PER-MIN": "revolutions_per_minute",
}  # fmt: skip
"""Products and powers are made of these: "KiloM2", "GM-PER-CentiM3", "M-PER-SEC2"."""
