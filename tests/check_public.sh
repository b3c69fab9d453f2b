#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the library's sources with nothing of Chipmunk but its public headers: the others are replaced by ones that stop
# the compiler. As C99 and C11, in double and single precision, with every warning an error, and no function cast to another
# type: a call through such a pointer traps in WebAssembly.
# Usage: check_public.sh COMPILER CHIPMUNK_INCLUDE_DIR SOURCE_DIR WORK_DIR [OPTION OF THE COMPILER]
# Exit status 77: the compiler, or its C library, does not take the option.
set -eu
compiler=$1 chipmunk=$2 source=$3 work=$4 option=${5-}

rm -rf "$work"
mkdir -p "$work/chipmunk"
cp "$chipmunk"/chipmunk/*.h "$work/chipmunk/"
for hidden in chipmunk_private.h chipmunk_structs.h chipmunk_unsafe.h cpHastySpace.h cpRobust.h; do
	echo "#error \"$hidden is not part of Chipmunk's interface\"" >"$work/chipmunk/$hidden"
done

takes() {
	printf '#include <stdio.h>\nextern int unused;\nint unused;\n' | "$compiler" "$@" -Werror -fsyntax-only -x c - 2>/dev/null
}

if [ -n "$option" ] && ! takes "$option"; then exit 77; fi
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla -Wstrict-prototypes -Werror"
for warning in -Wcast-function-type -Wcast-function-type-strict; do
	if takes $warning; then warnings="$warnings $warning"; fi
done

count=0
for standard in c99 c11; do
	for floats in "" -DCP_USE_DOUBLES=0; do
		for file in "$source"/plugin/src/*.c; do
			# shellcheck disable=SC2086 # the options are several words
			"$compiler" -std=$standard $warnings $floats $option -fsyntax-only -I"$source/plugin/include" -isystem "$work" "$file"
			count=$((count + 1))
		done
	done
done
echo "$count compilations with $warnings"
[ "$count" -gt 80 ]
