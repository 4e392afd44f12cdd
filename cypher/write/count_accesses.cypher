// How often messages, facts and entities came up is added to; what is not there any more is passed over.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $write (string): a token of this call, by which it knows its own work when it is sent again, e.g. "w1"
// $messages (list of maps): messages, how often they came up since, and when last, e.g. [{"id": "m1", "times": 2, "last": 1767949200000000}]
// $facts (list of maps): the same of facts, e.g. [{"id": "f1", "times": 1, "last": 1767949200000000}]
// $entities (list of maps): the same of entities, e.g. [{"id": "e1", "times": 1, "last": 1767949200000000}]
//
// Returns: one row: how many were counted
// Index: message_id, fact_id, entity_id
CALL () {
  UNWIND $messages AS row
  MATCH (x:Message {namespace: $namespace, id: row.id})
  RETURN x, row
  UNION ALL
  UNWIND $facts AS row
  MATCH (x:Fact {namespace: $namespace, id: row.id})
  RETURN x, row
  UNION ALL
  UNWIND $entities AS row
  MATCH (x:Entity {namespace: $namespace, id: row.id})
  WHERE x.name IS NOT NULL
  RETURN x, row
}
WITH x, row
WHERE coalesce(x.counted, '') <> $write
SET x.counted = $write, x.recalled = coalesce(x.recalled, 0) + row.times,
    x.recalled_micros = CASE WHEN coalesce(x.recalled_micros, row.last) > row.last THEN x.recalled_micros ELSE row.last END
SET x.recalled_at = datetime({epochSeconds: 0}) + duration({microseconds: x.recalled_micros})
RETURN count(*) AS counted
