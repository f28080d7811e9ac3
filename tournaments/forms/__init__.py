"""Forms of the organiser's event pages; they read and word, the use cases decide."""
