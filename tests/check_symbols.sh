#!/bin/sh
# SPDX-License-Identifier: MIT
# What the library wants and offers: only functions of Chipmunk's public headers, and all and only those of its own.
# Usage: check_symbols.sh NM LIBRARY CHIPMUNK_HEADERS OWN_HEADERS
set -eu
nm=$1 library=$2 chipmunk=$3 own=$4
failed=0

case $library in
*.so*) dynamic=-D ;;
*) dynamic= ;;
esac
undefined=$("$nm" $dynamic -u "$library" | awk '{ print $NF }' | sed 's/@.*//' | sort -u)
defined=$("$nm" $dynamic -g --defined-only "$library" | awk 'NF == 3 { print $3 }' | sort -u)
declared=$(cat "$own"/*.h | grep -v '^typedef' | grep -o 'CP_FLOCK_API .*(' | grep -o 'cpFlock[A-Za-z0-9]*(' | tr -d '(' | sort -u)

for symbol in $undefined; do
	case $symbol in
	cpFlock*) ;;
	cpHasty*)
		echo "wants $symbol, which not every build of Chipmunk has"
		failed=1
		;;
	cp*)
		if ! grep -l -w -- "$symbol" "$chipmunk"/*.h | grep -q -v -e private -e structs -e unsafe -e ffi; then
			echo "wants $symbol, which is not in Chipmunk's public headers"
			failed=1
		fi
		;;
	esac
done

for symbol in $defined; do
	case $symbol in
	cpFlock*)
		if ! echo "$declared" | grep -q -x -- "$symbol"; then
			echo "offers $symbol, which no header declares"
			failed=1
		fi
		;;
	flk*)
		if [ -n "$dynamic" ]; then
			echo "offers the private $symbol"
			failed=1
		fi
		;;
	*)
		echo "offers $symbol, which may clash with the game's"
		failed=1
		;;
	esac
done

count=0
for function in $declared; do
	count=$((count + 1))
	if ! echo "$defined" | grep -q -x -- "$function"; then
		echo "does not offer $function, which a header declares"
		failed=1
	fi
done
echo "$count functions declared"
[ "$count" -gt 20 ] || failed=1
exit $failed
