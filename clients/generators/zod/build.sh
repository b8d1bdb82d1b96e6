#!/bin/sh
# Usage: build.sh OPENAPI FOLDER. Generates the client, compiles it with play.ts, and writes FOLDER/play.
# Needs Node 20 and npm.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ -d "$here/node_modules" ] || npm --prefix "$here" ci --silent --ignore-scripts
mkdir -p "$2/src"
cp "$here/package.json" "$here/tsconfig.json" "$2/"
cp "$here/play.ts" "$2/src/"
ln -sfn "$here/node_modules" "$2/node_modules"
cd "$2"
node_modules/.bin/openapi-zod-client "$1" --output src/api.ts --media-type-expr 'mediaType.endsWith("json")'
node_modules/.bin/tsc
printf '#!/bin/sh\nexec node %s "$@"\n' "$2/dist/play.js" > "$2/play"
chmod +x "$2/play"
