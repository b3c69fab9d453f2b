#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the ```sh blocks of Markdown pages in an empty directory: sh commands.sh DIRECTORY PAGE...
# The programs that they name must be in PATH. A block below <!-- sh: not run ... --> is left out.
set -eu
directory=$1
shift
mkdir -p "$directory"
failed=0 count=0
for page in "$@"; do
	script=$directory/$(basename "$page" .md).sh
	awk '
		/^[ \t]*<!-- sh: not run/ { skip = 1; next }
		/^[ \t]*```/ { if(!inside && $0 ~ /```sh$/ && !skip) run = 1; else { run = 0; if(!inside) skip = 0 }
			inside = !inside; if(inside && skip) skip = 0; next }
		run { sub(/^[ \t]+/, ""); print }' "$page" >"$script"
	[ -s "$script" ] || continue
	count=$((count + 1))
	echo "== $page"
	cat "$script"
	(cd "$directory" && sh -eu "./$(basename "$script")") || { echo "$page: a command failed"; failed=1; }
done
echo "commands of $count pages"
exit $failed
