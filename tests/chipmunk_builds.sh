#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the suite with Chipmunk built in other ways than Debian builds it, from Debian's source package, under build/chipmunk:
#
#   float      cpFloat in single precision (CP_USE_DOUBLES=0)
#   release    without assertions and with Chipmunk's own -ffast-math
#   sanitized  with AddressSanitizer and UndefinedBehaviorSanitizer, so that they see Chipmunk's memory too
#   m32        for 32 bits; needs gcc-multilib, and for the suite 32-bit CMocka and cJSON: else a small program is run
#
#   sh tests/chipmunk_builds.sh [--source DIRECTORY] [variants]     DIRECTORY holds unpacked sources of Chipmunk 7
#
# Nothing of the machine's package sources is changed. One line for each variant; exit status 1 where one failed.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/need.sh

root=$(pwd)/build/chipmunk
source='' variants=''

refuse() {
	echo "tests/chipmunk_builds.sh: $1 (--help shows the arguments)" >&2
	exit 2
}

while [ $# -gt 0 ]; do
	case $1 in
	-h | --help)
		sed -n '3,12s/^# \{0,1\}//p' tests/chipmunk_builds.sh
		exit 0
		;;
	--source)
		[ $# -gt 1 ] || refuse "missing directory after --source"
		source=$2
		[ -f "$source/include/chipmunk/chipmunk.h" ] || refuse "no sources of Chipmunk in $source"
		shift
		;;
	float | release | sanitized | m32) variants="$variants $1" ;;
	*) refuse "unknown argument: $1" ;;
	esac
	shift
done
[ -n "$variants" ] || variants="float release sanitized m32"

need_compiler
need_header cmocka.h libcmocka-dev
need_header cjson/cJSON.h libcjson-dev
[ -n "$source" ] || need_program dpkg-source dpkg-dev
need_install
mkdir -p "$root"
jobs=$(need_jobs)

# ---- sources

# apt-get with package lists of its own, which know sources.
apt_private() {
	apt-get -q -o Dir::Etc::SourceList="$root/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$root/apt/lists" -o Dir::Cache="$root/apt/cache" -o APT::Sandbox::User=root "$@"
}

fetch_source() {
	source=$(find "$root" -maxdepth 1 -type d -name 'chipmunk-7*' | head -n 1)
	[ -z "$source" ] || return 0
	command -v apt-get >/dev/null 2>&1 || {
		echo "This machine has no apt-get: give the sources of Chipmunk with --source." >&2
		return 1
	}
	echo "== fetching Debian's source package of Chipmunk"
	mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial"
	# the same places as the machine's binary packages
	# shellcheck disable=SC2016 # the names are apt's
	apt-get indextargets --format 'deb-src $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
		sort -u >"$root/apt/sources.list"
	{ apt_private update && (cd "$root" && apt_private source chipmunk); } >"$root/fetch.log" 2>&1
	source=$(find "$root" -maxdepth 1 -type d -name 'chipmunk-7*' | head -n 1)
	[ -z "$source" ] || return 0
	tail -n 15 "$root/fetch.log" >&2
	echo "The source package could not be fetched, see $root/fetch.log; --source takes sources that are there." >&2
	return 1
}

# ---- building

# build_chipmunk VARIANT CMAKE-OPTIONS...
build_chipmunk() {
	variant=$1
	shift
	echo "== $variant: building Chipmunk"
	# Afresh, and installed where it is told: in a build directory of another compiler CMake forgets the prefix that it is
	# given, and the default is the machine's own.
	rm -rf "$root/$variant/chipmunk" "$root/$variant/prefix"
	if { cmake -S "$source" -B "$root/$variant/chipmunk" -DBUILD_DEMOS=OFF -DBUILD_STATIC=OFF -DINSTALL_STATIC=OFF \
		-DCMAKE_INSTALL_PREFIX="$root/$variant/prefix" "$@" && cmake --build "$root/$variant/chipmunk" -j "$jobs" &&
		cmake --install "$root/$variant/chipmunk" --prefix "$root/$variant/prefix"; } >"$root/$variant.log" 2>&1; then
		return 0
	fi
	tail -n 15 "$root/$variant.log" >&2
	note "$variant: Chipmunk did not build, see $root/$variant.log"
	return 1
}

# run_suite VARIANT CMAKE-OPTIONS...
run_suite() {
	variant=$1
	shift
	log=$root/$variant.log
	build=$root/$variant/build
	echo "== $variant: building this project"
	if ! { $fixed cmake -S . -B "$build" -DChipmunk_ROOT="$root/$variant/prefix" -DCHIPMUNK_FLOCK_BUILD_DEMO=OFF "$@" &&
		cmake --build "$build" -j "$jobs"; } >"$log" 2>&1; then
		grep -n -i -A 6 'error' "$log" | head -n 40
		note "$variant: did not build, see $log"
		return
	fi
	# The tests compute in double; the library must not lose anything without saying so.
	if grep -q 'plugin/.*warning: ' "$log"; then
		grep 'plugin/.*warning: ' "$log"
		note "$variant: the library has warnings, see $log"
		return
	fi
	echo "== $variant: testing"
	# Pages and packages are the same with any Chipmunk; other programs would find Debian's.
	if (cd "$build" && $fixed ctest --output-on-failure -j "$jobs" -E '^(docs|readme|consumer|install|package|independent)') \
		>"$log.tests" 2>&1; then
		passed "$variant: $(grep 'tests passed' "$log.tests")"
	else
		sed -n '/The following tests FAILED/,$p' "$log.tests"
		note "$variant: $(grep -E 'tests passed|No tests' "$log.tests" || echo 'CTest did not run'), see $log.tests"
	fi
}

summary='' failed=0

passed() {
	summary="$summary
$1"
}

note() {
	passed "$1"
	failed=1
}

# Address randomisation of new kernels is too wide for the sanitizers of older compilers.
fixed="setarch $(uname -m) -R"
$fixed true 2>/dev/null || fixed=

# ---- variants

run_float() {
	build_chipmunk float -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS='-O2 -g -DCP_USE_DOUBLES=0' || return
	run_suite float -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 -DChipmunk_DEFINITIONS=CP_USE_DOUBLES=0
}

run_release() {
	build_chipmunk release -DCMAKE_BUILD_TYPE=Release || return
	run_suite release -DCMAKE_BUILD_TYPE=Release
}

# Chipmunk's own undefined behaviour is counted, but does not stop it. Its alloca() is left out: cpConvexHull() reads one corner
# past its array and throws it away.
run_sanitized() {
	build_chipmunk sanitized -DCMAKE_BUILD_TYPE=None \
		-DCMAKE_C_COMPILER=gcc \
		-DCMAKE_C_FLAGS='-O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer --param asan-instrument-allocas=0' || return
	# among CMake's own flags as well: the check of cpFloat at configure time runs a program
	run_suite sanitized -DCMAKE_BUILD_TYPE=Debug -DCHIPMUNK_FLOCK_SANITIZE=address,undefined \
		-DCMAKE_C_FLAGS=-fsanitize=address,undefined -DCMAKE_CXX_FLAGS=-fsanitize=address,undefined
	echo "   runtime errors that Chipmunk itself has: $(grep -c 'src/c.*runtime error' \
		"$root/sanitized/build/Testing/Temporary/LastTest.log" 2>/dev/null)"
}

# Whether a program for 32 bits can be linked with these.
links_32() {
	printf 'int main(void) { return 0; }\n' | cc -m32 -x c - -o "$root/m32.probe" "$@" >/dev/null 2>&1
}

smoke_32() {
	echo "== m32: no 32-bit CMocka and cJSON here: a small program instead of the suite"
	if cmake -S . -B "$root/m32/build" -DChipmunk_ROOT="$root/m32/prefix" -DCHIPMUNK_FLOCK_BUILD_DEMO=OFF \
		-DCHIPMUNK_FLOCK_BUILD_TESTS=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-m32 >"$root/m32.log" 2>&1 &&
		cmake --build "$root/m32/build" -j "$jobs" >>"$root/m32.log" 2>&1 &&
		cc -m32 -std=c99 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Iplugin/include -Idemo -I"$root/m32/prefix/include" \
			tests/bench/flock_soak.c demo/greeting.c -o "$root/m32/soak" "$root/m32/build/plugin/libchipmunk_flock.a" \
			-L"$root/m32/prefix/lib" -lchipmunk -lm -Wl,-rpath,"$root/m32/prefix/lib" >>"$root/m32.log" 2>&1 &&
		"$root/m32/soak" --steps 3000 2>>"$root/m32.log"; then
		passed "m32: the small program passed; the suite was left out"
	else
		tail -n 15 "$root/m32.log" >&2
		note "m32: the small program failed, see $root/m32.log"
	fi
}

run_m32() {
	if ! links_32; then
		need_add gcc-multilib
		wish_install
	fi
	if ! links_32; then
		passed "m32: left out, gcc cannot link for 32 bits (gcc-multilib)"
		return
	fi
	build_chipmunk m32 -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS='-O2 -g -m32' || return
	if links_32 -lcmocka -lcjson; then
		run_suite m32 -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-m32 -DCMAKE_CXX_FLAGS=-m32
	else
		smoke_32
	fi
}

[ -n "$source" ] || fetch_source || exit 1
for variant in $variants; do
	case $variant in
	float) run_float ;;
	release) run_release ;;
	sanitized) run_sanitized ;;
	*) run_m32 ;;
	esac
done

echo
echo "== Summary$summary"
exit $failed
