#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the test programs of a plain Debug build in build/valgrind under valgrind's memcheck: reads of what was never written,
# which no sanitizer of gcc sees, and leaks. One line for each program; exit status 1 where valgrind or a test complains.
#
#   sh tests/valgrind.sh [words: only the programs with such names]
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/need.sh

case ${1-} in
-h | --help)
	sed -n '3,6s/^# \{0,1\}//p' tests/valgrind.sh
	exit 0
	;;
-*)
	echo "tests/valgrind.sh: unknown argument: $1 (--help shows the arguments)" >&2
	exit 2
	;;
esac

need_compiler
need_header cmocka.h libcmocka-dev
need_header cjson/cJSON.h libcjson-dev
need_program valgrind valgrind
need_install

build=build/valgrind
mkdir -p "$build"
echo "== configuring and building in $build"
if ! { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCHIPMUNK_FLOCK_BUILD_DEMO=OFF &&
	cmake --build "$build" -j "$(need_jobs)"; } >"$build.log" 2>&1; then
	tail -n 30 "$build.log" >&2
	echo "building failed, see $build.log" >&2
	exit 1
fi

# Thousands of steps would take half an hour: their shape is that of the others.
slow="test_natural test_navigation test_threads"

wanted() {
	case " $slow " in
	*" $1 "*) [ "$#" -gt 1 ] || return 1 ;;
	esac
	name=$1
	shift
	[ $# -gt 0 ] || return 0
	for word; do
		case $name in
		*"$word"*) return 0 ;;
		esac
	done
	return 1
}

check() {
	program=$1
	shift
	name=$(basename "$program")
	log=$build/$name.valgrind
	begin=$(date +%s)
	# Children that a test kills on purpose are checked by the test itself.
	if valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect,possible --errors-for-leak-kinds=definite,indirect,possible \
		--error-exitcode=99 --trace-children=no --num-callers=24 "$program" "$@" >"$log" 2>&1; then
		result=passed
	else
		result="FAILED, see $log"
		failed=1
		grep -E '^==[0-9]+==|FAILED|not so' "$log" | head -n 30
	fi
	count=$((count + 1))
	echo "$name: $result ($(($(date +%s) - begin)) s)"
}

failed=0 count=0
for program in "$build"/tests/test_*; do
	if [ -f "$program" ] && [ -x "$program" ] && wanted "$(basename "$program")" "$@"; then check "$program"; fi
done
for target in api settings arguments; do
	wanted "replay_$target" "$@" && check "$build/tests/replay_$target" "tests/fuzz/corpus/$target"
done
wanted flock_soak "$@" && check "$build/tests/flock_soak" --steps 600 --bodies 40

echo
if [ "$count" -eq 0 ]; then
	echo "tests/valgrind.sh: no program has such a name: $*" >&2
	exit 2
fi
[ "$failed" -eq 0 ] && echo "== $count programs, valgrind found nothing"
[ "$failed" -eq 0 ] || echo "== $count programs, see above what failed"
exit $failed
