#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and tests everything: with gcc in Debug with AddressSanitizer and UndefinedBehaviorSanitizer, with gcc in Release as
# a shared library, with clang in Release as a static one; with clang the fuzzers, each of which runs for a few seconds. Warnings
# are errors. On Debian and Ubuntu missing packages are installed with apt-get first. Everything is built under build/.
#
#   sh tests/run.sh [a regular expression: only the tests with such names]
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/need.sh

case ${1-} in
-h | --help)
	sed -n '3,8s/^# \{0,1\}//p' tests/run.sh
	exit 0
	;;
esac

need_compiler
need_program c++ g++
need_header cmocka.h libcmocka-dev
need_header cjson/cJSON.h libcjson-dev
need_sdl
need_install
need_program clang clang
need_program doxygen doxygen
wish_install
if command -v clang >/dev/null 2>&1; then
	need_fuzzer
	wish_install
fi

# Address randomisation of new kernels is too wide for the sanitizers of older compilers.
fixed="setarch $(uname -m) -R"
$fixed true 2>/dev/null || fixed=

jobs=$(need_jobs)
summary=
failed=0

note() {
	summary="$summary
$1"
}

# build_and_test NAME COMMAND-PREFIX PATTERN CMAKE-OPTIONS...; builds the target $only, if that is set.
only=
build_and_test() {
	name=$1 prefix=$2 pattern=$3
	shift 3
	log=build/$name.log
	mkdir -p "build/$name"
	echo
	echo "== $name: configuring and building in build/$name"
	if ! { cmake -S . -B "build/$name" "$@" && cmake --build "build/$name" -j "$jobs" ${only:+--target "$only"}; } >"$log" 2>&1; then
		grep -n -i -A 6 -E 'error|warning: ' "$log" | head -n 60
		tail -n 5 "$log"
		echo "building failed, see $log" >&2
		note "$name: did not build"
		failed=1
		return
	fi
	echo "== $name: testing"
	# shellcheck disable=SC2086 # the prefix is several words or none
	if ! (cd "build/$name" && $prefix ctest --output-on-failure -j "$jobs" ${pattern:+-R "$pattern"}) >"$log.tests" 2>&1; then
		failed=1
	fi
	cat "$log.tests"
	note "$name: $(grep -E 'tests passed|No tests were found' "$log.tests" || echo 'CTest did not run')"
}

build_and_test ci-debug-sanitize "$fixed" "${1-}" -DCMAKE_BUILD_TYPE=Debug -DCHIPMUNK_FLOCK_WERROR=ON \
	-DCHIPMUNK_FLOCK_SANITIZE=address,undefined
build_and_test ci-release "" "${1-}" -DCMAKE_BUILD_TYPE=Release -DCHIPMUNK_FLOCK_WERROR=ON -DBUILD_SHARED_LIBS=ON
if command -v clang >/dev/null 2>&1; then
	build_and_test ci-clang "" "${1-}" -DCMAKE_BUILD_TYPE=Release -DCHIPMUNK_FLOCK_WERROR=ON \
		-DCMAKE_C_COMPILER=clang
	# shellcheck disable=SC2046 # several options
	only=fuzzers build_and_test ci-clang-fuzz "$fixed" "^(fuzz|corpus)_.*${1-}" $(need_fuzz_options)
else
	note "ci-clang: left out, there is no clang"
	note "ci-clang-fuzz: left out, there is no clang"
fi

echo
echo "== Summary$summary"
exit $failed
