"""The Celery application; its settings are the ``CELERY_`` ones of rankfile.settings.

Without a broker tasks run inline, after the transaction that asked for them has committed.
"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rankfile.settings")

app = Celery("rankfile")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
