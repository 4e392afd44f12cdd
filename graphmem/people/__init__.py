"""What is known of people by words alone, as data: relations and first names; for messages and for questions alike."""
