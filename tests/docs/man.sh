#!/bin/sh
# SPDX-License-Identifier: MIT
# Every option that the demo's help names is in its manual page, and the other way round: sh man.sh DEMO PAGE
set -eu
help=$(mktemp) page=$(mktemp)
trap 'rm -f "$help" "$page"' EXIT
"$1" --help | grep '^  -' | grep -o -e '--[a-z][a-z-]*' | sort -u >"$help"
sed 's/\\-/-/g' "$2" | grep -e '^\.BI* --' | grep -o -e '--[a-z][a-z-]*' | sort -u >"$page"
diff "$help" "$page"
wc -l <"$help"
