"""The calculator as pages: an address in, a page with every step out, nothing kept.

``address`` reads what the address says and writes it shorter; ``paste`` reads rows from a copied
table. One module per tab turns that into a case of ``ratings.calculator``, has it worked out there
and lays out the steps for its template; ``texts`` holds the sentences that rules speak in, and
``what_if`` makes the address that opens a stored event here. No page calculates anything.
"""
