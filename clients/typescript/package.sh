#!/bin/sh
# Usage: package.sh FOLDER. Builds the npm package `citadels-client`; make packages prepares it.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")"
npm pack --silent --ignore-scripts --pack-destination "$out"
