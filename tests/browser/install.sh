#!/bin/sh
# Chromium for the tests in tests/browser, from Debian's packages. Where it cannot be had, the tests
# say so and are skipped.
if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then
	exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo "No Chromium here, and no way to install it: the browser tests will be skipped."
	exit 0
fi
echo "Installing Chromium for the browser tests ..."
export DEBIAN_FRONTEND=noninteractive
quick="-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20"
install="apt-get install $quick -y --no-install-recommends chromium chromium-driver"
$install >/dev/null 2>&1 || { apt-get update $quick && $install; } >/dev/null 2>&1 ||
	echo "Chromium could not be installed: the browser tests will be skipped."
