"""Who meets whom: engines, tables, checks and explanations of pairings, without Django.

Start at ``engine.pair_round`` (Swiss), ``round_robin.round_robin_rounds`` or
``keizer_pairing.pair_evening``; ``validate`` judges a round made by hand or by another program,
``explain`` says why a board is what it is, ``wrong_result`` what a corrected result of an earlier
round means for the boards made. Players are starting ranks everywhere, scores are hundredths of a
point.
"""
