"""Ask this container's web server an address and exit 0 when it answers 200: a health check."""

import sys
from http.client import HTTPConnection

connection = HTTPConnection("127.0.0.1", 8000, timeout=5)
connection.request("GET", sys.argv[1])
sys.exit(connection.getresponse().status != 200)
