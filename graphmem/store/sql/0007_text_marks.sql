-- How often documents of the text index were replaced or taken away, so that who keeps parts of it in memory learns that they
-- are of no use any more. Documents that only came do not move it.

ALTER TABLE text_statistics ADD COLUMN removals INTEGER NOT NULL DEFAULT 0;
