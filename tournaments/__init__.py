"""What: events, entries, rounds, boards, results, closing, standings, pairing, exchange files."""
