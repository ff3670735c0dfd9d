"""Units as people write them beside a number, and the unit of each as Pint reads it.

Only what is a unit wherever it stands behind a number is listed: "C" and "F" may be anything, "pm" is a
time of day before it is a picometre, "M", "k" and "B" count.
"""

from collections.abc import Mapping
from typing import Final

SYMBOLS: Final[Mapping[str, str]] = {
    "m": "meter", "km": "kilometer", "dm": "decimeter", "cm": "centimeter", "mm": "millimeter",
    "µm": "micrometer", "μm": "micrometer", "nm": "nanometer", "Å": "angstrom", "in": "inch", '"': "inch",
    "″": "inch", "”": "inch", "ft": "foot", "'": "foot", "′": "foot", "’": "foot", "yd": "yard",
    "yds": "yard",
    "mi": "mile", "nmi": "nautical_mile", "NM": "nautical_mile", "ly": "light_year",
    "au": "astronomical_unit",
    "AU": "astronomical_unit", "pc": "parsec", "kpc": "kiloparsec", "Mpc": "megaparsec",
    "ha": "hectare", "ac": "acre", "sqm": "meter ** 2", "sqft": "foot ** 2", "qm": "meter ** 2",
    "qkm": "kilometer ** 2",
    "L": "liter", "l": "liter", "ml": "milliliter", "mL": "milliliter", "cl": "centiliter", "dl": "deciliter",
    "hl": "hectoliter", "cc": "centimeter ** 3", "gal": "gallon", "fl oz": "fluid_ounce",
    "g": "gram", "kg": "kilogram", "mg": "milligram", "µg": "microgram", "μg": "microgram", "t": "metric_ton",
    "Mt": "megametric_ton", "lb": "pound", "lbs": "pound", "oz": "ounce", "st": "stone",
    "ct": "carat", "u": "unified_atomic_mass_unit", "Da": "dalton", "kDa": "kilodalton",
    "s": "second", "sec": "second", "secs": "second", "ms": "millisecond", "µs": "microsecond",
    "μs": "microsecond", "ns": "nanosecond", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour",
    "hrs": "hour", "d": "day", "yr": "year", "yrs": "year", "Myr": "megayear", "Gyr": "gigayear",
    "K": "kelvin", "°C": "degree_Celsius", "℃": "degree_Celsius", "degC": "degree_Celsius",
    "° C": "degree_Celsius", "Cel": "degree_Celsius", "°F": "degree_Fahrenheit", "℉": "degree_Fahrenheit",
    "degF": "degree_Fahrenheit", "° F": "degree_Fahrenheit", "[degF]": "degree_Fahrenheit",
    "W": "watt", "mW": "milliwatt", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt", "TW": "terawatt",
    "hp": "horsepower", "PS": "metric_horsepower", "Wh": "watt * hour", "kWh": "kilowatt * hour",
    "MWh": "megawatt * hour", "GWh": "gigawatt * hour", "TWh": "terawatt * hour", "J": "joule",
    "kJ": "kilojoule", "MJ": "megajoule", "GJ": "gigajoule", "TJ": "terajoule", "cal": "calorie",
    "kcal": "kilocalorie", "eV": "electron_volt", "keV": "kiloelectron_volt", "MeV": "megaelectron_volt",
    "GeV": "gigaelectron_volt", "N": "newton", "kN": "kilonewton", "Pa": "pascal", "hPa": "hectopascal",
    "kPa": "kilopascal", "MPa": "megapascal", "GPa": "gigapascal", "bar": "bar", "mbar": "millibar",
    "atm": "standard_atmosphere", "psi": "psi", "mmHg": "millimeter_Hg",
    "V": "volt", "mV": "millivolt", "kV": "kilovolt", "A": "ampere", "mA": "milliampere", "Ω": "ohm",
    "kΩ": "kiloohm", "mAh": "milliampere * hour", "Hz": "hertz", "kHz": "kilohertz", "MHz": "megahertz",
    "GHz": "gigahertz", "THz": "terahertz", "rpm": "revolutions_per_minute", "dB": "decibel", "lm": "lumen",
    "lx": "lux", "cd": "candela", "mol": "mole", "Bq": "becquerel", "mSv": "millisievert",
    "bit": "bit", "kbit": "kilobit", "Mbit": "megabit", "Gbit": "gigabit", "KB": "kilobyte", "kB": "kilobyte",
    "MB": "megabyte", "GB": "gigabyte", "TB": "terabyte", "PB": "petabyte", "KiB": "kibibyte",
    "MiB": "mebibyte", "GiB": "gibibyte", "TiB": "tebibyte", "PiB": "pebibyte",
    "Mbps": "megabit / second", "Gbps": "gigabit / second",
    "mph": "mile / hour", "kph": "kilometer / hour", "kmh": "kilometer / hour", "kn": "knot", "kts": "knot",
    "°": "degree", "deg": "degree", "%": "percent", "‰": "permille", "ppm": "ppm",
}  # fmt: skip

WORDS: Final[Mapping[str, str]] = {
    "metre": "meter", "meter": "meter", "inch": "inch", "inches": "inch", "foot": "foot", "feet": "foot",
    "yard": "yard", "mile": "mile", "nautical mile": "nautical_mile", "fathom": "fathom",
    "light year": "light_year", "lightyear": "light_year", "astronomical unit": "astronomical_unit",
    "parsec": "parsec", "angstrom": "angstrom", "micron": "micrometer",
    "hectare": "hectare", "acre": "acre", "litre": "liter", "liter": "liter", "gallon": "gallon",
    "pint": "pint", "quart": "quart", "barrel": "oil_barrel",
    "gram": "gram", "gramme": "gram", "tonne": "metric_ton", "metric ton": "metric_ton", "ton": "ton",
    "short ton": "ton", "long ton": "long_ton", "pound": "pound", "ounce": "ounce", "stone": "stone",
    "carat": "carat", "dalton": "dalton",
    "second": "second", "minute": "minute", "hour": "hour", "day": "day", "week": "week", "month": "month",
    "year": "year", "kelvin": "kelvin", "degree celsius": "degree_Celsius", "celsius": "degree_Celsius",
    "degree centigrade": "degree_Celsius", "degree fahrenheit": "degree_Fahrenheit",
    "fahrenheit": "degree_Fahrenheit", "watt": "watt", "horsepower": "horsepower", "watt hour": "watt * hour",
    "joule": "joule", "calorie": "calorie", "electronvolt": "electron_volt", "newton": "newton",
    "pascal": "pascal", "bar": "bar", "atmosphere": "standard_atmosphere", "volt": "volt", "ampere": "ampere",
    "amp": "ampere", "ohm": "ohm", "hertz": "hertz", "decibel": "decibel", "lumen": "lumen", "lux": "lux",
    "candela": "candela", "mole": "mole", "becquerel": "becquerel", "bit": "bit", "byte": "byte",
    "knot": "knot", "degree": "degree", "radian": "radian", "percent": "percent", "per cent": "percent",
    "per mille": "permille", "mile per hour": "mile / hour",
}  # fmt: skip
"""In the singular, without prefixes."""

PREFIXES: Final = (
    "kilo",
    "mega",
    "giga",
    "tera",
    "hecto",
    "deca",
    "deci",
    "centi",
    "milli",
    "micro",
    "nano",
    "pico",
)

COUNTED: Final = frozenset(
    {
        "people", "persons", "person", "inhabitants", "residents", "inh", "inh.", "hab", "hab.",
        "habitants", "employees", "students", "members", "items", "pieces", "pcs", "copies",
    }
)  # fmt: skip
"""Words behind a number that say what it counts; it stays a plain number."""
