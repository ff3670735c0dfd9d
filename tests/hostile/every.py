"""All hostile cases and all questions about them."""

from tests.hostile.dates.cases import CASES as DATES
from tests.hostile.names.cases import CASES as NAMES
from tests.hostile.nary.cases import CASES as NARY
from tests.hostile.numbers.cases import CASES as NUMBERS
from tests.hostile.rdf_dirt.cases import CASES as RDF_DIRT
from tests.hostile.several_values.cases import CASES as SEVERAL_VALUES
from tests.hostile.tables.cases import CASES as TABLES
from tests.hostile.units.cases import CASES as UNITS

CASES = (*DATES, *NUMBERS, *UNITS, *NAMES, *SEVERAL_VALUES, *RDF_DIRT, *TABLES, *NARY)
ASKED = tuple((case, asked) for case in CASES for asked in case.asked)
