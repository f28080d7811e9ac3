"""The project package: settings, addresses, REST wiring, Celery and pages that combine the apps."""
