-- What is kept of forgotten messages, so that no import brings them back: marks that say nothing to one who has not the message. And how often
-- things came up, which is no part of what is known.

CREATE TABLE tombstones (
    ns   INTEGER NOT NULL,
    mark TEXT    NOT NULL,
    PRIMARY KEY (ns, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE accesses (
    ns      INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    times   INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (ns, kind, id)
) STRICT, WITHOUT ROWID;
