#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the site, reference and pages, with Doxygen (Debian: doxygen): sh docs/build.sh [DIRECTORY], by default build/docs.
# Fails where a public symbol has no comment or a reference leads nowhere.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
output=${1:-$root/build/docs}
command -v doxygen >/dev/null || { echo "build.sh: doxygen is missing" >&2; exit 1; }
rm -rf "$output"
mkdir -p "$output"
output=$(cd "$output" && pwd)
version=$(sed -n 's/^#define CP_FLOCK_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\).*/\2/p' \
	"$root/plugin/include/chipmunk_flock/cpFlockTypes.h" | paste -s -d .)
sed -e "s|@ROOT@|$root|g" -e "s|@OUTPUT@|$output|g" -e "s|@VERSION@|$version|g" "$root/docs/Doxyfile.in" | doxygen -
# Pictures that Doxygen does not copy by itself keep their places.
for directory in images diagrams; do
	mkdir -p "$output/$directory"
	cp "$root/docs/$directory"/* "$output/$directory/"
done
echo "$output/index.html"
