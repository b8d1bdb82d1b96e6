# One image for every process: web by default, or `celery --app citadels worker` and `... beat`.

FROM python:3.11.14-slim-bookworm AS packages
WORKDIR /srv
COPY requirements/base.txt requirements/sentry.txt requirements/tracing.txt requirements/
RUN python -m venv /srv/venv \
    && /srv/venv/bin/pip install --no-cache-dir --require-hashes \
        --requirement requirements/base.txt --requirement requirements/sentry.txt \
        --requirement requirements/tracing.txt
# The engine is compiled and installed as a package: docs/decisions/compiled.md.
# Only this stage has the compiler, so its version is that of the base image's distribution.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml setup.py LICENSE ./
COPY engine engine
RUN /srv/venv/bin/pip wheel --no-cache-dir --no-deps --wheel-dir /srv/wheels '.[compiled]' \
    && /srv/venv/bin/pip install --no-cache-dir --no-deps /srv/wheels/*.whl \
    && env --chdir=/ /srv/venv/bin/python -c 'import engine; assert engine.COMPILED'

# The documentation, which the service serves at /docs/.
FROM python:3.11.14-slim-bookworm AS docs
WORKDIR /srv
COPY requirements/docs.txt requirements/
RUN pip install --no-cache-dir --require-hashes --requirement requirements/docs.txt
COPY accounts/static/accounts/favicon.svg accounts/static/accounts/
COPY docs docs
RUN python -m sphinx --builder html --fail-on-warning --quiet docs build/docs

FROM python:3.11.14-slim-bookworm
ARG COMMIT=
ENV PATH=/srv/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=citadels.settings.production \
    VAR_DIR=/srv/var \
    COMMIT=$COMMIT
RUN useradd --system --create-home --uid 10001 citadels \
    && mkdir --parents /srv/app /srv/var/hashing /srv/var/heartbeats /srv/var/mail /srv/var/metrics \
    && chown --recursive citadels /srv/var \
    && chmod --recursive 700 /srv/var
COPY --from=packages /srv/venv /srv/venv
WORKDIR /srv/app
COPY manage.py LICENSE ./
COPY citadels citadels
COPY accounts accounts
COPY clients/web/site clients/web/site
COPY core core
COPY games games
COPY locale locale
COPY moderation moderation
COPY notifications notifications
COPY operations operations
# Stored matches that `manage.py verify_replays --fixtures` replays before a deployment.
# .dockerignore excludes the rest of the folder.
COPY tests/engine tests/engine
COPY docs/images docs/images
COPY --from=docs /srv/build/docs build/docs
USER 10001
# The settings require these variables; collectstatic uses none of them.
RUN SECRET_KEY=build ALLOWED_HOSTS=build DATABASE_URL=sqlite:////srv/var/build REDIS_URL=redis://build \
    NUM_PROXIES=0 PUBLIC_URL=https://build python manage.py collectstatic --no-input
EXPOSE 8000
# For the web process; docker-compose.yml has the checks of the others.
HEALTHCHECK --interval=60s --timeout=15s --start-period=30s \
    CMD ["python", "manage.py", "health", "--of", "web"]
CMD ["python", "-m", "core.serve", "web", "--host", "0.0.0.0", "--port", "8000", "--workers", "2"]
