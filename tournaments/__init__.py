"""What: events, entries, rounds, boards, results, closing, standings, pairing and exchange files."""
