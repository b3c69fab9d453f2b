#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the pictures of README and docs with the demo: sh docs/pictures.sh [BUILD_DIRECTORY]
# Needs a build of flock_demo (default: build/release) and ImageMagick's convert.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
demo=${1:-$root/build/release}/demo/flock_demo
[ -x "$demo" ] || { echo "pictures.sh: no $demo; build it first, e.g. with sh demo/run.sh" >&2; exit 1; }
command -v convert >/dev/null || { echo "pictures.sh: convert (ImageMagick) is missing" >&2; exit 1; }
bmp=$(mktemp)
trap 'rm -f "$bmp"' EXIT

# picture NAME SCENE FRAMES [OPTION ...]
picture() {
	name=$1 scene=$2 frames=$3
	shift 3
	SDL_VIDEODRIVER=dummy "$demo" --headless --scene "$scene" --frames "$frames" --screenshot "$bmp" "$@" >/dev/null
	convert "$bmp" -strip -define png:exclude-chunks=date,time "$root/docs/images/$name.png"
	echo "docs/images/$name.png"
}

picture birds birds 1200
