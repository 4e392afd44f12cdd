// Everything resolution starts from: the version, what messages contribute, statements, and who is who of some keys and of all that these statements name.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.keys (list of strings): keys of names, e.g. ["n:ana"]
// $asked.messages (list of strings): messages whose evidence is asked for, e.g. ["m1"]
// $asked.said_of (list of strings): keys of subjects or objects of statements, e.g. []
// $asked.slots (list of strings): slots of statements, e.g. []
//
// Returns: one row: version, secret, statements (lists of what `columns.py` names in this order), evidence, keys and names as `read/identities` has them; `near` marks the keys whose kin was looked for
// Index: namespace_name, statement_subject, statement_object, statement_slot, extraction_message, key_key
CYPHER replan=skip
OPTIONAL MATCH (n:Namespace {name: $namespace})
WITH coalesce(n.version, 0) AS version, n.secret AS secret
CALL () {
  CALL () {
    UNWIND $asked.said_of AS key
    MATCH (s:Statement {namespace: $namespace, subject: key})
    RETURN s
    UNION
    UNWIND $asked.said_of AS key
    MATCH (s:Statement {namespace: $namespace, object: key})
    RETURN s
    UNION
    UNWIND $asked.slots AS slot
    MATCH (s:Statement {namespace: $namespace, slot: slot})
    RETURN s
  }
  RETURN collect(s) AS stated
}
CALL () {
  UNWIND $asked.messages AS message
  MATCH (x:Extraction {namespace: $namespace, message: message})
  RETURN collect({message: x.message, keys: x.keys, surfaces: x.surfaces, kinds: x.kinds, weights: x.weights, starts: x.starts,
                  ends: x.ends, wholes: x.wholes, lefts: x.lefts, rights: x.rights, whole_lefts: x.whole_lefts,
                  whole_rights: x.whole_rights, statements: [(x)-[:STATES]->(s:Statement) | s {.*}]}) AS evidence
}
CALL () {
  UNWIND $asked.keys AS key
  MATCH (k:Key {namespace: $namespace, key: key})
  MATCH (k)-[:SAME_AS|NAMES*0..]-(reached)
  RETURN collect(DISTINCT reached) AS near
}
// Other variants and spellings of the names found, in case they are of the same.
CALL (near) {
  UNWIND near AS one
  UNWIND coalesce(one.kin, []) AS key
  WITH DISTINCT key
  WHERE NOT key IN $asked.keys
  MATCH (k:Key {namespace: $namespace, key: key})
  MATCH (k)-[:SAME_AS|NAMES*0..]-(reached)
  RETURN collect(DISTINCT reached) AS further
}
CALL (near, further) {
  UNWIND [one IN further WHERE NOT one IN near] AS one
  UNWIND coalesce(one.kin, []) AS key
  WITH DISTINCT key
  MATCH (k:Key {namespace: $namespace, key: key})
  MATCH (k)-[:SAME_AS|NAMES*0..]-(reached)
  RETURN collect(DISTINCT reached) AS furthest
}
CALL (stated) {
  UNWIND [s IN stated | s.subject] + [s IN stated WHERE s.object IS NOT NULL | s.object] AS key
  WITH DISTINCT key
  MATCH (k:Key {namespace: $namespace, key: key})
  MATCH (k)-[:SAME_AS|NAMES*0..]-(reached)
  RETURN collect(DISTINCT reached) AS named
}
CALL (near, further, furthest, named) {
  UNWIND near + further + furthest + named AS reached
  WITH DISTINCT reached, near + further AS followed
  RETURN collect(CASE WHEN reached:Key THEN {
           near: reached IN followed, key: reached.key, whole: reached.whole, entity: [(reached)-[:NAMES]->(e:Entity) | e.id][0],
           spellings: [(reached)-[:SPELT]->(s:Spelling) | [s.surface, s.kind, s.uses, s.thousandths]],
           same: [(reached)-[r:SAME_AS]->(other:Key) | [coalesce(other.whole, other.key), r.messages]]} END) AS keys,
         collect(CASE WHEN reached:Entity AND reached.name IS NOT NULL THEN [reached.id, coalesce(reached.whole_name, reached.name)] END)
           AS names
}
RETURN version, secret, evidence, keys, names,
       [v IN [s IN stated | properties(s)] |
         [v.message, v.number, v.subject, v.whole_subject, v.predicate, v.phrase, v.object, v.whole_object, v.value,
          v.nature, v.stance, v.positive, v.certainty, v.current, v.person, v.speaker, v.confidence, v.importance,
          v.quote_start, v.quote_end, v.at_micros, v.session, v.seq, v.recorded_micros, v.start_from, v.start_to,
          v.start_granularity, v.end_from, v.end_to, v.end_granularity]] AS statements
