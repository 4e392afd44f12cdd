// The vector index of messages for the model in slot b; it is made with the model, since it has the dimension of its vectors.
//
// $options (map): the dimension and how vectors are compared, e.g. {"indexConfig": {"vector.dimensions": 256, "vector.similarity_function": "cosine"}}
//
// Returns: nothing
// Index: it makes message_embedding_b
CREATE VECTOR INDEX message_embedding_b IF NOT EXISTS
FOR (d:MessageText) ON (d.embedding_b)
OPTIONS $options
