#!/bin/sh
# Usage: build.sh OPENAPI FOLDER. Generates the models, checks their types with play.py, and writes FOLDER/play.
# Needs pydantic and httpx. Addresses of e-mail are strings: their type would need email-validator.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
datamodel-codegen --input "$1" --input-file-type openapi --output "$2/citadels_models.py" --target-python-version 3.11 \
	--output-model-type pydantic_v2.BaseModel --use-annotated --type-mappings string+email=string --formatters builtin
cp "$here/play.py" "$2/"
cd "$2"
python -m mypy --strict --follow-imports silent --config-file /dev/null play.py
printf '#!/bin/sh\nPYTHONPATH=%s exec %s %s "$@"\n' "$2" "$(command -v python)" "$2/play.py" > "$2/play"
chmod +x "$2/play"
