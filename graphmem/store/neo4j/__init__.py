"""The store on a Neo4j server: the same memory as the embedded one, in a graph that people open and read.

Every statement is a file under `cypher/`; what stands here carries values to them and rows back. `store.Neo4jStore` answers the
protocols.
"""
