#!/usr/bin/env bash
# Installs Chromium with apt-get, unless there is a browser: the tools that load a page need one, and so do their tests.
set -euo pipefail

for name in "${ASSAY_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  [ -n "$name" ] || continue
  if found="$(command -v "$name")"; then
    echo "Chromium: $found ($("$found" --version 2>/dev/null || echo 'of an unknown version'))"
    exit 0
  fi
done

if ! command -v apt-get >/dev/null; then
  echo "There is no Chromium and no apt-get to install it with." >&2
  echo "Install a Chromium, or set ASSAY_CHROMIUM to its path." >&2
  exit 1
fi
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
export DEBIAN_FRONTEND=noninteractive
# One apt-get at a time: the step that installs other programs may run beside this one.
exec 9>"${TMPDIR:-/tmp}/assay-apt-get.lock"
flock 9
as_root apt-get update -q
# Without a font a page has no text to measure.
as_root apt-get install -y -q --no-install-recommends chromium fonts-liberation
echo "Chromium: $(command -v chromium)"
