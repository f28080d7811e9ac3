"""What the public page of a player shows, worked out once for page, file, feed and picture.

``load`` reads in a fixed number of queries; ``words`` turns codes into sentences; the other modules
build the parts. Nothing here recomputes a rating: everything is what the history rows carry.
"""
