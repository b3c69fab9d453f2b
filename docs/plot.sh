#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figure of docs/performance.md from what `flock_bench --naive` printed: ms per step against the number of bodies.
#
#   sh docs/plot.sh [--state uniform|after] [--output FILE] [JSON_LINES...]
#
# Without a file the lines come from the standard input; by default the figure goes to docs/images/performance.svg.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
state=uniform output=$root/docs/images/performance.svg

while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) sed -n '3,7s/^# \{0,1\}//p' "$0" && exit 0 ;;
	--state | --output)
		[ $# -gt 1 ] || { echo "plot.sh: missing value after $1" >&2; exit 2; }
		case $1 in
		--state) state=$2 ;;
		*) output=$2 ;;
		esac
		shift 2
		;;
	-?*) echo "plot.sh: unknown argument: $1" >&2; exit 2 ;;
	*) break ;;
	esac
done
case $state in
uniform) what='uniform start' ;;
after) what='after some time of flocking' ;;
*) echo "plot.sh: --state takes uniform or after, not: $state" >&2; exit 2 ;;
esac

drawn=$(mktemp)
trap 'rm -f "$drawn"' EXIT
awk -v state="$state" -v what="$what" '
# ---- reading

function field(line, name,    at) {
	at = index(line, "\"" name "\":")
	if(at == 0) return ""
	line = substr(line, at + length(name) + 3)
	sub(/^"/, "", line)
	sub(/[",}].*/, "", line)
	return line
}

function note(series, bodies, ms) {
	if(!(ms > 0)) return
	value[series, bodies] = ms
	if(!((series, "known") in seen)) {
		seen[series, "known"] = 1
		names[++seriesCount] = series
	}
	if(!(bodies in seen)) {
		seen[bodies] = 1
		sizes[++sizeCount] = bodies + 0
	}
}

/^\{"scene":"birds"/ && field($0, "state") == state && field($0, "drive") != "update" {
	way = field($0, "way")
	bodies = field($0, "bodies") + 0
	threads = field($0, "threads") + 0
	if(way == "flock") {
		note(threads > 1 ? "flock" threads : "flock", bodies, field($0, "update_ms") + 0)
		if(threads == 1) note("rest", bodies, field($0, "rest_ms") + 0)
	} else if(threads == 1) {
		note(way, bodies, field($0, "pass_ms") + 0)
	}
}

# ---- scales

function log10(x) { return log(x) / log(10) }
function floor(x,    i) { i = int(x); return i > x ? i - 1 : i }
function ceil(x) { return -floor(-x) }
function px(bodies) { return LEFT + (log10(bodies) - xLow) / (xHigh - xLow) * (RIGHT - LEFT) }
function py(ms) { return BOTTOM - (log10(ms) - yLow) / (yHigh - yLow) * (BOTTOM - TOP) }

function findScales(    s, i, key, low, high) {
	low = high = ""
	for(s = 1; s <= seriesCount; s++) {
		for(i = 1; i <= sizeCount; i++) {
			if(!((names[s], sizes[i]) in value)) continue
			key = value[names[s], sizes[i]]
			if(low == "" || key < low) low = key
			if(high == "" || key > high) high = key
		}
	}
	xLow = log10(sizes[1])
	xHigh = log10(sizes[sizeCount])
	if(xHigh <= xLow) xHigh = xLow + 1
	yLow = floor(log10(low))
	yHigh = ceil(log10(high))
	if(yHigh <= yLow) yHigh = yLow + 1
}

function sortSizes(    i, j, t) {
	for(i = 2; i <= sizeCount; i++) {
		for(j = i; j > 1 && sizes[j - 1] > sizes[j]; j--) {
			t = sizes[j]
			sizes[j] = sizes[j - 1]
			sizes[j - 1] = t
		}
	}
}

# ---- words

function grouped(n,    text) {
	text = sprintf("%d", n)
	while(match(text, /[0-9][0-9][0-9][0-9]($|,)/)) text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
	return text
}

function duration(ms) {
	if(ms >= 1000) return sprintf(ms >= 99500 ? "%.0f s" : ms >= 9950 ? "%.0f s" : "%.1f s", ms / 1000)
	if(ms >= 9.95) return sprintf("%.0f ms", ms)
	if(ms >= 0.995) return sprintf("%.1f ms", ms)
	return sprintf(ms >= 0.0995 ? "%.2f ms" : "%.3f ms", ms)
}

function tick(power) {
	if(power >= 3) return grouped(10 ^ (power - 3)) " s"
	if(power >= 0) return sprintf("%d ms", 10 ^ power)
	return "0." substr("000000000", 1, -power - 1) "1 ms"
}

function label(series) {
	if(series == "flock") return "chipmunk_flock, whole update"
	if(series ~ /^flock[0-9]/) return "the same on " substr(series, 6) " threads"
	if(series == "rest") return "cpSpaceStep() by itself"
	if(series == "pairs") return "every pair of bodies"
	if(series == "bb_query_tree") return "cpSpaceBBQuery(), tree"
	if(series == "point_query_tree") return "cpSpacePointQuery(), tree"
	if(series == "bb_query_hash") return "cpSpaceBBQuery(), hash"
	if(series == "point_query_hash") return "cpSpacePointQuery(), hash"
	return series
}

function class(series) {
	if(series ~ /^flock/) return "flock"
	if(series == "rest") return "rest"
	return series == "pairs" ? "pairs" : "query"
}

# ---- drawing

function drawAxes(    p, i, y, minor) {
	for(p = yLow; p <= yHigh; p++) {
		y = py(10 ^ p)
		printf "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y, RIGHT
		printf "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 8, y + 4, tick(p)
	}
	for(p = ceil(xLow - 1e-9); p <= xHigh + 1e-9; p++) {
		printf "<path class=\"grid\" d=\"M%.1f %dV%d\"/>", px(10 ^ p), TOP, BOTTOM
		printf "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", px(10 ^ p), BOTTOM + 18, grouped(10 ^ p)
	}
	printf "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, BOTTOM, RIGHT
	printf "<text class=\"name\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">bodies</text>\n", (LEFT + RIGHT) / 2, BOTTOM + 42
	printf "<text class=\"name\" x=\"24\" y=\"%d\">time per step</text>\n", TOP - 15
	if(log10(FRAME) > yLow && log10(FRAME) < yHigh) {
		y = py(FRAME)
		printf "<path class=\"frame\" d=\"M%d %.1fH%d\"/>", LEFT, y, RIGHT
		printf "<text class=\"small\" x=\"%d\" y=\"%.1f\">one frame at 60 Hz</text>\n", LEFT + 8, y - 6
	}
}

function drawSeries(series,    i, d, dots, x, y) {
	d = dots = ""
	for(i = 1; i <= sizeCount; i++) {
		if(!((series, sizes[i]) in value)) continue
		x = px(sizes[i])
		y = py(value[series, sizes[i]])
		d = d sprintf("%s%.1f %.1f", d == "" ? "M" : "L", x, y)
		dots = dots sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>", x, y, class(series) == "flock" ? "4" : "2.6")
		lastX[series] = x
		lastY[series] = y
		last[series] = value[series, sizes[i]]
	}
	printf "<g class=\"%s\"><path d=\"%s\"/>%s</g>\n", class(series), d, dots
}

# Labels stand where their lines end, moved apart where they would overlap.
function drawLabels(    i, j, t, s, moved, gap, push) {
	for(i = 1; i <= seriesCount; i++) {
		order[i] = names[i]
		for(j = i; j > 1 && lastY[order[j - 1]] > lastY[order[j]]; j--) {
			t = order[j]
			order[j] = order[j - 1]
			order[j - 1] = t
		}
	}
	for(i = 1; i <= seriesCount; i++) at[i] = lastY[order[i]]
	gap = 19
	for(moved = 0; moved < 400; moved++) {
		for(i = 2; i <= seriesCount; i++) {
			push = gap - (at[i] - at[i - 1])
			if(push <= 0) continue
			at[i] += push / 2
			at[i - 1] -= push / 2
		}
	}
	for(i = 1; i <= seriesCount; i++) {
		s = order[i]
		printf "<path class=\"lead\" d=\"M%.1f %.1fL%.1f %.1fH%.1f\"/>", lastX[s] + 6, lastY[s], RIGHT + 22, at[i], RIGHT + 26
		printf "<text class=\"label %s\" x=\"%d\" y=\"%.1f\">%s</text>", class(s), RIGHT + 31, at[i] + 4, label(s)
		printf "<text class=\"label %s\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", class(s), WIDTH - 18, at[i] + 4, duration(last[s])
	}
}

END {
	if(seriesCount == 0) exit 3
	WIDTH = 900; HEIGHT = 520; LEFT = 84; RIGHT = 550; TOP = 96; BOTTOM = 458; FRAME = 1000 / 60
	sortSizes()
	findScales()
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t d\">\n", WIDTH, HEIGHT, WIDTH, HEIGHT
	print "<title id=\"t\">Time per step against the number of bodies</title>"
	printf "<desc id=\"d\">Both axes are logarithmic. At %s bodies:", grouped(sizes[sizeCount])
	for(i = 1; i <= seriesCount; i++) {
		if((names[i], sizes[sizeCount]) in value) printf " %s %s;", label(names[i]), duration(value[names[i], sizes[sizeCount]])
	}
	print "</desc>"
	print "<style>text{font:13px system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif;fill:#24303e}" \
		".title{font-size:17px;font-weight:600}.small,.sub{font-size:12px;fill:#5a6b7d}.tick{font-size:12px;fill:#5a6b7d}.name{fill:#5a6b7d}" \
		"path{fill:none}.grid{stroke:#e6ebf1}.axis{stroke:#8fa3b8}.frame{stroke:#8fa3b8;stroke-dasharray:2 4}.lead{stroke:#c3cdd8}" \
		"g path{stroke-linejoin:round;stroke-linecap:round}" \
		"g.flock path{stroke:#2f6db5;stroke-width:3.2}g.flock circle{fill:#2f6db5}text.flock{fill:#1f5a9c;font-weight:600}" \
		"g.rest path{stroke:#5a6b7d;stroke-width:1.8;stroke-dasharray:6 5}g.rest circle{fill:#5a6b7d}text.rest{fill:#46566a}" \
		"g.pairs path{stroke:#c8622d;stroke-width:2}g.pairs circle{fill:#c8622d}text.pairs{fill:#a84c1c}" \
		"g.query path{stroke:#5f9e78;stroke-width:1.5}g.query circle{fill:#5f9e78}text.query{fill:#35734f}</style>"
	printf "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#fff\"/>\n", WIDTH, HEIGHT
	printf "<text class=\"title\" x=\"24\" y=\"34\">Time per step: the whole flock, and its sums without the plugin</text>\n"
	printf "<text class=\"sub\" x=\"24\" y=\"55\">One thread, %s, a mean of 12 neighbors within 60 px at the start; both axes logarithmic</text>\n", what
	printf "<text class=\"small\" x=\"%d\" y=\"%d\" text-anchor=\"end\">at %s bodies</text>\n", WIDTH - 18, TOP - 15, grouped(sizes[sizeCount])
	printf "<text class=\"small\" x=\"%d\" y=\"%d\" text-anchor=\"end\">one query for each body; tree, hash: the index of the space</text>\n", WIDTH - 18, BOTTOM + 42
	drawAxes()
	for(i = 1; i <= seriesCount; i++) if(class(names[i]) != "flock") drawSeries(names[i])
	for(i = 1; i <= seriesCount; i++) if(class(names[i]) == "flock") drawSeries(names[i])
	drawLabels()
	print "</svg>"
}' "$@" >"$drawn" || {
	echo "plot.sh: there is no line of birds in this state ($state)" >&2
	exit 1
}
cp "$drawn" "$output"
echo "$output"
