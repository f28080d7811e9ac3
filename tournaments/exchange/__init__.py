"""Exchange files: reading and writing tournament reports, without a database.

``read.read_exchange_file`` takes bytes and returns an ``ExchangeFile``;
``write.write_exchange_file`` takes an ``EventRecord`` and returns text. What a file says that
cannot be kept is a message, what makes it unusable is a problem; both name line and column.
Nothing here knows Django.
"""
