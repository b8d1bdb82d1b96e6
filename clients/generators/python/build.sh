#!/bin/sh
# Usage: build.sh OPENAPI FOLDER. Generates the client, checks its types with play.py, and writes FOLDER/play.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
openapi-python-client generate --path "$1" --config "$here/config.yaml" --meta none --output-path "$2/citadels_api" --overwrite --fail-on-warning
cp "$here/play.py" "$2/"
cd "$2"
python -m mypy --strict --follow-imports silent --config-file /dev/null play.py
printf '#!/bin/sh\nPYTHONPATH=%s exec %s %s "$@"\n' "$2" "$(command -v python)" "$2/play.py" > "$2/play"
chmod +x "$2/play"
