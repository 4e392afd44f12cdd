"""Understanding a question: from its words and the turns before it to whom, what, when and which kind of answer it asks for."""
