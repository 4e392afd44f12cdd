-- Who used a memory, when and why, as ids, verbs and counts; sealed entry by entry. It hangs on the name of a namespace, not on its number, since asking a
-- namespace that does not exist is a use as well. Entries are added, and nothing else.

CREATE TABLE audit (
    namespace TEXT    NOT NULL,
    number    INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    actor     TEXT    NOT NULL,
    role      TEXT    NOT NULL,
    verb      TEXT    NOT NULL,
    why       TEXT    NOT NULL,
    ids       TEXT    NOT NULL,
    count     INTEGER NOT NULL,
    outcome   TEXT    NOT NULL,
    hash      TEXT    NOT NULL,
    PRIMARY KEY (namespace, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'an audit trail is not changed');
END;

CREATE TRIGGER audit_is_not_cut BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'an audit trail is not cut');
END;
