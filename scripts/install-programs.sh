#!/usr/bin/env bash
# Installs the programs of others that optional engines start, unless they are there: their tests say that they were
# skipped where one is missing. Cppcheck comes with apt-get. What cannot be installed here is told, and is no fault.
set -euo pipefail

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
tell() { echo "$1: $(command -v "$1" || echo "not installed here; its tests are skipped")"; }

if ! command -v cppcheck >/dev/null && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  # One apt-get at a time: the step that installs a browser may run beside this one.
  exec 9>"${TMPDIR:-/tmp}/assay-apt-get.lock"
  flock 9
  as_root apt-get update -q
  as_root apt-get install -y -q --no-install-recommends cppcheck
fi
tell cppcheck
