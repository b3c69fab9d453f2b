#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the fuzzers with clang, AddressSanitizer and UndefinedBehaviorSanitizer in build/ci-clang-fuzz and runs each for a number
# of executions, one after the other, starting from the committed corpus. What a target finds on its way is kept in
# build/ci-clang-fuzz/tests/found, what breaks it beside that. One line for each target at the end; exit status 1 where one broke.
#
#   sh tests/fuzz/run.sh [arguments=N] [settings=N] [api=N]   executions of each target (default 1000000 100000 100000)
#   sh tests/fuzz/run.sh --merge                              puts what was found, made small, into the committed corpus
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/need.sh

build=build/ci-clang-fuzz
targets="arguments settings api"
runs_arguments=1000000 runs_settings=100000 runs_api=100000
merge=

usage() {
	sed -n '3,8s/^# \{0,1\}//p' tests/fuzz/run.sh
}

runs_of() {
	case $1 in
	arguments) echo "$runs_arguments" ;;
	settings) echo "$runs_settings" ;;
	*) echo "$runs_api" ;;
	esac
}

refuse() {
	echo "tests/fuzz/run.sh: $1" >&2
	usage >&2
	exit 2
}

for argument; do
	number=${argument#*=}
	case $argument in
	-h | --help)
		usage
		exit 0
		;;
	--merge) merge=yes ;;
	arguments=* | settings=* | api=*)
		case $number in
		"" | *[!0-9]*) refuse "not a number of executions: $argument" ;;
		esac
		case $argument in
		arguments=*) runs_arguments=$number ;;
		settings=*) runs_settings=$number ;;
		*) runs_api=$number ;;
		esac
		;;
	*) refuse "unknown argument: $argument" ;;
	esac
done

need_compiler
need_program clang clang
need_header cmocka.h libcmocka-dev
need_header cjson/cJSON.h libcjson-dev
need_install
need_fuzzer
need_install

mkdir -p "$build"
echo "== configuring and building in $build"
# shellcheck disable=SC2046 # several options
if ! { cmake -S . -B "$build" $(need_fuzz_options) && cmake --build "$build" -j "$(need_jobs)" --target fuzzers; } >"$build.log" 2>&1; then
	grep -n -i -A 6 -E 'error|warning: ' "$build.log" | head -n 60
	echo "building failed, see $build.log" >&2
	exit 1
fi

# What covers both, with few files: not how often each place is reached, but whether it is.
merge_corpus() {
	corpus=tests/fuzz/corpus/$1
	new=$build/tests/merged/$1
	rm -rf "$new"
	mkdir -p "$new"
	"$build/tests/fuzz_$1" -set_cover_merge=1 -use_counters=0 "$new" "$build/tests/found/$1" "$corpus" >"$build/$1.log" 2>&1 || {
		tail -n 5 "$build/$1.log" >&2
		return 1
	}
	rm -rf "$corpus"
	mv "$new" "$corpus"
	echo "$1: $(find "$corpus" -type f | wc -l) files, $(cat "$corpus"/* | wc -c) bytes"
}

status=0
if [ -n "$merge" ]; then
	for target in $targets; do merge_corpus "$target" || status=1; done
	exit $status
fi

summary=
for target in $targets; do
	runs=$(runs_of "$target")
	[ "$runs" -gt 0 ] || continue
	log=$build/$target.log
	echo "== $target: $runs executions"
	mkdir -p "$build/tests/found/$target"
	begin=$(date +%s)
	# The lines without news are the progress.
	"$build/tests/fuzz_$target" -runs="$runs" -timeout=20 -max_len=600 -print_final_stats=1 \
		-artifact_prefix="$build/tests/fuzz_$target-" "$build/tests/found/$target" "tests/fuzz/corpus/$target" 2>&1 |
		tee "$log" | awk '!/NEW|REDUCE|RELOAD|^"/ { print; fflush() }'
	end=$(date +%s)
	done=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	if grep -q -E 'SUMMARY: |^==.*ERROR' "$log" || [ -z "$done" ]; then
		status=1
		summary="$summary
$target: broke after $((end - begin)) s, see $log"
	else
		summary="$summary
$target: $done executions in $((end - begin)) s, nothing broke"
	fi
done

echo
echo "== Summary$summary"
exit $status
