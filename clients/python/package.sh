#!/bin/sh
# Usage: package.sh FOLDER. Builds the wheel of `citadels-client`; make packages prepares it. The module
# `citadels_client.operations` is generated from openapi.yaml: every operation, sync and async.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
cd "$root/clients/python"
cp -r pyproject.toml README.md citadels_client "$source"
openapi-python-client generate --path "$root/openapi.yaml" --config "$root/clients/generators/python/config.yaml" \
	--meta none --output-path "$source/citadels_client/operations" --fail-on-warning
python -m pip wheel --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --wheel-dir "$out" "$source"
