#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether docs/plot.sh draws what flock_bench prints: every way has its line and its label.
# Usage: check_plot.sh FLOCK_BENCH SVG
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
fail() {
	echo "check_plot.sh: $1"
	exit 1
}
"$1" --bodies 50,100,200 --after 0,5 --steps 4 --warmup 1 --naive >"$lines" || fail "flock_bench failed"
for state in uniform after; do
	sh "$root/docs/plot.sh" --state $state --output "$2" "$lines" || fail "plot.sh failed"
	for text in '<svg ' '</svg>' '>bodies<' '>time per step<' '>100<' \
		'at 200 bodies' 'chipmunk_flock' 'cpSpaceStep()' 'every pair' \
		'cpSpaceBBQuery(), tree' 'cpSpaceBBQuery(), hash' 'cpSpacePointQuery(), tree' 'cpSpacePointQuery(), hash'; do
		grep -q -F "$text" "$2" || fail "$2 lacks $text"
	done
	[ "$(grep -c '^<g class=' "$2")" -eq 7 ] || fail "$2 does not have seven lines"
	if grep -q -E 'nan|inf[ ."]' "$2"; then fail "$2 has numbers that are none"; fi
done
if sh "$root/docs/plot.sh" --output "$2" </dev/null 2>/dev/null; then fail "plot.sh draws nothing without complaint"; fi
if sh "$root/docs/plot.sh" --nonsense 2>/dev/null; then fail "plot.sh takes any argument"; fi
