"""Tables as graphs: CSV, TSV, Parquet and JSON, alone or in a folder where they refer to each other."""

from numkbqa.kb.readers.tables.mapping import Mapping, load_mapping, mapping_yaml
from numkbqa.kb.readers.tables.reader import TableReader, TableReport, infer, is_table

__all__ = ["Mapping", "TableReader", "TableReport", "infer", "is_table", "load_mapping", "mapping_yaml"]
