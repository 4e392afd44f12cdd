"""Graphs that other memories left in a Neo4j database: read, never written, and one person's at a time."""
