-- How many minutes the speaker's clock was ahead of UTC, where that is known: the days that a message names are days of that clock.

ALTER TABLE messages ADD COLUMN utc_offset INTEGER;
