#!/bin/sh
# Copy Preact and htm from node_modules into a folder, as the web client loads them: sh vendor.sh site/vendor/npm
# Browsers have no names of packages: the hooks import Preact by its file.
set -eu
mkdir -p "$1"
cp node_modules/preact/dist/preact.module.js "$1/preact.js"
sed 's#from"preact"#from"./preact.js"#' node_modules/preact/hooks/dist/hooks.module.js >"$1/hooks.js"
cp node_modules/htm/dist/htm.module.js "$1/htm.js"
cp node_modules/preact/LICENSE "$1/preact.LICENSE"
cp node_modules/htm/LICENSE "$1/htm.LICENSE"
sed -i '/^\/\/# sourceMappingURL=/d' "$1/preact.js" "$1/hooks.js"
