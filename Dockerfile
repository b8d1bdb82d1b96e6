# One image for every process: web by default, or `citadels-server worker` and `... beat`.

# The documentation, which the service serves at /docs/.
FROM python:3.11.14-slim-bookworm AS docs
WORKDIR /srv
COPY requirements/docs.txt requirements/
RUN pip install --no-cache-dir --require-hashes --requirement requirements/docs.txt
COPY accounts/static/accounts/favicon.svg accounts/static/accounts/
COPY clients/pictures/table.html clients/pictures/
COPY clients/python/examples/bot.py clients/python/examples/
COPY docs docs
RUN python -m sphinx --builder html --fail-on-warning --quiet docs build/docs

# The web client as few small files, which the service serves at /play/.
FROM node:22.12.0-bookworm-slim AS web
WORKDIR /srv/clients/web
COPY clients/web/package.json clients/web/package-lock.json ./
RUN npm ci --silent --ignore-scripts
COPY clients/web/bundle.sh ./
COPY clients/web/site site
RUN sh bundle.sh /srv/build/web

# The packages of the clients, which the service offers at /developers/.
FROM python:3.11.14-slim-bookworm AS python-client
WORKDIR /srv
COPY requirements/clients.txt requirements/
RUN pip install --no-cache-dir --require-hashes --requirement requirements/clients.txt
COPY openapi.yaml ./
COPY clients/generators/python/config.yaml clients/generators/python/
COPY clients/python/package.sh clients/python/pyproject.toml clients/python/README.md clients/python/
COPY clients/python/citadels_client clients/python/citadels_client
RUN sh clients/python/package.sh build/packages

FROM node:22.12.0-bookworm-slim AS npm-client
WORKDIR /srv/clients/typescript
COPY clients/typescript/package.json clients/typescript/package-lock.json ./
RUN npm ci --silent --ignore-scripts
COPY openapi.yaml /srv/
COPY clients/typescript/package.sh clients/typescript/tsconfig.json clients/typescript/README.md ./
COPY clients/typescript/src src
RUN npm run --silent generate && npm run --silent build && sh package.sh /srv/build/packages

FROM python:3.11.14-slim-bookworm AS packages
WORKDIR /srv
COPY requirements/base.txt requirements/sentry.txt requirements/tracing.txt requirements/
RUN python -m venv /srv/venv \
    && /srv/venv/bin/pip install --no-cache-dir --require-hashes \
        --requirement requirements/base.txt --requirement requirements/sentry.txt \
        --requirement requirements/tracing.txt
# The kernel and the games are compiled and installed as packages: docs/decisions/compiled.md.
# Only this stage has the compiler, so its version is that of the base image's distribution.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
# What builds them is pinned with hashes, too, so pip must not fetch it by itself.
COPY requirements/build.txt requirements/
RUN python -m venv /srv/builder \
    && /srv/builder/bin/pip install --no-cache-dir --require-hashes --requirement requirements/build.txt
COPY tablekernel tablekernel
# The games are compiled for the kernel that is installed beside mypy.
RUN ENGINE=compiled /srv/builder/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /srv/wheels ./tablekernel \
    && /srv/builder/bin/pip install --no-cache-dir --no-deps /srv/wheels/*.whl
COPY engine engine
RUN ENGINE=compiled /srv/builder/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /srv/wheels ./engine \
    && /srv/venv/bin/pip install --no-cache-dir --no-deps /srv/wheels/*.whl \
    && env --chdir=/ /srv/venv/bin/python -c 'from tablekernel import COMPILED, registry; assert COMPILED and registry.RULESETS' \
    && env --chdir=/ /srv/venv/bin/python -c 'from engine.citadels import rules; assert rules.__file__.endswith(".so")'
# The service, with the files that it serves or reads: setup.py.
COPY pyproject.toml setup.py README.md CHANGELOG.md LICENSE SECURITY.md ./
COPY requirements/base.in requirements/sentry.in requirements/tracing.in requirements/
COPY accounts accounts
COPY citadels citadels
COPY core core
COPY games games
COPY moderation moderation
COPY notifications notifications
COPY operations operations
COPY serving serving
COPY --from=web /srv/build/web build/web
COPY --from=python-client /srv/build/packages build/packages
COPY --from=npm-client /srv/build/packages build/packages
COPY docs/images docs/images
COPY locale locale
COPY tests/engine tests/engine
COPY --from=docs /srv/build/docs build/docs
RUN /srv/builder/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /srv/wheels . \
    && /srv/venv/bin/pip install --no-cache-dir --no-deps /srv/wheels/citadels_server-*.whl \
    && /srv/venv/bin/pip check

FROM python:3.11.14-slim-bookworm
ARG COMMIT=
ENV PATH=/srv/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=citadels.settings.production \
    VAR_DIR=/srv/var \
    COMMIT=$COMMIT
RUN useradd --system --create-home --uid 10001 citadels \
    && mkdir --parents /srv/app /srv/var/hashing /srv/var/heartbeats /srv/var/mail /srv/var/metrics /srv/var/pictures \
    && chown --recursive citadels /srv/var \
    && chmod --recursive 700 /srv/var
COPY --from=packages /srv/venv /srv/venv
WORKDIR /srv/app
USER 10001
# The settings require these variables; collectstatic uses none of them.
RUN SECRET_KEY=build ALLOWED_HOSTS=build DATABASE_URL=sqlite:////srv/var/build REDIS_URL=redis://build \
    NUM_PROXIES=0 PUBLIC_URL=https://build citadels-server manage collectstatic --no-input
EXPOSE 8000
# For the web process; docker-compose.yml has the checks of the others.
HEALTHCHECK --interval=60s --timeout=15s --start-period=30s \
    CMD ["python", "-m", "serving.health", "--of", "web"]
CMD ["citadels-server", "web", "--host", "0.0.0.0", "--port", "8000", "--workers", "2"]
