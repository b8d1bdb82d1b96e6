#!/bin/sh
# Usage: syntax.sh LANGUAGE OPENAPI FOLDER. Generates a client in php or ruby, and lets the interpreter read each of its
# files. Needs Java for the generator.
set -eu
openapi-generator-cli generate --generator-name "$1" --input-spec "$2" --output "$3" \
	--global-property models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false
case "$1" in
php) find "$3" -name '*.php' -print0 | xargs -0 -n 1 php -l ;;
ruby) find "$3" -name '*.rb' -exec ruby -e 'ARGV.each { |file| RubyVM::InstructionSequence.compile_file(file) }' {} + ;;
esac
