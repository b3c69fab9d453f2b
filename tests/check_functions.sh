#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the library and a scene that uses all of its callbacks with clang's check of function types, and runs it.
# Usage: check_functions.sh CLANG CHIPMUNK_INCLUDE_DIR CHIPMUNK_LIBRARY SOURCE_DIR WORK_DIR [DEFINITIONS]
# The definitions are those that Chipmunk was built with, NAME=VALUE.
# Exit status 77: this clang has no such check.
set -eu
clang=$1 chipmunk=$2 library=$3 source=$4 work=$5
shift 5
definitions=
for definition; do definitions="$definitions -D$definition"; done

mkdir -p "$work"
sanitize="-fsanitize=function,undefined -fno-sanitize-recover=all"
# shellcheck disable=SC2086 # the options are several words
echo 'int main(void) { return 0; }' | "$clang" $sanitize -x c - -o "$work/probe" 2>/dev/null && "$work/probe" || exit 77
# shellcheck disable=SC2086
"$clang" -std=c99 -g $sanitize $definitions -Wcast-function-type -I"$source/plugin/include" -isystem "$chipmunk" \
	"$source"/plugin/src/*.c "$source/tests/callbacks.c" "$library" -lm -Wl,-rpath,"$(dirname "$library")" -o "$work/callbacks"
"$work/callbacks"
