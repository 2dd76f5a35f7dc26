# Only Python 3.11+ and make are needed.  `make play` plays a game, `make test` runs everything that CI runs.

VENV := .venv
# The first Python that is new enough; `make PYTHON=/path/to/python test` takes another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& { echo $$p; break; }; done)
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= 2
GAME ?= vampire

.PHONY: help play test env clean lint

help:
	@echo "make play    make the environment $(VENV), install rulekit, play $(GAME) (GAME=name for another)"
	@echo "make test    make the environment and run the whole suite, as CI does"
	@echo "make lint    the checks of the code only"
	@echo "make clean   remove the environment and what was built"

play: $(VENV)/.installed
	@$(BIN)/rulekit play $(GAME)

test: $(VENV)/.installed-dev lint
	$(BIN)/rulekit check games
	$(BIN)/rulekit fmt --check games
	$(BIN)/rulekit test games
	$(BIN)/python -m pytest -n $(JOBS)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

env: $(VENV)/.installed-dev

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "rulekit needs Python 3.11 or newer with the modules venv and ensurepip" \
		"(on Debian: apt install python3-venv); name one with PYTHON=..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
