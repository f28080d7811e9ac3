"""The REST API put together: addresses of all apps, the schema and its pages."""
