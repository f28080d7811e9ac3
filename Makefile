# Two commands: `make run` serves a demo club, `make test` proves everything.
# Needs make and Python 3.11 or newer; whatever else there is comes from the hashed locks.

PYTHON ?= python3
ARGS ?=

PY := .venv/bin/python
# A process per core, each with a database of its own; ARGS=-n0 runs the tests one by one.
PYTEST := $(PY) -m pytest -n auto --maxprocesses=4 --dist worksteal
PIP_INSTALL := $(PY) -m pip install --disable-pip-version-check --quiet --require-hashes
# A stamp carries the lock's checksum and the folder's name, so that an install is redone exactly
# when the lock changed or the checkout was moved.
lock_key = $(shell (pwd; cat requirements/$(1).txt) | cksum | cut -d ' ' -f 1)
BASE := .venv/base-$(call lock_key,base)
DEV := .venv/dev-$(call lock_key,dev)
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))
COMPILE_LOCK := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url pyproject.toml

.PHONY: help install develop run test check format bench lock messages migrations clean

help:
	@echo 'make run         install, set up the demo club and serve it (PORT=8000, DATA_DIR=data)'
	@echo 'make test        the whole suite on PostgreSQL, Redis and a worker, then on SQLite'
	@echo 'make install     only install what make run needs, into .venv'
	@echo 'make develop     install the tools of make test and make check as well'
	@echo 'make check       linters, types, import law, migrations, container files'
	@echo 'make format      let ruff format and mend the code'
	@echo 'make bench       measure the budget of docs/performance.md'
	@echo 'make lock        write requirements/*.txt anew from pyproject.toml (UPGRADE=--upgrade)'
	@echo 'make messages    collect the translatable texts and compile the catalogues'
	@echo 'make migrations  write missing migrations'
	@echo 'make clean       remove .venv and caches; data folders stay'

install: $(BASE) $(CATALOGUES)

develop: $(DEV) $(CATALOGUES)

run: install
	@$(PY) manage.py serve --demo

test: develop
	$(PYTEST) --db=postgresql $(ARGS)
	$(PYTEST) --db=sqlite $(ARGS)

check: develop
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports --no-cache
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m pip check --disable-pip-version-check
	PYTHON=$(PY) bash deploy/check_files.sh

format: develop
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench: develop
	$(PY) -m benchmarks $(ARGS)

lock: develop
	$(COMPILE_LOCK) $(UPGRADE) --output-file requirements/base.txt
	$(COMPILE_LOCK) $(UPGRADE) --group dev --constraint requirements/base.txt \
		--output-file requirements/dev.txt

messages: develop
	$(PY) manage.py messages

migrations: develop
	$(PY) manage.py makemigrations

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Rankfile needs Python \
	3.11 or newer, this is " + sys.version.split()[0] + ". Name another: make PYTHON=python3.12")'
	@echo 'Making .venv …'
	@$(PYTHON) -m venv .venv

# The checkout is put on the path by a file of two lines, which needs no build tool.
define link_checkout
	@printf '%s\n%s\n' '$(CURDIR)' '$(CURDIR)/platform' \
		> "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/rankfile.pth"
endef

$(BASE): | .venv/pyvenv.cfg
	@echo 'Installing what requirements/base.txt locks …'
	@$(PIP_INSTALL) -r requirements/base.txt
	$(link_checkout)
	@touch $@

$(DEV): | .venv/pyvenv.cfg
	@echo 'Installing what requirements/dev.txt locks …'
	@$(PIP_INSTALL) -r requirements/dev.txt
	$(link_checkout)
	@touch $@ $(BASE)

%.mo: %.po | $(BASE)
	@$(PY) -m babel.messages.frontend compile --input-file $< --output-file $@
