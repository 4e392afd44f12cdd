// The vector index of facts for the model in slot a; it is made with the model, since it has the dimension of its vectors.
//
// $options (map): the dimension and how vectors are compared, e.g. {"indexConfig": {"vector.dimensions": 256, "vector.similarity_function": "cosine"}}
//
// Returns: nothing
// Index: it makes fact_embedding_a
CREATE VECTOR INDEX fact_embedding_a IF NOT EXISTS
FOR (d:FactText) ON (d.embedding_a)
OPTIONS $options
