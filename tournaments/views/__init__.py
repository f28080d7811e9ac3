"""Pages of events: those of the organiser, and those everybody may see."""
