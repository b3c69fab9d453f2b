#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts the instructions of the flock's part of cpSpaceStep() per body and step with callgrind (Debian: valgrind): exact
# where times drift. What is collected are the two functions that Chipmunk calls; two runs with different numbers of steps
# are subtracted, so that nothing but steps is left. Valgrind knows AVX2 but not AVX-512: the library chooses accordingly.
#
#   sh tests/bench/instructions.sh [--bodies N] [--after N] [--steps N] [--scene NAME] [--build DIRECTORY]
#                                  [--bench FLOCK_BENCH] [--functions]
#
#   --bodies   default 10000          --after    steps of the second state, default 300; 0 leaves it out
#   --steps    default 10             --scene    birds (default), clump, fish or mixed
#   --build    default build/instructions; RelWithDebInfo, which the library compiles with -O3
#   --bench    a flock_bench that was built already, with debug information
#   --functions  also which functions spend them, own instructions per body and step, on the standard error
#
# Obstacles begin anew in the second state.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
bodies=10000 after=300 steps=10 scene=birds build=$root/build/instructions bench='' functions=''

refuse() {
	echo "instructions.sh: $1" >&2
	exit 2
}

while [ $# -gt 0 ]; do
	case $1 in
	--functions)
		functions=yes
		shift
		continue
		;;
	-h | --help) sed -n '3,17s/^# \{0,1\}//p' "$0" && exit 0 ;;
	--bodies | --after | --steps | --scene | --build | --bench) [ $# -gt 1 ] || refuse "missing value after $1" ;;
	*) refuse "unknown argument: $1" ;;
	esac
	case $1 in
	--bodies) bodies=$2 ;;
	--after) after=$2 ;;
	--steps) steps=$2 ;;
	--scene) scene=$2 ;;
	--build) build=$2 ;;
	--bench) bench=$2 ;;
	esac
	shift 2
done
for number in "$bodies" "$after" "$steps"; do
	case $number in
	'' | *[!0-9]*) refuse "not a number: $number" ;;
	esac
done
command -v valgrind >/dev/null 2>&1 || refuse "valgrind is missing"
[ "$scene" != clump ] || after=0

mkdir -p "$build"
if [ -z "$bench" ]; then
	if ! { cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCHIPMUNK_FLOCK_BUILD_DEMO=OFF &&
		cmake --build "$build" --target flock_bench; } >"$build/build.log" 2>&1; then
		tail -n 20 "$build/build.log" >&2
		refuse "flock_bench does not build, see $build/build.log"
	fi
	bench=$build/tests/flock_bench
fi

# count STEPS STATE: instructions of so many timed steps, all in the two functions. The state comes from a file: 300 steps
# of 10,000 bodies take minutes under valgrind.
count() {
	out=$build/callgrind.$2.$1
	valgrind --tool=callgrind --callgrind-out-file="$out" --toggle-collect=flkPreSolve --toggle-collect=flkPostSolve \
		"$bench" --scene "$scene" --bodies "$bodies" --obstacles "$obstacles" --load "$build/$2.state" --warmup 1 \
		--steps "$1" --no-stages >"$out.log" 2>&1 || {
		tail -n 20 "$out.log" >&2
		refuse "the run under valgrind failed, see $out.log"
	}
	sed -n 's/^totals: \([0-9]*\).*/\1/p' "$out"
}

# state NAME STEPS
state() {
	"$bench" --scene "$scene" --bodies "$bodies" --obstacles "$obstacles" --after "$2" --save "$build/$1.state" 2>/dev/null ||
		refuse "flock_bench cannot write $build/$1.state"
	few=$(count 2 "$1") || exit 2
	many=$(count $((steps + 2)) "$1") || exit 2
	[ "${many:-0}" -gt 0 ] || refuse "nothing was counted: are flkPreSolve and flkPostSolve still the flock's two functions?"
	printf '{"scene":"%s","state":"%s","after":%s,"bodies":%s,"steps":%s,"instructions_per_body_and_step":%s}\n' \
		"$scene" "$1" "$2" "$bodies" "$steps" \
		"$(awk -v a="$few" -v b="$many" -v n="$bodies" -v s="$steps" 'BEGIN { printf "%.1f", (b - a) / n / s }')"
	[ -z "$functions" ] || list "$build/callgrind.$1.$((steps + 2))" >&2
}

# list FILE: the costliest functions of a run; one step of warm-up is in it
list() {
	callgrind_annotate "$1" | grep -E '^ *[0-9,]+ \(.*:' | head -n 24 |
		awk -v n="$bodies" -v s=$((steps + 3)) '{
			count = $1
			gsub(",", "", count)
			sub(/^ *[0-9,]+ \([^)]*\) */, "")
			sub(/ \[.*/, "")
			sub(/.*\//, "")
			printf "  %8.1f  %s\n", count / n / s, $0
		}'
}

case $scene in
fish | mixed) obstacles=100 ;;
*) obstacles=0 ;;
esac
state uniform 0
[ "$after" -eq 0 ] || state after "$after"
