#!/bin/sh
# Usage: build.sh OPENAPI FOLDER. Generates the client, compiles it with main.go, and writes FOLDER/play.
# Needs Java for the generator, and Debian's golang-go, golang-golang-x-oauth2-dev and
# golang-gopkg-validator.v2-dev: no module is downloaded.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
openapi-generator-cli generate --generator-name go --input-spec "$1" --output "$2/src/citadels" \
	--global-property models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false \
	--additional-properties packageName=citadels,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false
mkdir -p "$2/src/play"
cp "$here/main.go" "$2/src/play/"
cd "$2/src/play"
GO111MODULE=off GOPATH="$2:/usr/share/gocode" GOCACHE="${GOCACHE:-$2/cache}" go build -o "$2/play" .
