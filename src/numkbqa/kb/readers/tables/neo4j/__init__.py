"""Exports of Neo4j: the files of `neo4j-admin import`, and what APOC writes as CSV and JSON."""
