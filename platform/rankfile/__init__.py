"""The project package: it wires the apps together and nothing imports it."""

from rankfile.celery import app as celery_app

__all__ = ["celery_app"]
