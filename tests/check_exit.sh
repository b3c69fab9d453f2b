#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program and checks its exit status and that its output has a text in it.
# Usage: check_exit.sh STATUS TEXT PROGRAM [ARGUMENTS]
set -u
expected=$1 text=$2
shift 2
output=$("$@" 2>&1)
status=$?
printf '%s\n' "$output"
if [ "$status" -ne "$expected" ]; then
	echo "exit status $status, expected $expected"
	exit 1
fi
case $output in
*"$text"*) ;;
*)
	echo "the output lacks: $text"
	exit 1
	;;
esac
