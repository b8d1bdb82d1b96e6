#!/bin/sh
# Usage: check.sh LANGUAGE OPENAPI FOLDER. Generates a client with openapi-generator in php, ruby, csharp or kotlin, and lets the
# interpreter read each of its files, or compiles it. Needs Java for the generator.
# C#: Debian's mono-mcs and Newtonsoft.Json. Kotlin: npm, and Debian's libjackson2-databind-java; only the models, because
# Debian has no okhttp 4.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
case "$1" in
csharp) options=library=httpclient,targetFramework=netstandard2.0,supportsRetry=false ;;
kotlin) options=serializationLibrary=jackson,enumPropertyNaming=UPPERCASE ;;
*) options= ;;
esac
openapi-generator-cli generate --generator-name "$1" --input-spec "$2" --output "$3" --additional-properties "$options" \
	--global-property models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false
cd "$3"
case "$1" in
php) find . -name '*.php' -print0 | xargs -0 -n 1 php -l ;;
ruby) find . -name '*.rb' -exec ruby -e 'ARGV.each { |file| RubyVM::InstructionSequence.compile_file(file) }' {} + ;;
csharp)
	# Debian's Newtonsoft.Json has no naming strategies.
	find . -name '*.cs' -exec sed -i '/NamingStrategy = /,/}/d' {} +
	mcs -langversion:latest -target:library -out:client.dll -warn:0 -recurse:'*.cs' -reference:System.Net.Http \
		-reference:System.ComponentModel.DataAnnotations -reference:System.Runtime.Serialization \
		-reference:/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll
	;;
kotlin)
	[ -d "$here/kotlin/node_modules" ] || npm --prefix "$here/kotlin" ci --silent --ignore-scripts
	jars=/usr/share/java
	JAVA_OPTS="-Xmx2G -XX:+UseSerialGC -XX:TieredStopAtLevel=1" bash "$here/kotlin/node_modules/kotlin-compiler/bin/kotlinc" \
		-nowarn -d classes -classpath "$jars/jackson-databind.jar:$jars/jackson-annotations.jar" \
		src/main/kotlin/org/openapitools/client/models
	;;
esac
