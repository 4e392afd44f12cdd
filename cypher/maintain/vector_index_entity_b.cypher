// The vector index of entitys for the model in slot b; it is made with the model, since it has the dimension of its vectors.
//
// $options (map): the dimension and how vectors are compared, e.g. {"indexConfig": {"vector.dimensions": 256, "vector.similarity_function": "cosine"}}
//
// Returns: nothing
// Index: it makes entity_embedding_b
CREATE VECTOR INDEX entity_embedding_b IF NOT EXISTS
FOR (d:EntityText) ON (d.embedding_b)
OPTIONS $options
