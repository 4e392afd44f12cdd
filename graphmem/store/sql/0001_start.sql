-- The first schema of the embedded store.
--
-- Every row belongs to a namespace, `ns`. Moments are whole microseconds since 1970 in UTC, negative before it.
-- What is told apart by text is compared byte by byte. Nothing here cascades: what goes with a message is said in one
-- place, the code that erases it.

CREATE TABLE namespaces (
    id      INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL UNIQUE,
    version INTEGER NOT NULL DEFAULT 0,
    salt    BLOB    NOT NULL,
    -- Whose turn it is to write, and until when in seconds since 1970: one who lost too many races in a row.
    turn       TEXT,
    turn_until REAL NOT NULL DEFAULT 0
) STRICT;

-- One model a store: vectors of two models cannot be compared.
CREATE TABLE embedder (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    model     TEXT    NOT NULL,
    dimension INTEGER NOT NULL
) STRICT;

-- What was said.

-- `parts` is NULL for the common message, a single text part that equals `text`.
CREATE TABLE messages (
    ns          INTEGER NOT NULL,
    id          TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    session     TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    role        TEXT    NOT NULL,
    speaker     TEXT,
    text        TEXT    NOT NULL,
    parts       TEXT,
    recorded_at INTEGER NOT NULL,
    importance  REAL,
    metadata    TEXT    NOT NULL,
    UNIQUE (ns, id),
    UNIQUE (ns, key),
    UNIQUE (ns, session, seq)
) STRICT;
CREATE INDEX messages_in_order ON messages (ns, at, session, seq, id);
CREATE INDEX messages_in_session ON messages (ns, session, at, seq, id);

CREATE TABLE summaries (
    ns         INTEGER NOT NULL,
    session    TEXT    NOT NULL,
    lines      TEXT    NOT NULL,
    covers_at  INTEGER NOT NULL,
    covers_seq INTEGER NOT NULL,
    PRIMARY KEY (ns, session)
) STRICT;

-- What waits to be understood. `until` is when a lease or a back-off runs out. The message's place is repeated here so
-- that a lease is taken in message order without reading messages.
CREATE TABLE work (
    ns         INTEGER NOT NULL,
    message    TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    session    TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('waiting', 'leased', 'failed')),
    attempts   INTEGER NOT NULL,
    until      INTEGER,
    error      TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (ns, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_in_order ON work (ns, at, session, seq);

-- What was understood. `generation` outlives the work item, so that a message queued anew never gets a number again.
CREATE TABLE extractions (
    ns         INTEGER NOT NULL,
    message    TEXT    NOT NULL,
    generation INTEGER NOT NULL,
    reading    TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (ns, message)
) STRICT;

-- Evidence, as each message contributes it.

CREATE TABLE uses (
    ns       INTEGER NOT NULL,
    message  TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    key      TEXT    NOT NULL,
    surface  TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    weight   REAL    NOT NULL,
    start_at INTEGER NOT NULL,
    end_at   INTEGER NOT NULL,
    PRIMARY KEY (ns, message, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE samenesses (
    ns        INTEGER NOT NULL,
    message   TEXT    NOT NULL,
    number    INTEGER NOT NULL,
    left_key  TEXT    NOT NULL,
    right_key TEXT    NOT NULL,
    PRIMARY KEY (ns, message, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE statements (
    ns                INTEGER NOT NULL,
    message           TEXT    NOT NULL,
    number            INTEGER NOT NULL,
    subject           TEXT    NOT NULL,
    predicate         TEXT    NOT NULL,
    phrase            TEXT    NOT NULL,
    object            TEXT,
    value             TEXT,
    nature            TEXT    NOT NULL,
    stance            TEXT    NOT NULL,
    positive          INTEGER NOT NULL,
    certainty         TEXT    NOT NULL,
    is_current        INTEGER NOT NULL,
    person            INTEGER NOT NULL,
    speaker           TEXT    NOT NULL,
    confidence        REAL    NOT NULL,
    importance        REAL,
    quote_start       INTEGER NOT NULL,
    quote_end         INTEGER NOT NULL,
    at                INTEGER NOT NULL,
    session           TEXT    NOT NULL,
    seq               INTEGER NOT NULL,
    recorded_at       INTEGER NOT NULL,
    start_from        INTEGER,
    start_to          INTEGER,
    start_granularity TEXT,
    end_from          INTEGER,
    end_to            INTEGER,
    end_granularity   TEXT,
    fact              TEXT,
    slot              TEXT,
    PRIMARY KEY (ns, message, number)
) STRICT;
CREATE INDEX statements_by_subject ON statements (ns, subject);
CREATE INDEX statements_by_object ON statements (ns, object) WHERE object IS NOT NULL;
CREATE INDEX statements_by_slot ON statements (ns, slot) WHERE slot IS NOT NULL;
CREATE INDEX statements_by_fact ON statements (ns, fact) WHERE fact IS NOT NULL;

-- Sums over the evidence of all messages, kept as it comes and goes; a row at zero is deleted. Weights are thousandths,
-- whole numbers, so that taking away gives back exactly what was there before.

CREATE TABLE spellings (
    ns          INTEGER NOT NULL,
    key         TEXT    NOT NULL,
    surface     TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    uses        INTEGER NOT NULL,
    thousandths INTEGER NOT NULL,
    PRIMARY KEY (ns, key, surface, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE sameness_counts (
    ns        INTEGER NOT NULL,
    left_key  TEXT    NOT NULL,
    right_key TEXT    NOT NULL,
    messages  INTEGER NOT NULL,
    PRIMARY KEY (ns, left_key, right_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX sameness_by_right ON sameness_counts (ns, right_key);

-- What is derived from the evidence.

CREATE TABLE entity_of (
    ns     INTEGER NOT NULL,
    key    TEXT    NOT NULL,
    entity TEXT    NOT NULL,
    PRIMARY KEY (ns, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_of_entity ON entity_of (ns, entity);

CREATE TABLE entities (
    ns      INTEGER NOT NULL,
    id      TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    aliases TEXT    NOT NULL,
    keys    TEXT    NOT NULL,
    is_self INTEGER NOT NULL,
    PRIMARY KEY (ns, id)
) STRICT;
CREATE INDEX entities_by_name ON entities (ns, name, kind, id);

CREATE TABLE facts (
    ns           INTEGER NOT NULL,
    id           TEXT    NOT NULL,
    slot         TEXT    NOT NULL,
    subject      TEXT    NOT NULL,
    subject_name TEXT    NOT NULL,
    predicate    TEXT    NOT NULL,
    object       TEXT,
    object_name  TEXT,
    value        TEXT,
    sentence     TEXT    NOT NULL,
    nature       TEXT    NOT NULL,
    positive     INTEGER NOT NULL,
    certainty    TEXT    NOT NULL,
    person       INTEGER NOT NULL,
    confidence   REAL    NOT NULL,
    importance   REAL    NOT NULL,
    category     TEXT    NOT NULL,
    said_at      INTEGER NOT NULL,
    recorded_at  INTEGER NOT NULL,
    retracted_at INTEGER,
    PRIMARY KEY (ns, id)
) STRICT;

CREATE TABLE periods (
    ns                INTEGER NOT NULL,
    fact              TEXT    NOT NULL,
    number            INTEGER NOT NULL,
    start_at          INTEGER,
    start_granularity TEXT,
    start_stated      INTEGER NOT NULL,
    end_at            INTEGER,
    end_granularity   TEXT,
    ended_by          TEXT,
    reaches_back      INTEGER NOT NULL,
    PRIMARY KEY (ns, fact, number)
) STRICT, WITHOUT ROWID;

-- Facts in the order they are listed: once under '' for the list of all, once under their subject, once under their
-- object. A hub with 50,000 facts is read from the top.
CREATE TABLE ranked_facts (
    ns         INTEGER NOT NULL,
    entity     TEXT    NOT NULL,
    importance REAL    NOT NULL,
    said_at    INTEGER NOT NULL,
    fact       TEXT    NOT NULL,
    event      INTEGER NOT NULL,
    PRIMARY KEY (ns, entity, importance DESC, said_at DESC, fact)
) STRICT, WITHOUT ROWID;

-- The text index. `number` follows insertion; `terms` packs the numbers of the document's terms, so that it can be
-- taken out again without an index from documents to postings.

CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    ns     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    id     TEXT    NOT NULL,
    length INTEGER NOT NULL,
    terms  BLOB    NOT NULL,
    UNIQUE (ns, kind, id)
) STRICT;

CREATE TABLE terms (
    number    INTEGER PRIMARY KEY,
    ns        INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    term      TEXT    NOT NULL,
    documents INTEGER NOT NULL,
    UNIQUE (ns, kind, term)
) STRICT;

CREATE INDEX unused_terms ON terms (ns, kind) WHERE documents = 0;

CREATE TABLE postings (
    term     INTEGER NOT NULL,
    document INTEGER NOT NULL,
    uses     INTEGER NOT NULL,
    PRIMARY KEY (term, document)
) STRICT, WITHOUT ROWID;

CREATE TABLE text_statistics (
    ns           INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    documents    INTEGER NOT NULL,
    total_length INTEGER NOT NULL,
    PRIMARY KEY (ns, kind)
) STRICT, WITHOUT ROWID;

-- Vectors, float32 as the machine writes them, little-endian. A replaced vector gets a new number, and numbers never come
-- back, so a reader that has everything up to `last` asks for what is above it; `removals` tells it that something went.

CREATE TABLE vectors (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    ns     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    id     TEXT    NOT NULL,
    vector BLOB    NOT NULL,
    UNIQUE (ns, kind, id)
) STRICT;
CREATE INDEX vectors_in_order ON vectors (ns, kind, number);

CREATE TABLE vector_marks (
    ns       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    last     INTEGER NOT NULL,
    removals INTEGER NOT NULL,
    PRIMARY KEY (ns, kind)
) STRICT, WITHOUT ROWID;

-- The journal: ids only, never text.

CREATE TABLE journal (
    ns         INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    id         TEXT    NOT NULL,
    cause      TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    messages   TEXT    NOT NULL,
    facts      TEXT    NOT NULL,
    facts_gone TEXT    NOT NULL,
    PRIMARY KEY (ns, version)
) STRICT;

CREATE TABLE journal_messages (
    ns      INTEGER NOT NULL,
    message TEXT    NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (ns, message, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX journal_by_version ON journal_messages (ns, version);
