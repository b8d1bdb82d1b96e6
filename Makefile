# Everything happens in .venv, which is made on first use. Needed on the machine: Python 3.11, 3.12 or
# 3.13, and make.

# The newest supported Python. Those that pyenv does not use are on the PATH, too, but do not run.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
		&& echo $$python && break; done)
VENV := .venv
PY := $(VENV)/bin/python
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
DOCS := $(VENV)/.docs
SBOM := build/sbom
TYPESCRIPT := clients/typescript
WEB := clients/web
DOCS_OUT := build/docs
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
TEST_ARGS ?=
# Says how much it installs, since it takes a while.
install = echo "Installing $$(grep -c '^[[:alnum:]]' $(1)) packages of $(1) into $(VENV) ..." && $(PIP) -r $(1)

.DEFAULT_GOAL := help
.PHONY: help run demo migrate test-programs test test-fast test-slow test-clients test-pythons test-engine faults scenarios permissions contract fuzz verify-replays rehearse-restore rehearse-pitr rehearse-alarms lint lint-types lint-rest format messages schema lint-schema docs diagrams pictures compiled bench bench-engine bench-ladder bench-ratings train-bots bench-bots bench-server bench-peers bench-pictures bench-footprint generators typescript web web-bundle packages wheels lock sbom outdated puzzles clean

help:  ## list the commands
	@awk -F ':.*##+ ' '/^[a-z-]+:.* ##+ / { line = sprintf("  make %-16s %s\n", $$1, $$2); \
		if (/ ### /) rest = rest line; else printf line } \
		END { print "\nFor releases and measurements:\n" rest }' $(firstword $(MAKEFILE_LIST))

# --- the environment -------------------------------------------------------------------------

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is needed, and none is on the PATH."; \
		echo "If there is one elsewhere: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Could not make a virtual environment: is the venv module of Python installed?"; exit 1; }

# The games are found by the entry points of their packages, so they are installed, in place.
$(RUNTIME): requirements/base.txt tablekernel/pyproject.toml engine/pyproject.toml pyproject.toml | $(PY)
	@$(call install,requirements/base.txt)
	@rm -rf citadels_engine.egg-info  # of the wheel before 0.3.0; it would hide the entry points
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index \
		--editable tablekernel --editable engine --editable .
	@touch $@

$(DEV): requirements/dev.txt requirements/clients.txt requirements/sentry.txt requirements/tracing.txt $(RUNTIME)
	@$(call install,requirements/dev.txt)
	@touch $@

$(DOCS): requirements/docs.txt $(RUNTIME)
	@$(call install,requirements/docs.txt)
	@touch $@

# --- running ---------------------------------------------------------------------------------

# The service does not wait for the documentation, which is built once. `make docs` updates it.
run: $(RUNTIME)  ## set up what is missing, then serve: web, worker, beat (HOST, PORT)
	@mkdir -p build
	@test -d build/docs || { rm -rf build/docs.part && nice $(MAKE) --silent docs DOCS_OUT=build/docs.part \
		&& mv -T build/docs.part build/docs; } >build/docs.log 2>&1 &
	@exec $(PY) -m citadels run

demo: $(RUNTIME)  ## play a game in the terminal against a running server (ARGS=--auto: watch one)
	@$(PY) -m clients.python.demo $(ARGS)

migrate: $(RUNTIME)  ## apply the migrations
	@$(PY) manage.py migrate

# --- checking --------------------------------------------------------------------------------

test-programs:  ### install Chromium and nginx for the tests from Debian's packages, if possible
	@sh tests/install.sh

test: $(DEV) $(DOCS)  ## run the tests on SQLite, then on PostgreSQL and Redis if they are reachable
	@$(PY) -m tests $(TEST_ARGS)

test-fast: $(DEV) $(DOCS)  ## run the tests that need no server
	@$(PY) -m tests fast $(TEST_ARGS)

test-slow: $(DEV) $(DOCS) test-programs  ## run the tests that take seconds each, on both databases
	@$(PY) -m tests slow $(TEST_ARGS)

test-clients: $(DEV) $(DOCS) test-programs  ### run the tests that need a browser or generate clients
	@$(PY) -m tests clients $(TEST_ARGS)

test-pythons: $(DEV) $(DOCS)  ### run the fast tests on each other supported Python of the machine
	@$(PY) -m tests.pythons $(TEST_ARGS)

test-engine: $(PY)  ### install the kernel and the games alone into an empty environment, and run their fast tests there
	@rm -rf build/engine tablekernel/build engine/build && mkdir -p build/engine && $(PY) -m venv build/engine/venv
	@build/engine/venv/bin/python -m pip install --quiet './tablekernel[rl,test]' ./engine pytest-xdist
	@ln -s $(addprefix ../../,bench docs pyproject.toml requirements tests) build/engine
	@for folder in tablekernel engine; do (cd build/engine && PYTHONPATH=. venv/bin/pytest -q -n 2 -m "not slow" \
		-o pythonpath= ../../tests/$$folder $(TEST_ARGS)) || exit; done

faults: $(DEV)  ## run the fault tests on PostgreSQL and Redis, and print figures
	@$(PY) -m tests.faults $(TEST_ARGS)

scenarios: $(DEV)  ### list the tests of each numbered scenario of the rules
	@$(PY) -m tests.scenarios

permissions: $(DEV)  ### check every endpoint with every role
	@$(PY) -m tests.permissions

contract: $(DEV)  ### send generated requests to the API, checked against its schema (CONTRACT_EXAMPLES)
	@CONTRACT_SEED=$${CONTRACT_SEED:-random} $(PY) -m pytest -q tests/contract $(TEST_ARGS)

fuzz: $(DEV)  ### send hostile input to every parser (FUZZ_SECONDS, FUZZ_SEED)
	@$(PIP) -r requirements/fuzz.txt || echo "Without atheris: hypothesis draws by chance."
	@$(PY) -m tests.fuzz

verify-replays: $(RUNTIME)  ## replay all running games and the fixtures before a deployment (ARGS)
	@$(PY) manage.py verify_replays $(or $(ARGS),--all-running --fixtures --processes $(or $(shell nproc 2>/dev/null),1))

rehearse-restore: $(DEV)  ### back up, restore, verify and continue, with the commands of docs/operations/recover.md
	@$(PY) -m tests -n 0 -s tests/citadels/test_restore.py tests/games/test_restore.py $(TEST_ARGS)

rehearse-pitr: $(DEV) test-programs  ### kill the primary under load; fail over to a standby, restore an archive, verify
	@FAULTS_IN_FULL=yes $(PY) -m pytest -q -n 0 -s -o faulthandler_timeout=0 tests/faults/test_point_in_time.py $(TEST_ARGS)

rehearse-alarms: $(DEV) test-programs  ### take the parts of the service away, and time the alerts of Prometheus
	@FAULTS_IN_FULL=yes $(PY) -m pytest -q -n 0 -s -o faulthandler_timeout=0 tests/faults/test_alarms.py $(TEST_ARGS)

lint: $(DEV) $(DOCS)  ## check style, types, import contracts, migrations, translations, schema, documentation
	@$(MAKE) --no-print-directory --jobs 2 lint-types lint-rest

lint-types: $(DEV)
	@$(PY) -m mypy

lint-rest: $(DEV) docs
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(VENV)/bin/lint-imports
	@DATABASE_URL=sqlite://:memory: $(PY) manage.py makemigrations --check --dry-run
	@$(PY) manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	@$(PY) -m tests.messages --check
	@diff -u openapi.yaml var/openapi.yaml || { echo "openapi.yaml is not current: run make schema"; exit 1; }
	@$(PY) -m citadels.docs_tables --check

format: $(DEV)  ## format the code, and fix what ruff can fix
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

messages: $(DEV)  ## update locale/ from the code, and list missing translations
	@$(PY) -m tests.messages

schema: $(DEV)  ## write openapi.yaml, and the tables of docs/errors.md, docs/permissions.md and docs/limits.md
	@$(PY) manage.py spectacular --validate --fail-on-warn --file openapi.yaml
	@$(PY) -m citadels.docs_tables

lint-schema:  ### check openapi.yaml with Redocly and Spectral (needs npm)
	@npx --yes @redocly/cli@2.7.0 lint openapi.yaml
	@npx --yes @stoplight/spectral-cli@6.15.0 lint openapi.yaml

docs: $(DOCS)  ## build the documentation site in build/docs; every warning is an error
	@$(PY) -m sphinx --builder html --fail-on-warning --keep-going --quiet --doctree-dir build/doctrees docs $(DOCS_OUT)
	@echo "The documentation is at $(DOCS_OUT)/index.html, and at /docs/ of the service"

diagrams: $(DEV) $(DOCS) docs/diagrams/node_modules/.installed test-programs  ### draw the changed diagrams of the documentation, and copy its search from npm
	@$(PY) docs/site/draw_diagrams.py

pictures: $(DEV) test-programs  ### draw the tables and the pages that the documentation shows
	@PYTHONPATH=. $(PY) docs/site/draw_tables.py
	@$(PY) -m pytest -q -n 0 tests/browser/test_workplace.py -k logs_in_finds
	@cp build/screenshots/game-top.png docs/images/admin.png
	@$(PY) -m pytest -q -n 0 tests/browser/test_web_client_pages.py -k middle_of_a_game
	@cp build/screenshots/play-table-middle.png docs/images/play.png

docs/diagrams/node_modules/.installed: docs/diagrams/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer, with npm, is needed."; exit 1; }
	@cd docs/diagrams && npm ci --silent --ignore-scripts
	@sed '/^\/\/# sourceMappingURL=/d' $(@D)/minisearch/dist/umd/index.js >docs/site/static/minisearch.js
	@cp $(@D)/minisearch/LICENSE.txt docs/site/static/minisearch.LICENSE
	@touch $@

# --- clients ---------------------------------------------------------------------------------

$(TYPESCRIPT)/node_modules/.installed: $(TYPESCRIPT)/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer, with npm, is needed."; exit 1; }
	@echo "Installing the pinned packages of $(TYPESCRIPT) ..."
	@cd $(TYPESCRIPT) && npm ci --silent --ignore-scripts
	@touch $@

generators: $(DEV) test-programs  ### generate clients from openapi.yaml in several languages, compile them, and let them play
	@$(PY) -m pytest -v -n 0 tests/clients/test_generators.py tests/clients/test_typescript.py $(TEST_ARGS)

puzzles: $(RUNTIME)  ### make another set of the puzzles that ship with the service (an hour of CPU time)
	@rm -rf build/puzzles && mkdir -p build/puzzles
	@for game in castle citadels; do $(PY) manage.py make_puzzles --ruleset $$game --count 12 \
		--to build/puzzles/$$game || exit; done
	@paste -d '\n' build/puzzles/castle build/puzzles/citadels | grep . >games/puzzles/shipped.ndjson

typescript: $(TYPESCRIPT)/node_modules/.installed  ### generate a TypeScript client from openapi.yaml; check and build its example
	@cd $(TYPESCRIPT) && npm run --silent generate && npm run --silent build

$(WEB)/node_modules/.installed: $(WEB)/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer, with npm, is needed."; exit 1; }
	@echo "Installing the pinned packages of $(WEB) ..."
	@cd $(WEB) && npm ci --silent --ignore-scripts
	@touch $@

web: $(WEB)/node_modules/.installed  ### check the types of the web client, its vendored files and its check of records
	@cd $(WEB) && npm run --silent check && npm test --silent

web-bundle: $(WEB)/node_modules/.installed  ### bundle the web client in build/web, for wheels and images (needs npm)
	@sh $(WEB)/bundle.sh build/web

packages: $(DEV) typescript  ### build the packages of the clients for Python and npm in build/packages
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" sh clients/python/package.sh build/packages
	@sh clients/typescript/package.sh build/packages

wheels: $(DEV) docs web-bundle packages  ### build the wheels of the service, the kernel and the games in build/wheels
	@rm -rf build/wheels build/lib tablekernel/build engine/build
	@$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index \
		--wheel-dir build/wheels . ./tablekernel ./engine
	@rm -rf build/lib tablekernel/build engine/build
	@ls build/wheels

# --- measuring -------------------------------------------------------------------------------

compiled: $(DEV)  ### the kernel and the games compiled to C, in build/compiled (needs a C compiler)
	@$(PY) -m bench.compiled

bench: $(RUNTIME)  ### every benchmark, in its short mode, compared with the last release (the server's needs PostgreSQL)
	@$(PY) -m bench

bench-engine: $(RUNTIME)  ### matches per second in the engine alone
	@$(PY) -m bench.engine $(ARGS)

bench-ladder: $(RUNTIME)  ### the strength of the bots by level (ARGS="--only 'goal: expert' --blocks 100")
	@$(PY) -m bench.ladder $(ARGS)

bench-ratings: $(RUNTIME)  ### which model of skill rates simulated players best (ARGS="--seeds 12")
	@$(PY) -m bench.ratings $(ARGS)

train-bots: $(DEV)  ### fit the draft of the bots by self-play, for up to an hour (ARGS="--matches 100": a try)
	@$(PY) -m bench.train_bots $(ARGS)

bench-bots: $(RUNTIME)  ### the CPU time of one bot choice
	@$(PY) -m bench.bots $(ARGS)

bench-server: $(RUNTIME)  ### CPU time and rate of the usual requests, and bytes per move, on PostgreSQL (ARGS="--other PATH")
	@$(PY) -m bench.server $(ARGS)

bench-peers: $(RUNTIME)  ### CPU time of the usual requests beside a minimal Django service and boardgame.io (needs PostgreSQL, npm)
	@$(PY) -m bench.peers $(ARGS)

bench-footprint: $(RUNTIME)  ### memory, idle CPU and start of what `make run` starts (ARGS="--other PATH")
	@$(PY) -m bench.footprint $(ARGS)

bench-pictures: $(RUNTIME)  ### bytes of pictures, and the CPU time to draw them (ARGS="--write DIR")
	@$(PY) -m bench.pictures $(ARGS)

# --- upkeep ----------------------------------------------------------------------------------

LOCK := CUSTOM_COMPILE_COMMAND="make lock" pip-compile --quiet --generate-hashes --strip-extras \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

lock:  ### pin requirements/*.in in *.txt (needs pip-tools on the PATH)
	cd requirements && $(LOCK) --output-file=base.txt base.in
	cd requirements && $(LOCK) --output-file=sentry.txt sentry.in
	cd requirements && $(LOCK) --output-file=tracing.txt tracing.in
	cd requirements && $(LOCK) --output-file=clients.txt clients.in
	cd requirements && $(LOCK) --output-file=dev.txt dev.in
	cd requirements && $(LOCK) --output-file=fuzz.txt fuzz.in
	cd requirements && $(LOCK) --output-file=docs.txt docs.in
	cd requirements && $(LOCK) --allow-unsafe --output-file=build.txt build.in
	cd requirements && $(LOCK) --output-file=sbom.txt sbom.in

$(SBOM)/.installed: requirements/sbom.txt | $(PY)
	@$(PY) -m venv $(SBOM)
	@$(SBOM)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/sbom.txt
	@touch $@

sbom: $(SBOM)/.installed  ### list what a release contains, as CycloneDX: build/sbom-*.json (needs npm)
	@cat requirements/base.txt requirements/sentry.txt requirements/tracing.txt requirements/build.txt | \
		$(SBOM)/bin/cyclonedx-py requirements --output-file build/sbom-python.json -
	@cd $(WEB) && npm sbom --package-lock-only --sbom-format cyclonedx >../../build/sbom-web.json
	@ls build/sbom-*.json

# The vendored files are copies of what clients/web/package.json pins: `make web` compares them.
outdated: $(DEV) $(DOCS)  ### list what is behind its newest version: Python, npm, vendored files
	@$(PY) -m pip list --outdated --disable-pip-version-check
	@{ git ls-files '*package.json' | xargs sed -n 's/^ *"\([^"]*\)": "\^\{0,1\}\([0-9][0-9.]*\)",\{0,1\}$$/\1 \2/p' | grep -v '^version ' | sort -u; \
	sed -n 's/.*npx --yes \(@[^ ]*\)@\([0-9.]*\) .*/\1 \2/p' Makefile; } | while read -r name pinned; do \
		newest=$$(npm view "$$name" version); test "$$newest" = "$$pinned" || echo "npm: $$name $$pinned, newest $$newest"; done

clean:  ### remove the environment and the caches; var/ (the data) stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis tests/engine/.pytest_cache
	rm -rf docs/diagrams/node_modules clients/generators/*/node_modules $(TYPESCRIPT)/node_modules $(TYPESCRIPT)/dist $(TYPESCRIPT)/src/schema.d.ts $(WEB)/node_modules $(WEB)/build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
