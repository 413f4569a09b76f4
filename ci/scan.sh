#!/bin/sh
# Scans a checkout on a build server. Of a change that is to be merged into a branch, only what is new against that
# branch counts; otherwise everything does. It ends with the status of `assay scan` (docs/ci.md).
#
#   SCAN_COMMAND        how assay is started                                      (assay)
#   SCAN_PATH           the folder to scan                                        (.)
#   SCAN_TARGET_BRANCH  the branch that the change is to be merged into           (none)
#   SCAN_TARGET_COMMIT  of that branch this commit, the first of several          (its head)
#   SCAN_BASELINE       a branch, tag, commit or earlier result instead of it     (none)
#   SCAN_FAIL_ON        the least severity that fails: critical, high, medium or low (high)
#   SCAN_CONFIG         an assay.yml                                              (none)
#   SCAN_TOOLS          only these tools, separated by commas                     (all)
#   SCAN_OUTPUT         the folder for the results                                (assay-results)
#   SCAN_TOLERATE       statuses of assay scan that are no failure, such as "2 4" (none)
set -eu

path=${SCAN_PATH:-.}
output=${SCAN_OUTPUT:-assay-results}
baseline=${SCAN_BASELINE:-}

in_path() {
  git -c safe.directory='*' -C "$path" "$@"
}

if [ -z "$baseline" ] && [ -n "${SCAN_TARGET_BRANCH:-}" ]; then
  target="refs/heads/$SCAN_TARGET_BRANCH"
  for commit in ${SCAN_TARGET_COMMIT:-}; do
    case "$commit" in *[!0-9a-f]*) continue ;; esac
    target=$commit
    break
  done
  # A build server fetches little more than the commit that it builds.
  if ! in_path fetch --quiet --no-tags --depth=1 origin "$target"; then
    echo "assay: the branch $SCAN_TARGET_BRANCH cannot be fetched, so nothing says what is new against it" >&2
    exit 3
  fi
  baseline=$(in_path rev-parse --verify 'FETCH_HEAD^{commit}')
fi

set -- scan "$path" --format text,sarif,junit,markdown --output "$output/" --fail-on "${SCAN_FAIL_ON:-high}"
[ -z "$baseline" ] || set -- "$@" --baseline "$baseline"
[ -z "${SCAN_CONFIG:-}" ] || set -- "$@" --config "$SCAN_CONFIG"
[ -z "${SCAN_TOOLS:-}" ] || set -- "$@" --tool "$SCAN_TOOLS"

# What a scan prints has names and text of the target, and GitHub obeys what looks like a command in a log.
if [ "${GITHUB_ACTIONS:-}" = true ]; then
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  trap 'echo "::$token::"' EXIT
fi

status=0
# The command may have arguments of its own, so it is split into words.
# shellcheck disable=SC2086
${SCAN_COMMAND:-assay} "$@" || status=$?
[ ! -f "$output/assay.txt" ] || cat "$output/assay.txt"

for tolerated in ${SCAN_TOLERATE:-}; do
  if [ "$status" = "$tolerated" ]; then
    echo "assay: the status $status is tolerated (SCAN_TOLERATE)" >&2
    exit 0
  fi
done
exit "$status"
