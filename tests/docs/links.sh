#!/bin/sh
# SPDX-License-Identifier: MIT
# Follows every relative link of Markdown pages, to files and to headings: sh links.sh PAGE...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
failed=0 count=0
list=$(mktemp)
trap 'rm -f "$list"' EXIT
for page in "$@"; do
	awk -v want=links -f "$here/links.awk" "$page" >"$list"
	while read -r line target; do
		count=$((count + 1))
		file=${target%%#*} anchor=
		case $target in *\#*) anchor=${target#*#} ;; esac
		[ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
		if [ ! -e "$file" ]; then
			echo "$page:$line: there is no $target"
			failed=1
		elif [ -n "$anchor" ] && ! awk -v want=headings -f "$here/links.awk" "$file" | grep -q -x -e "$anchor"; then
			echo "$page:$line: $file has no heading #$anchor"
			failed=1
		fi
	done <"$list"
done
echo "$count links followed"
[ "$count" -gt 0 ] || failed=1
exit $failed
