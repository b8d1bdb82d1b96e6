#!/bin/sh
# Usage: build.sh OPENAPI FOLDER. Generates the client, compiles it with Play.java, and writes FOLDER/play.
# Needs a JDK, and Debian's libjackson2-databind-java and libjakarta-annotation-api-java. Debian has no
# jackson-datatype-jsr310, so that dates are strings here, and what registers that module is removed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jars=/usr/share/java
path=$jars/jackson-core.jar:$jars/jackson-databind.jar:$jars/jackson-annotations.jar:$jars/jakarta-annotation-api.jar
openapi-generator-cli generate --generator-name java --library native --input-spec "$1" --output "$2/source" \
	--global-property models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false \
	--type-mappings DateTime=String \
	--additional-properties invokerPackage=citadels,apiPackage=citadels.api,modelPackage=citadels.model \
	--additional-properties openApiNullable=false,useJakartaEe=true,disallowAdditionalPropertiesIfNotPresent=false
cd "$2/source/src/main/java"
rm citadels/RFC3339InstantDeserializer.java citadels/RFC3339JavaTimeModule.java
sed -i '/JavaTimeModule/d' citadels/*.java
find . -name '*.java' > "$2/files"
javac -nowarn -d "$2/classes" -classpath "$path" @"$2/files" "$here/Play.java"
printf '#!/bin/sh\nexec java -classpath %s Play "$@"\n' "$2/classes:$path" > "$2/play"
chmod +x "$2/play"
