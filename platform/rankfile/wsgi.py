"""The WSGI application for any server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rankfile.settings")

application = get_wsgi_application()
