#!/usr/bin/env bash
# Makes sure that the tests of the web page find a Chromium: the one named in NUMKBQA_CHROMIUM, one on the path, or
# Playwright's own; where there is none, the system's package manager or else Playwright installs one.
#
#   scripts/find_browser.sh PYTHON
set -euo pipefail
python=$1

[ -z "${NUMKBQA_CHROMIUM:-}" ] || exit 0
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  ! command -v "$name" >/dev/null || exit 0
done
own='from playwright.sync_api import sync_playwright as s
with s() as p: print(p.chromium.executable_path)'
[ ! -x "$("$python" -c "$own")" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends chromium && exit 0
fi
exec "$python" -m playwright install chromium
