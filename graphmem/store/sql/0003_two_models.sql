-- Vectors of two models beside one another: those in use, and those of the next model while they are being made.

CREATE TABLE embedders (
    slot      INTEGER PRIMARY KEY CHECK (slot IN (0, 1)),
    model     TEXT    NOT NULL,
    dimension INTEGER NOT NULL,
    in_use    INTEGER NOT NULL
) STRICT;
INSERT INTO embedders SELECT 0, model, dimension, 1 FROM embedder;
DROP TABLE embedder;

ALTER TABLE vectors RENAME TO vectors_of_one;
CREATE TABLE vectors (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    slot   INTEGER NOT NULL,
    ns     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    id     TEXT    NOT NULL,
    vector BLOB    NOT NULL,
    UNIQUE (slot, ns, kind, id)
) STRICT;
INSERT INTO vectors SELECT number, 0, ns, kind, id, vector FROM vectors_of_one ORDER BY number;
DROP TABLE vectors_of_one;
CREATE INDEX vectors_in_order ON vectors (slot, ns, kind, number);

ALTER TABLE vector_marks RENAME TO vector_marks_of_one;
CREATE TABLE vector_marks (
    slot     INTEGER NOT NULL,
    ns       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    last     INTEGER NOT NULL,
    removals INTEGER NOT NULL,
    PRIMARY KEY (slot, ns, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO vector_marks SELECT 0, ns, kind, last, removals FROM vector_marks_of_one;
DROP TABLE vector_marks_of_one;
