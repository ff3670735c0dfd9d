"""Tables of unit codes that graphs use: QUDT, UCUM, UN/CEFACT, Wikidata, ISO 4217, and what people write."""
