"""Exploration: a memory read in Cypher by people, as the graph that `cypher/README.md` draws.

    text ──gate──▶ canonical text ──▶ the server, or a frozen mirror of one namespace ──▶ Table ──▶ text · JSON · CSV · a picture

What people type is read by `gate` before anything runs it; what is shipped is listed by `named`; `mirror` holds one namespace in
memory, so that text nobody has reviewed finds nothing of anybody else; `rendering` and `picture` show what came back.
"""
