#!/bin/sh
# Bundle the web client into a folder, such as build/web: `make web-bundle`. The sources run without it.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"
rm -rf "${folder:?}"/*
cp site/*.html site/*.webmanifest site/*.png site/*.svg site/sw.js "$folder"
node_modules/.bin/esbuild site/main.js site/app.css --bundle --splitting --format=esm --minify \
  --target=es2022,chrome109,firefox115,safari16.4 --chunk-names='part-[hash]' --outdir="$folder" --log-level=warning
