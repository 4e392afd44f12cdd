"""The embedded store: one SQLite file, read and written by any number of threads and processes.

`store.SQLiteStore` answers the protocols; each module beside it holds one noun's statements, as functions of a
`Scope`, which is a transaction inside one namespace.
"""
