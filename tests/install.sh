#!/bin/sh
# Programs that some tests need, from Debian's packages: Chromium for tests/browser, nginx for the
# proxy's configuration, PgBouncer, pgBackRest, promtool for the alerts, Go, Java, PHP, Ruby and
# Mono for generated clients. Where they cannot be had, those tests say so and are skipped.
missing=""
command -v chromium >/dev/null && command -v chromedriver >/dev/null || missing="chromium chromium-driver"
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ] || missing="$missing pgbouncer"
command -v promtool >/dev/null || missing="$missing prometheus"
[ -x /usr/bin/pgbackrest ] || missing="$missing pgbackrest"
command -v javac >/dev/null || missing="$missing default-jdk-headless"
[ -e /usr/share/java/jackson-databind.jar ] && [ -e /usr/share/java/jakarta-annotation-api.jar ] ||
	missing="$missing libjackson2-databind-java libjakarta-annotation-api-java"
command -v go >/dev/null && [ -d /usr/share/gocode/src/golang.org/x/oauth2 ] ||
	missing="$missing golang-go golang-golang-x-oauth2-dev golang-gopkg-validator.v2-dev"
command -v php >/dev/null || missing="$missing php-cli"
command -v ruby >/dev/null || missing="$missing ruby"
command -v mcs >/dev/null && [ -d /usr/lib/cli/Newtonsoft.Json-5.0 ] ||
	missing="$missing mono-mcs libnewtonsoft-json5.0-cil libmono-system-componentmodel-dataannotations4.0-cil
	libmono-system-runtime-serialization4.0-cil libmono-system-net-http4.0-cil"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo "Missing, and no way to install: $missing. The tests that need them will be skipped."
	exit 0
fi
echo "Installing for the tests: $missing ..."
export DEBIAN_FRONTEND=noninteractive
quick="-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20"
install="apt-get install $quick -y --no-install-recommends $missing"
$install >/dev/null 2>&1 || { apt-get update $quick && $install; } >/dev/null 2>&1 ||
	echo "Could not install $missing: the tests that need them will be skipped."
