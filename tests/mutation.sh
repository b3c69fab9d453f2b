#!/bin/sh
# SPDX-License-Identifier: MIT
# Are the tests any good? Breaks lines of plugin/src one at a time (a sign, a comparison, an index) in a copy under
# build/mutation, builds it and runs the fast tests: at least one must fail each time. Exit status 1 where a broken line
# was not noticed, 2 where a line to be broken is not there exactly once.
#
#   sh tests/mutation.sh [a word: only the mutants of files with such names]
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/need.sh

case ${1-} in
-h | --help)
	sed -n '3,7s/^# \{0,1\}//p' tests/mutation.sh
	exit 0
	;;
-*)
	echo "tests/mutation.sh: unknown argument: $1 (--help shows the arguments)" >&2
	exit 2
	;;
esac
wanted=${1-}

need_compiler
need_header cmocka.h libcmocka-dev
need_header cjson/cJSON.h libcjson-dev
need_install

root=build/mutation
copy=$root/source
build=$root/build
log=$root/log
tests="corpus_api settings members spawn lifetime hook bounds rules limits metrics api_bad_input obstacles obstacle_set obstacle_limits
	priority direct torus torus_edge allocation contacts clumps brute_force reference_000 reference_001 reference_002"
targets='' pattern=''
for test in $tests; do
	pattern="${pattern:+$pattern|}$test"
	case $test in
	corpus_*) targets="$targets replay_${test#corpus_}" ;;
	*) targets="$targets test_$test" ;;
	esac
done
pattern="^($pattern)\$"
jobs=$(need_jobs)

rm -rf "$copy"
mkdir -p "$copy" "$build"
for part in plugin tests demo docs CMakeLists.txt LICENSE ./*.md; do cp -R "$part" "$copy/"; done

compile() {
	# shellcheck disable=SC2086 # one word per target
	cmake --build "$build" -j "$jobs" --target $targets >"$log" 2>&1
}

run_tests() {
	(cd "$build" && ctest -R "$pattern" -j "$jobs" --stop-on-failure) >"$log" 2>&1
}

echo "== building $copy, and the tests as they are"
# A shared library: the tests need not be linked again for each mutant.
if ! { cmake -S "$copy" -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 -DBUILD_SHARED_LIBS=ON \
	-DCMAKE_LINK_DEPENDS_NO_SHARED=ON -DCHIPMUNK_FLOCK_BUILD_DEMO=OFF >"$log" 2>&1 && compile && run_tests; }; then
	tail -n 30 "$log" >&2
	echo "the unbroken source does not build or does not pass, see $log" >&2
	exit 1
fi

count=0
survived=

# mutant FILE TEXT REPLACEMENT: the text must be in exactly one line.
mutant() {
	case $1 in
	*"$wanted"*) ;;
	*) return ;;
	esac
	file=$copy/plugin/src/$1
	count=$((count + 1))
	if ! FROM=$2 TO=$3 awk '
		BEGIN { from = ENVIRON["FROM"]; to = ENVIRON["TO"] }
		{
			at = index($0, from)
			if(at) {
				found++
				$0 = substr($0, 1, at - 1) to substr($0, at + length(from))
			}
			print
		}
		END { exit found == 1 ? 0 : 1 }' "plugin/src/$1" >"$file"; then
		echo "plugin/src/$1 has no line, or several, with: $2" >&2
		exit 2
	fi
	printf '%2d %s: %s\n' "$count" "$1" "$3"
	if ! compile; then
		tail -n 15 "$log" >&2
		echo "the mutant does not compile" >&2
		exit 2
	fi
	if run_tests; then
		echo "   SURVIVED"
		survived="$survived
  $1: $2  ->  $3"
	else
		echo "   noticed by: $(awk '/The following tests FAILED/ { on = 1; next } on && / - / { printf "%s ", $3 }' "$log")"
	fi
	cp "plugin/src/$1" "$file"
}

mutant cpFlockBounds.c 'if(value >= low && value < high) return value;' 'if(value >= low && value <= high) return value;'
mutant cpFlockPursuit.c '|| square < prey->square;' '|| square > prey->square;'
mutant cpFlockGoals.c 'distance < radius ? distance / radius : 1.0;' 'distance > radius ? distance / radius : 1.0;'
mutant cpFlockMembers.c 'flock->species[member->species].members--;' 'flock->species[member->species].members++;'
mutant cpFlockMembers.c '/ FLK_CHUNK_MEMBERS].usual = cpFalse;' '/ FLK_CHUNK_MEMBERS].usual = cpTrue;'
mutant cpFlockSnapshot.c '<< 8 * i;' '<< 7 * i;'
mutant cpFlockKernelReference.c 'sums->separationX[b] -= dx / square - dx * fade;' 'sums->separationX[b] += dx / square - dx * fade;'
mutant cpFlockSettings.c 'value == number->min ?' 'value != number->min ?'
mutant cpFlockSpawn.c 'if(filter.group == CP_NO_GROUP)' 'if(filter.group != CP_NO_GROUP)'
mutant cpFlockHook.c 'if(!(dt > 0.0 && flkIsFinite(dt))) {' 'if(dt > 0.0 && flkIsFinite(dt)) {'
mutant cpFlockAvoidance.c 'return cross > 0.0 ? -1 : 1;' 'return cross > 0.0 ? 1 : -1;'
mutant cpFlockMeet.h 'sums->separationX -= dx * push;' 'sums->separationX += dx * push;'
mutant cpFlockGrid.c 'i >= begin; i--) order[--table[(uint32_t)cell[i].column]] = i;' 'i >= begin; i--) order[table[(uint32_t)cell[i].column]--] = i;'
mutant cpFlockGrid.c 'table[(uint32_t)cell[i + 3].column]++;' 'table[(uint32_t)cell[i + 2].column]++;'
mutant cpFlockCombine.c 'int over = speed > limits->maxSpeed' 'int over = speed < limits->maxSpeed'
mutant cpFlockCombine.c '*ax = wanted == speed ? x : cutX;' '*ax = wanted != speed ? x : cutX;'
mutant cpFlockCombine.c 'if(!step->inStep || step->obstacles->count > 0) return cpTrue;' 'if(!step->inStep) return cpTrue;'
mutant cpFlockGather.c 'motion - usual->center' 'motion + usual->center'
mutant cpFlockGather.c 'awake->bodies[member->slot] == member->body' 'awake->bodies[member->slot] != NULL'
mutant cpFlockGather.c 'member->slot = -1;' 'member->slot += 0;'
mutant cpFlockGather.c '(FLK_BODY_PAIR(body, cog) == FLK_PAIR(0.0))' '(FLK_BODY_PAIR(body, cog) == FLK_BODY_PAIR(body, cog))'
mutant cpFlockSettle.c 'turn - FLK_TWO_PI * flkRoundSmall' 'turn - 0.5 * FLK_TWO_PI * flkRoundSmall'
mutant cpFlockSettle.c 'if(flock->gathered[c].slow) flkSettleChunk' 'if(!flock->gathered[c].slow) flkSettleChunk'
mutant cpFlockSettle.c 'int beyond = low > FLK_TAN_PI_8 * high;' 'int beyond = low > 2.0 * high;'
mutant cpFlockApply.c '* FLK_PAIR(member->mass);' '+ FLK_PAIR(member->mass);'
mutant cpFlockUsual.h '(uint32_t)image * lookout->width' '(uint32_t)-image * lookout->width'
mutant cpFlockUsual.h '(begin ^ end) & 1' '0'
mutant cpFlockUsual.h '{FLK_FAR, 0, FLK_FAR, 0, FLK_FAR, 0, FLK_FAR, 0},' '{FLK_FAR, 0, FLK_FAR, 0, 0, FLK_FAR, FLK_FAR, 0},'
mutant cpFlockUsual.h 'x += FLK_WORDS(flkSecondAway);' 'x += FLK_WORDS(flkOneAway[0]);'
mutant cpFlockUsual.h '{0, 0, 0, 0, FLK_FAR, 0, 0, FLK_FAR},' '{0, FLK_FAR, 0, 0, FLK_FAR, 0, 0, FLK_FAR},'
mutant cpFlockMeet.h '*y += cubeY * cluster->spreadX - cubeX * cluster->spreadY;' '*y -= cubeY * cluster->spreadX - cubeX * cluster->spreadY;'
mutant cpFlockAhead.c 'offX * offX + offY * offY <= square' 'offX * offX + offY * offY >= square'
mutant cpFlockMath.h 'return whole > value ? whole - 1.0 : whole;' 'return whole > value ? whole + 1.0 : whole;'

echo
if [ "$count" -eq 0 ]; then
	echo "tests/mutation.sh: there are no mutants of files with this name: $wanted" >&2
	exit 2
fi
if [ -n "$survived" ]; then
	echo "== Of $count mutants these were not noticed:$survived"
	exit 1
fi
echo "== All $count mutants were noticed"
