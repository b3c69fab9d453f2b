#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether compilers, their levels of optimisation, instruction sets and numbers of threads give the same bits: builds the
# library for each, flies the same scenes with flock_bench --hash and compares.
#
#   sh tests/bench/isa_hash.sh [--light] [--build DIRECTORY] [--bench FLOCK_BENCH] [-DCMAKE_OPTION=VALUE...]
#
#   --light    only one variant, without optimisation for the oldest instruction set, and what is given by --bench
#   --build    where to build (default: build/isa_hash)
#   --bench    a flock_bench that was built already; all others are compared with it
#
# Exit status: 0 all alike, 1 a difference, 2 a bad argument or a variant that does not build.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/isa_hash bench='' light='' options='' reference='' failed=0

refuse() {
	echo "isa_hash.sh: $1" >&2
	exit 2
}

while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) sed -n '3,12s/^# \{0,1\}//p' "$0" && exit 0 ;;
	--light) light=yes ;;
	--build | --bench)
		[ $# -gt 1 ] || refuse "missing value after $1"
		case $1 in
		--build) build=$2 ;;
		*) bench=$2 ;;
		esac
		shift
		;;
	-D*) options="$options $1" ;;
	*) refuse "unknown argument: $1" ;;
	esac
	shift
done

# fly FLOCK_BENCH [OPTION...]: one number for the flight
fly() {
	program=$1
	shift
	"$program" --hash --after 0 --steps 120 "$@" 2>/dev/null | sed -n 's/.*"hash":"\([0-9a-f]*\)".*/\1/p'
}

# The columns of the table. The last four are the same flight and must agree with each other, too.
flights='birds fish clump free reference mixed threads openmp public'

flight_options() {
	case $1 in
	birds) echo "--scene birds --bodies 1000" ;;
	fish) echo "--scene fish --bodies 500 --obstacles 20" ;;
	clump) echo "--scene clump --bodies 3000" ;; # from 1,001 on there are clusters
	free) echo "--scene mixed --bodies 800 --obstacles 0 --detached" ;;
	reference) echo "--scene mixed --bodies 800 --obstacles 20 --kernel reference" ;;
	mixed) echo "--scene mixed --bodies 800 --obstacles 20" ;;
	threads) echo "--scene mixed --bodies 800 --obstacles 20 --threads 3" ;;
	openmp) echo "--scene mixed --bodies 800 --obstacles 20 --threads 2 --openmp" ;;
	public) echo "--scene mixed --bodies 800 --obstacles 20 --public-calls" ;;
	esac
}

# measure NAME FLOCK_BENCH: one line of the table
measure() {
	line='' hashes='' same=''
	for flight in $flights; do
		# shellcheck disable=SC2046 # several options
		hash=$(fly "$2" $(flight_options "$flight"))
		# A library without OpenMP flies nothing there; any other empty place is a crash.
		[ -n "$hash" ] || [ "$flight" != openmp ] || hash=$same
		[ -n "$hash" ] || hash=none
		[ "$flight" != mixed ] || same=$hash
		case $flight in
		threads | openmp | public) [ "$hash" = "$same" ] || line="$line DIFFERS" ;;
		esac
		hashes="$hashes $hash"
	done
	[ -n "$reference" ] || reference=$hashes
	[ "$hashes" = "$reference" ] || line="$line DIFFERS"
	case $hashes in
	*none*) line="$line DIFFERS" ;;
	esac
	short=''
	for hash in $hashes; do short="$short $(printf '%.8s' "$hash")"; done
	[ -z "$line" ] || failed=1
	# shellcheck disable=SC2086 # one word per column
	printf '%-22s %-9s %-9s %-9s %-9s %-9s %-9s %-9s %-9s %-9s%s\n' "$1" $short "${line:+ <- differs}"
}

# variant NAME COMPILER BUILD_TYPE FLAGS [CMAKE_OPTION]
variant() {
	directory=$build/$(printf '%s' "$1" | tr -c 'A-Za-z0-9\n' _)
	mkdir -p "$directory"
	# shellcheck disable=SC2086 # several options or none
	if ! { cmake -S "$root" -B "$directory" -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE="$3" "-DCMAKE_C_FLAGS=$4" \
		-DCHIPMUNK_FLOCK_BUILD_DEMO=OFF -DCHIPMUNK_FLOCK_BUILD_TESTS=ON $options ${5-} &&
		cmake --build "$directory" --target flock_bench; } >"$directory.log" 2>&1; then
		tail -n 20 "$directory.log" >&2
		refuse "$1 does not build, see $directory.log"
	fi
	measure "$1" "$directory/tests/flock_bench"
}

has() {
	command -v "$1" >/dev/null 2>&1 || {
		echo "($1 is left out: it is not here)"
		return 1
	}
}

# can FLAG: whether this processor has it
can() {
	grep -q -w "$1" /proc/cpuinfo 2>/dev/null || {
		echo "($1 is left out: this processor does not have it)"
		return 1
	}
}

case $(uname -m) in
x86_64 | amd64) plain=-march=x86-64 x86=yes ;;
*) plain='' x86='' ;;
esac

# shellcheck disable=SC2086 # one word per column
printf '%-22s %-9s %-9s %-9s %-9s %-9s %-9s %-9s %-9s %-9s\n' variant $flights
[ -z "$bench" ] || measure "as built" "$bench"
if [ -n "$light" ]; then
	variant "${CC:-cc} -O0 plain" "${CC:-cc}" None "-O0 $plain"
	exit $failed
fi
for compiler in gcc clang; do
	has $compiler || continue
	variant "$compiler release" $compiler Release ''
	variant "$compiler no masks" $compiler Release '' -DCHIPMUNK_FLOCK_HAVE_MASKS=OFF
	variant "$compiler -O0 plain" $compiler None "-O0 $plain"
	[ $compiler = clang ] || variant "$compiler -O2 plain" $compiler None "-O2 $plain"
	variant "$compiler -O3 plain" $compiler None "-O3 $plain"
	[ -n "$x86" ] || continue
	can avx2 && variant "$compiler -O3 avx2" $compiler None "-O3 -mavx2 -mfma"
	can avx512f && variant "$compiler -O3 avx512" $compiler None \
		"-O3 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma -mprefer-vector-width=512"
done
exit $failed
