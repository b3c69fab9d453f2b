# SPDX-License-Identifier: MIT
# want=links: "LINE TARGET" of every relative link of a Markdown page; want=headings: the anchors of its headings, as GitHub
# names them.
/^[ \t]*```/ { code = !code; next }
code { next }

want == "headings" && /^#+ / {
	slug = tolower($0)
	sub(/^#+ +/, "", slug)
	gsub(/[^a-z0-9 _-]/, "", slug)
	gsub(/ /, "-", slug)
	if(seen[slug]++) slug = slug "-" (seen[slug] - 1)
	print slug
}

want == "links" {
	rest = $0
	gsub(/`[^`]*`/, "", rest)
	while(match(rest, /\]\([^)]+\)/)) {
		target = substr(rest, RSTART + 2, RLENGTH - 3)
		rest = substr(rest, RSTART + RLENGTH)
		if(target !~ /^[a-z]+:/) print FNR, target
	}
}
