// Vectors that an older graphmem wrote get the numbers of their documents, so that it is known which came since others were read.
//
// Returns: nothing
// Index: none; all documents are looked at
MATCH (d:Document)
WHERE d.vectored IS NULL AND d.number IS NOT NULL
  AND (d.embedding_a IS NOT NULL OR d.embedding_a_zero OR d.embedding_b IS NOT NULL OR d.embedding_b_zero)
CALL (d) {
  SET d.vectored = d.number
} IN TRANSACTIONS OF 2000 ROWS
