# Everything happens in .venv, which is made on first use. Needed on the machine: Python 3.11 and make.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
PY := $(VENV)/bin/python
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
TYPESCRIPT := clients/typescript
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
TEST_ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run demo migrate test-programs test faults scenarios permissions contract fuzz verify-replays rehearse-restore lint format messages schema compiled bench bench-engine bench-ladder bench-bots bench-server bench-compare soak card-coverage typescript lock clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# --- the environment -------------------------------------------------------------------------

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11 is needed, and no python3 is on the PATH."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
		echo "Python 3.11 is needed; $(PYTHON) is another version. Try: make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Could not make a virtual environment: is the venv module of Python installed?"; exit 1; }

$(RUNTIME): requirements/base.txt | $(PY)
	@echo "Installing the pinned packages ..."
	@$(PIP) -r requirements/base.txt
	@touch $@

$(DEV): requirements/dev.txt requirements/sentry.txt $(RUNTIME)
	@echo "Installing the pinned packages for development ..."
	@$(PIP) -r requirements/dev.txt
	@touch $@

# --- running ---------------------------------------------------------------------------------

run: $(RUNTIME)  ## set up what is missing, then serve: web, streams, worker, beat (HOST, PORT)
	@exec $(PY) manage.py up

demo: $(RUNTIME)  ## play a match in the terminal against a running server (ARGS=--auto: watch one)
	@$(PY) -m clients.python.demo $(ARGS)

migrate: $(RUNTIME)  ## bring the database up to date
	@$(PY) manage.py migrate

# --- checking --------------------------------------------------------------------------------

test-programs:  ## Chromium and nginx for the tests, from Debian's packages, where they can be had
	@sh tests/install.sh

test: $(DEV) test-programs  ## run every test: on SQLite, then on PostgreSQL and Redis where they are reachable
	@$(PY) -m tests $(TEST_ARGS)

faults: $(DEV)  ## what goes wrong and does no harm, on PostgreSQL and Redis, with figures
	@$(PY) -m tests.faults $(TEST_ARGS)

scenarios: $(DEV)  ## which tests hold which numbered scenario of the rules
	@$(PY) -m tests.scenarios

permissions: $(DEV)  ## who may what: every address, and how it answers each role
	@$(PY) -m tests.permissions

contract: $(DEV)  ## try the API with other requests than the suite does (CONTRACT_EXAMPLES)
	@CONTRACT_SEED=$${CONTRACT_SEED:-random} $(PY) -m pytest -q tests/contract $(TEST_ARGS)

fuzz: $(DEV)  ## send hostile input to everything that reads it (FUZZ_SECONDS, FUZZ_SEED); fails where one breaks
	@$(PIP) -r requirements/fuzz.txt || echo "Without atheris: hypothesis draws by chance."
	@$(PY) -m tests.fuzz

verify-replays: $(RUNTIME)  ## play all running matches and the fixtures again: the gate before a deploy (ARGS)
	@$(PY) manage.py verify_replays $(or $(ARGS),--all-running --fixtures)

rehearse-restore: $(DEV)  ## back up, restore, verify and play on, by the commands of docs/operations.md
	@$(PY) -m tests -n 0 -s tests/citadels/test_restore.py tests/games/test_restore.py $(TEST_ARGS)

lint: $(DEV)  ## style, types, import contracts, migrations complete, translations, schema and tables current
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(VENV)/bin/lint-imports
	@$(PY) manage.py makemigrations --check --dry-run
	@$(PY) manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	@$(PY) -m tests.messages --check
	@diff -u openapi.yaml var/openapi.yaml || { echo "openapi.yaml is not current: run make schema"; exit 1; }
	@$(PY) -m citadels.docs_tables --check

format: $(DEV)  ## let ruff repair what it can
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

messages: $(DEV)  ## bring locale/ up to date with the texts of the code, and list what lacks a translation
	@$(PY) -m tests.messages

schema: $(DEV)  ## write openapi.yaml, and the tables of docs/errors.md and docs/permissions.md
	@$(PY) manage.py spectacular --validate --fail-on-warn --file openapi.yaml
	@$(PY) -m citadels.docs_tables

# --- clients ---------------------------------------------------------------------------------

$(TYPESCRIPT)/node_modules/.installed: $(TYPESCRIPT)/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer, with npm, is needed."; exit 1; }
	@echo "Installing the pinned packages of $(TYPESCRIPT) ..."
	@cd $(TYPESCRIPT) && npm ci --silent --ignore-scripts
	@touch $@

typescript: $(TYPESCRIPT)/node_modules/.installed  ## make a TypeScript client of openapi.yaml; check and build its example
	@cd $(TYPESCRIPT) && npm run --silent generate && npm run --silent build

# --- measuring -------------------------------------------------------------------------------

compiled: $(DEV)  ## the engine compiled to C, in build/compiled (needs a C compiler)
	@$(PY) -m bench.compiled

bench: bench-engine bench-ladder bench-bots bench-server  ## every benchmark, in its short mode

bench-engine: $(RUNTIME)  ## matches a second through the engine alone
	@$(PY) -m bench.engine $(ARGS)

bench-ladder: $(RUNTIME)  ## how strong the bots are, level by level (ARGS=--long: for hours)
	@$(PY) -m bench.ladder $(ARGS)

bench-bots: $(RUNTIME)  ## what bots cost, in time of a processor for one choice
	@$(PY) -m bench.bots $(ARGS)

bench-server: $(RUNTIME)  ## CPU and rate of the usual requests, and bytes of a move, on PostgreSQL
	@$(PY) -m bench.server $(ARGS)

bench-compare: $(RUNTIME)  ## CPU of the usual requests beside another checkout (ARGS="--other PATH")
	@$(PY) -m bench.server $(ARGS)

soak: $(RUNTIME)  ## many random matches of every list, checked (ARGS="--presets 20 --card-sets 2000")
	@$(PY) -m bench.soak $(ARGS)

card-coverage: $(RUNTIME)  ## what each card does in random matches; fails where it does nothing
	@$(PY) -m bench.coverage_by_card $(ARGS)

# --- upkeep ----------------------------------------------------------------------------------

LOCK := CUSTOM_COMPILE_COMMAND="make lock" pip-compile --quiet --generate-hashes --strip-extras \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

lock:  ## resolve requirements/*.in anew into *.txt (needs pip-tools on the PATH)
	cd requirements && $(LOCK) --output-file=base.txt base.in
	cd requirements && $(LOCK) --output-file=sentry.txt sentry.in
	cd requirements && $(LOCK) --output-file=dev.txt dev.in
	cd requirements && $(LOCK) --output-file=fuzz.txt fuzz.in

clean:  ## remove the environment and the caches; var/ (the data) stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf $(TYPESCRIPT)/node_modules $(TYPESCRIPT)/dist $(TYPESCRIPT)/src/schema.d.ts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
