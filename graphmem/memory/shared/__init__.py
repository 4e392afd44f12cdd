"""Shared knowledge: what an organisation knows, read beside what a person's own memory holds.

Which namespaces are read is fixed when a memory is opened. Each is searched alone and the results are put together here, so that
one namespace's words, names and counts never weigh on another's. Everything read there says which namespace it is of, nobody there
is "I", and what the memory itself says of a thing wins. Nothing is ever written there.
"""
