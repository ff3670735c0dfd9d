"""Question records, the ordinal lexicon, and the training data made out of a graph."""
