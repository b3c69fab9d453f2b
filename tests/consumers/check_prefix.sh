#!/bin/sh
# SPDX-License-Identifier: MIT
# What was installed: all that is promised, nothing that is not ours, and the name that programs look for.
# Usage: check_prefix.sh PREFIX LIBDIR SHARED(0|1) DEMO(0|1) VERSION
set -eu
prefix=$1 libdir=$2 shared=$3 demo=$4 version=$5
failed=0
cd "$prefix"
need() {
	[ -e "$1" ] || { echo "not installed: $1"; failed=1; }
}
for header in chipmunk_flock cpFlock cpFlockMetrics cpFlockSettings cpFlockTypes; do
	need "include/chipmunk_flock/$header.h"
done
for file in config config-version targets; do need "$libdir/cmake/chipmunk_flock/chipmunk_flock-$file.cmake"; done
need "$libdir/cmake/chipmunk_flock/FindChipmunk.cmake"
need "$libdir/pkgconfig/chipmunk_flock.pc"
if [ "$demo" = 1 ]; then
	need bin/flock_demo
	need share/man/man1/flock_demo.1
fi
if [ "$shared" = 1 ]; then
	need "$libdir/libchipmunk_flock.so.$version"
	soname=libchipmunk_flock.so.${version%%.*}
	need "$libdir/$soname"
	objdump -p "$libdir/libchipmunk_flock.so" | grep -q "SONAME *$soname$" || { echo "SONAME is not $soname"; failed=1; }
else
	need "$libdir/libchipmunk_flock.a"
fi
strange=$(find . ! -type d | grep -v -e /chipmunk_flock/ -e libchipmunk_flock -e chipmunk_flock.pc -e flock_demo || true)
[ -z "$strange" ] || { echo "not ours: $strange"; failed=1; }
echo "$(find . ! -type d | wc -l) files"
exit $failed
