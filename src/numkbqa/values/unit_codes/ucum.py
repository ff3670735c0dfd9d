"""UCUM codes: what is no metric prefix with an SI symbol, and the unit of each as Pint reads it."""

from collections.abc import Mapping
from typing import Final

UCUM_ATOMS: Final[Mapping[str, str]] = {
    "m": "meter", "g": "gram", "s": "second", "min": "minute", "h": "hour", "d": "day", "wk": "week",
    "mo": "month", "a": "year", "a_j": "year", "mo_j": "month",
    "l": "liter", "L": "liter", "ar": "are", "har": "hectare", "t": "metric_ton",
    "u": "unified_atomic_mass_unit",
    "AU": "astronomical_unit", "pc": "parsec", "[ly]": "light_year", "Ao": "angstrom",
    "[in_i]": "inch", "[ft_i]": "foot", "[yd_i]": "yard", "[mi_i]": "mile", "[nmi_i]": "nautical_mile",
    "[mi_us]": "survey_mile", "[ft_us]": "survey_foot", "[fth_i]": "fathom", "[kn_i]": "knot",
    "[sin_i]": "inch ** 2", "[sft_i]": "foot ** 2", "[syd_i]": "yard ** 2", "[smi_us]": "survey_mile ** 2",
    "[acr_us]": "acre", "[cft_i]": "foot ** 3", "[gal_us]": "gallon", "[gal_br]": "imperial_gallon",
    "[pt_us]": "pint", "[foz_us]": "fluid_ounce",
    "[lb_av]": "pound", "[oz_av]": "ounce", "[oz_tr]": "troy_ounce", "[stone_av]": "stone",
    "[car_m]": "carat",
    "[ston_av]": "ton", "[lton_av]": "long_ton", "[gr]": "grain",
    "K": "kelvin", "Cel": "degree_Celsius", "[degF]": "degree_Fahrenheit",
    "rad": "radian", "sr": "steradian", "deg": "degree", "'": "arcminute", "''": "arcsecond",
    "Hz": "hertz", "N": "newton", "Pa": "pascal", "bar": "bar", "atm": "standard_atmosphere", "[psi]": "psi",
    "J": "joule", "cal": "calorie", "[Cal]": "kilocalorie", "eV": "electron_volt", "W": "watt",
    "[HP]": "horsepower", "A": "ampere", "V": "volt", "Ohm": "ohm", "F": "farad", "C": "coulomb",
    "T": "tesla", "G": "gauss", "H": "henry", "S": "siemens", "Wb": "weber", "mol": "mole", "cd": "candela",
    "lm": "lumen", "lx": "lux", "Bq": "becquerel", "Gy": "gray", "Sv": "sievert", "kat": "katal",
    "bit": "bit", "By": "byte", "Bd": "baud", "[g]": "standard_gravity",
    "mm[Hg]": "millimeter_Hg", "%": "percent", "[ppth]": "permille", "[ppm]": "ppm",
}  # fmt: skip

UCUM_PREFIXES: Final[Mapping[str, str]] = {
    "Y": "yotta", "Z": "zetta", "E": "exa", "P": "peta", "T": "tera", "G": "giga", "M": "mega", "k": "kilo",
    "h": "hecto", "da": "deca", "d": "deci", "c": "centi", "m": "milli", "u": "micro", "n": "nano",
    "p": "pico", "f": "femto", "a": "atto",
}  # fmt: skip

UCUM_METRIC: Final = frozenset(
    {
        "m", "g", "s", "l", "L", "ar", "t", "u", "pc", "K", "Cel", "rad", "sr", "Hz", "N", "Pa", "bar", "J",
        "cal", "eV", "W", "A", "V", "Ohm", "F", "C", "T", "G", "H", "S", "Wb", "mol", "cd", "lm", "lx", "Bq",
        "Gy", "Sv", "kat", "bit", "By", "Bd", "a",
    }
)  # fmt: skip
"""Atoms that take prefixes."""
