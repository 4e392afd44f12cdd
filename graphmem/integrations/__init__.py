"""graphmem inside the frameworks people use: one module for each, in the framework's own terms.

Each is imported by its own name, takes a `Memory` that is open already, and brings in its framework only then. The namespace is
that memory's: nothing that a framework or a model says can name another.
"""
