#!/usr/bin/env bash
# Installs the programs of others that optional engines start, unless they are there: their tests say that they were
# skipped where one is missing. Cppcheck comes with apt-get, gosec with Go. What cannot be installed here is told, and
# is no fault.
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

# Not where Go puts programs: with gosec on the PATH it would compile what a target uses of Go's library in each session
# with Go, of every lane. Whoever wants its tests puts the folder on the PATH.
programs="$(cd "$(dirname "$0")/.." && pwd)/node_modules/.cache/programs"
PATH="$PATH:$programs"
if ! command -v gosec >/dev/null && command -v go >/dev/null; then
  GOBIN="$programs" go install github.com/securego/gosec/v2/cmd/gosec@v2.30.0 || echo "gosec: no download"
fi
tell gosec
