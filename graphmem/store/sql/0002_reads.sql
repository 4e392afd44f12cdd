-- What recall reads: who speaks in a message, and where a message stands, without reading the message.

-- A message's voice is its speaker, else its role, casefolded; `casefolded` is a function the store lends.
ALTER TABLE messages ADD COLUMN voice TEXT NOT NULL DEFAULT '';
UPDATE messages SET voice = casefolded(coalesce(nullif(speaker, ''), role));

CREATE INDEX messages_by_place ON messages (ns, id, session, seq, voice, at);

-- From a name to the messages that use it.
CREATE INDEX uses_by_key ON uses (ns, key, message);
