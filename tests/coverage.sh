#!/bin/sh
# SPDX-License-Identifier: MIT
# Which lines of plugin/ do the tests run? Builds with --coverage in build/coverage, runs the suite and reports with gcovr: a
# table and the missed lines on the standard output, pages in build/coverage/html/index.html. Exit status 1 where a test
# fails or less than 95 % of the lines are run.
#
#   sh tests/coverage.sh [percent]
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/need.sh

least=${1-95}
case $least in
-h | --help)
	sed -n '3,7s/^# \{0,1\}//p' tests/coverage.sh
	exit 0
	;;
"" | *[!0-9]*)
	echo "tests/coverage.sh: not a percentage: $least (--help shows the arguments)" >&2
	exit 2
	;;
esac

need_compiler
need_header cmocka.h libcmocka-dev
need_header cjson/cJSON.h libcjson-dev
need_program gcovr gcovr
need_install

build=build/coverage
mkdir -p "$build/html"
find "$build" -name '*.gcda' -exec rm -f {} +
echo "== configuring and building in $build"
# Without the choice of the instruction set at run time: gcov counts each version of a function for itself.
if ! { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCHIPMUNK_FLOCK_BUILD_DEMO=OFF -DCMAKE_C_COMPILER=gcc \
	-DCMAKE_C_FLAGS="--coverage -fprofile-update=atomic" -DCHIPMUNK_FLOCK_HAVE_TARGET_CLONES=OFF &&
	cmake --build "$build" -j "$(need_jobs)"; } >"$build.log" 2>&1; then
	tail -n 30 "$build.log" >&2
	echo "building failed, see $build.log" >&2
	exit 1
fi

failed=0
echo "== testing"
# Pages and packages add nothing to what is run.
(cd "$build" && ctest --output-on-failure -j "$(need_jobs)" -E '^(consumer|docs|readme|install|package)') || failed=1

echo "== reporting"
gcovr --root . --filter 'plugin/' --object-directory "$build" --txt "$build/report.txt" --html-details \
	"$build/html/index.html" --exclude-unreachable-branches --print-summary --fail-under-line "$least" "$build" || failed=1
cat "$build/report.txt"
echo "== pages: $build/html/index.html"
exit $failed
