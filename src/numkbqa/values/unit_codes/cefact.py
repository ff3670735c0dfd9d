"""UN/CEFACT common codes (Recommendation 20), and the unit of each as Pint reads it."""

from collections.abc import Mapping
from typing import Final

CEFACT_UNITS: Final[Mapping[str, str]] = {
    "C62": "dimensionless", "EA": "dimensionless", "H87": "dimensionless", "NIU": "dimensionless",
    "P1": "percent", "59": "ppm",
    "MTR": "meter", "KMT": "kilometer", "KTM": "kilometer", "HMT": "hectometer", "DMT": "decimeter",
    "CMT": "centimeter", "MMT": "millimeter", "4H": "micrometer", "C45": "nanometer", "INH": "inch",
    "FOT": "foot", "YRD": "yard", "SMI": "mile", "NMI": "nautical_mile", "AK": "fathom",
    "MTK": "meter ** 2", "KMK": "kilometer ** 2", "CMK": "centimeter ** 2", "MMK": "millimeter ** 2",
    "INK": "inch ** 2", "FTK": "foot ** 2", "YDK": "yard ** 2", "MIK": "mile ** 2", "HAR": "hectare",
    "ARE": "are", "ACR": "acre",
    "MTQ": "meter ** 3", "CMQ": "centimeter ** 3", "MMQ": "millimeter ** 3", "H20": "kilometer ** 3",
    "LTR": "liter", "MLT": "milliliter", "CLT": "centiliter", "HLT": "hectoliter", "FTQ": "foot ** 3",
    "INQ": "inch ** 3", "GLL": "gallon", "GLI": "imperial_gallon", "BLL": "oil_barrel",
    "KGM": "kilogram", "GRM": "gram", "MGM": "milligram", "MC": "microgram", "TNE": "metric_ton",
    "LBR": "pound", "ONZ": "ounce", "APZ": "troy_ounce", "STI": "stone", "STN": "ton", "LTN": "long_ton",
    "SEC": "second", "C26": "millisecond", "MIN": "minute", "HUR": "hour", "DAY": "day", "WEE": "week",
    "MON": "month", "ANN": "year",
    "CEL": "degree_Celsius", "FAH": "degree_Fahrenheit", "KEL": "kelvin",
    "MTS": "meter / second", "KMH": "kilometer / hour", "HM": "mile / hour", "KNT": "knot",
    "MSK": "meter / second ** 2", "MQS": "meter ** 3 / second",
    "NEW": "newton", "B47": "kilonewton", "PAL": "pascal", "A97": "hectopascal", "KPA": "kilopascal",
    "MPA": "megapascal", "BAR": "bar", "MBR": "millibar", "ATM": "standard_atmosphere", "PS": "psi",
    "JOU": "joule", "KJO": "kilojoule", "3B": "megajoule", "WHR": "watt * hour", "KWH": "kilowatt * hour",
    "MWH": "megawatt * hour", "GWH": "gigawatt * hour", "WTT": "watt", "KWT": "kilowatt", "MAW": "megawatt",
    "A90": "gigawatt", "BHP": "horsepower",
    "AMP": "ampere", "4K": "milliampere", "VLT": "volt", "KVT": "kilovolt", "OHM": "ohm", "FAR": "farad",
    "HTZ": "hertz", "KHZ": "kilohertz", "MHZ": "megahertz", "A86": "gigahertz", "C34": "mole",
    "CDL": "candela", "LUM": "lumen", "LUX": "lux", "DD": "degree", "C81": "radian", "2N": "decibel",
    "A99": "bit", "AD": "byte", "2P": "kilobyte", "4L": "megabyte", "E34": "gigabyte", "E35": "terabyte",
    "KMQ": "kilogram / meter ** 3", "23": "gram / centimeter ** 3", "RPM": "revolutions_per_minute",
}  # fmt: skip
