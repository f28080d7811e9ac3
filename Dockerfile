# syntax=docker/dockerfile:1
# One image for web, worker, beat and migrate; docker-compose.yml says which is which.
ARG BASE_IMAGE=python:3.11-slim-bookworm

FROM ${BASE_IMAGE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
RUN python3 -m venv /venv
COPY requirements/base.txt requirements/base.txt
RUN /venv/bin/python -m pip install --require-hashes --requirement requirements/base.txt
COPY . .
RUN /venv/bin/pybabel compile --directory locale --domain django \
    && DATA_DIR=/tmp/build STATIC_ROOT=/app/staticfiles SECRET_KEY=only-for-this-step \
    /venv/bin/python manage.py collectstatic --noinput --verbosity 0

FROM ${BASE_IMAGE}
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app:/app/platform \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=rankfile.settings \
    DATA_DIR=/data \
    STATIC_ROOT=/app/staticfiles
RUN groupadd --gid 10001 rankfile \
    && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin rankfile \
    && install --directory --owner=10001 --group=10001 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "--config", "deploy/gunicorn.conf.py", "rankfile.wsgi:application"]
