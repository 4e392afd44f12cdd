"""From a recall, a window and a summary to what the model is handed: pure, and never over its budget."""
