"""From what messages say to what is so: who is who, what is one fact, what holds when. Pure functions of sets."""
