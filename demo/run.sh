#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the demo in Release under build/demo and shows it. On Debian and Ubuntu missing packages are installed with
# apt-get first. Arguments go to the demo: `sh demo/run.sh --help` shows them. Without a display the demo draws off screen
# and says where the picture is.
set -u
here=$PWD
cd "$(dirname "$0")/.." || exit 1
. tests/need.sh

need_compiler
need_sdl
need_install

log=build/demo.log
mkdir -p build/demo
echo "== Building the demo in build/demo"
if ! { cmake -S . -B build/demo -DCMAKE_BUILD_TYPE=Release -DCHIPMUNK_FLOCK_BUILD_TESTS=OFF &&
	cmake --build build/demo -j "$(need_jobs)"; } >"$log" 2>&1; then
	grep -n -i -A 6 'error' "$log" | head -n 60
	tail -n 5 "$log"
	echo "building failed, see $log" >&2
	exit 1
fi
if [ ! -x build/demo/demo/flock_demo ]; then
	grep 'flock_demo' "$log" >&2
	echo "the demo was not built, see $log" >&2
	exit 1
fi
echo "== Starting build/demo/demo/flock_demo $*"
demo=$PWD/build/demo/demo/flock_demo
cd "$here" || exit 1
exec "$demo" "$@"
