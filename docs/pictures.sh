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

# picture NAME "CONVERT OPTIONS" [DEMO OPTION ...]
picture() {
	name=$1 adapt=$2
	shift 2
	SDL_VIDEODRIVER=dummy "$demo" --headless --screenshot "$bmp" "$@" >/dev/null
	# shellcheck disable=SC2086 # several options
	convert "$bmp" $adapt -strip -define png:exclude-chunks=date,time "$root/docs/images/$name.png"
	echo "docs/images/$name.png"
}

picture birds "" --scene birds --frames 1200
# Water in all its shades would take 300 kB; a palette, slightly dithered, looks the same.
picture fish "-dither FloydSteinberg -define dither:diffusion-amount=40% -colors 255" --scene fish --seed 3 --frames 900
picture p5 "" --scene p5 --frames 400
picture webgpu "" --scene webgpu --frames 600 --trails
