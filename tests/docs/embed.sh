#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the ```diff block below <!-- embed: OLD NEW --> in a page with what diff says of the two files today, and counts its
# lines: sh embed.sh [--update] PAGE. With --update the block is written anew.
set -eu
update=
[ "$1" = --update ] && update=1 && shift
page=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
set -- $(sed -n 's/^<!-- embed: \(.*\) -->$/\1/p' "$page")
diff -U1 "$root/$1" "$root/$2" | sed 1,2d >"$directory/diff" || true
awk -v diff="$directory/diff" '
	/^<!-- embed: / { found = 1 }
	found && /^```diff$/ { print; while((getline line < diff) > 0) print line; skipping = 1; found = 0; next }
	skipping && !/^```$/ { next }
	{ skipping = 0; print }' "$page" >"$directory/page"
lines=$(grep -c '^[+-]' "$directory/diff")
echo "$lines lines differ"
if [ -n "$update" ]; then
	cp "$directory/page" "$page"
elif ! diff -u "$page" "$directory/page"; then
	echo "$page shows an old difference: sh tests/docs/embed.sh --update $page"
	exit 1
fi
[ "$lines" -gt 0 ] && [ "$lines" -lt 25 ]
