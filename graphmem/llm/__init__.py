"""Chat models: asked through one small protocol, whoever serves them."""
