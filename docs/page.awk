# SPDX-License-Identifier: MIT
# Doxygen's filter for Markdown pages: headings get the anchors that GitHub gives them, made unique by the page's name;
# links follow; comments for the tests of the pages go away; links to files that are not in the site become plain text.

function stem(path) {
	sub(/.*\//, "", path)
	sub(/\.md$/, "", path)
	return tolower(path)
}

function slug(text) {
	text = tolower(text)
	gsub(/[^a-z0-9 _-]/, "", text)
	gsub(/ /, "-", text)
	return text
}

# "](target)" as it is to be in the site, or "" for no link.
function target(link,   file, anchor) {
	if(link ~ /^[a-z]+:/ || link ~ /\.(png|svg)$/) return link
	file = link
	sub(/#.*/, "", file)
	anchor = link ~ /#/ ? substr(link, index(link, "#") + 1) : ""
	if(file == "") return "#" stem(FILENAME) "-" anchor
	if(file ~ /chipmunk_flock\.h$/) return "chipmunk_flock.h"
	if(file ~ /^(\.\.\/CONTRIBUTING|docs\/[a-z-]+|[a-z-]+)\.md$/) return "#" stem(file) (anchor == "" ? "-page" : "-" anchor)
	return ""
}

function links(line,   out, text, at, link) {
	out = ""
	while(match(line, /\[[^]]*\]\([^)]+\)/)) {
		text = substr(line, RSTART, RLENGTH)
		out = out substr(line, 1, RSTART - 1)
		line = substr(line, RSTART + RLENGTH)
		at = index(text, "](")
		link = target(substr(text, at + 2, length(text) - at - 2))
		if(link == "") out = out substr(text, 2, at - 2)
		else if(link == "chipmunk_flock.h") out = out link
		else out = out substr(text, 1, at + 1) link ")"
	}
	return out line
}

# Doxygen ends `code` at an apostrophe; ``code`` may hold some.
function quotes(line,   out, code) {
	out = ""
	while(match(line, /`[^`]+`/)) {
		code = substr(line, RSTART, RLENGTH)
		out = out substr(line, 1, RSTART - 1) (code ~ /'/ ? "`" code "`" : code)
		line = substr(line, RSTART + RLENGTH)
	}
	return out line
}

/^[ \t]*<!-- .* -->[ \t]*$/ { print ""; next }
/^[ \t]*```/ { code = !code; print; next }
code { print; next }
/^# / { print $0 " {#" (stem(FILENAME) == "index" ? "mainpage" : stem(FILENAME) "-page") "}"; next }
/^##+ / {
	text = $0
	sub(/^#+ +/, "", text)
	print $0 " {#" stem(FILENAME) "-" slug(text) "}"
	next
}
{
	sub(/^- \[ \] /, "- \342\230\220 ") # a box to tick
	print quotes(links($0))
}
