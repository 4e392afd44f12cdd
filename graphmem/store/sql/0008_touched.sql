-- What a change touched, so that who keeps facts in memory lets go of these alone: ids of facts and entities as JSON, and whether any
-- fact may have lost a source. Nothing of a change that may touch more than it names.

ALTER TABLE journal ADD COLUMN touched TEXT;
ALTER TABLE journal ADD COLUMN moved INTEGER;

-- The messages whose word was withdrawn are few among many.

CREATE INDEX extractions_withdrawn ON extractions (ns, message) WHERE instr(body, '"extractor":"withdrawn"') > 0;
