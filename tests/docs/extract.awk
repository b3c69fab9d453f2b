# SPDX-License-Identifier: MIT
# Makes C programs of the ```c blocks of a page.
#
#   awk -v page=docs/x.md -v out=DIRECTORY/x -f extract.awk < docs/x.md
#
# A block with main() is a program: out_program_NUMBER.c. All others go into out_blocks.c, each as a function of its own in the
# game of harness.h: with a flock in it that has birds and a hawk species. A comment above a block says where this does
# not fit, with words separated by commas:
#
#   <!-- c: no flock -->        the game has no flock yet; a flock that the block makes is called `flock`
#   <!-- c: file -->            the block is not inside a function; later blocks of the page may use it
#   <!-- c: refused -->         a call in it is to fail
#   <!-- c: given: CODE -->     what else the page takes for granted; to the end of the comment
#
# README.md's <!-- snippet: five lines --> means no flock.

function finish_block() {
	count++
	if(text ~ /int main\(/) {
		file = out "_program_" ++programs ".c"
		printf "#line %d \"%s\"\n%s", line + 1, page, text > file
		close(file)
	} else if(mode ~ /file/) {
		printf "#line %d \"%s\"\n%s\n", line + 1, page, text > blocks
	} else {
		printf "static void block_%d(Game *game) {\n\tGAME_NAMES(game);\n\t%s\n\t{\n", line, given > blocks
		printf "#line %d \"%s\"\n%s\tgameFinish(game, flock, %d);\n\t}\n}\n\n", line + 1, page, text, mode ~ /refused/ > blocks
		calls = calls sprintf("\tgameRun(\"%s:%d\", block_%d, %d);\n", page, line, line, mode !~ /no flock/)
	}
	mode = given = ""
}

BEGIN {
	blocks = out "_blocks.c"
	print "/* Made from " page " by tests/docs/extract.awk. */\n#include \"harness.h\"\n" > blocks
}

!inside && /^[ \t]*<!-- (c|snippet): .*-->[ \t]*$/ {
	mode = $0
	sub(/^[ \t]*<!-- (c|snippet): /, "", mode)
	sub(/ *-->[ \t]*$/, "", mode)
	if(mode ~ /five lines/) mode = "no flock"
	if(match(mode, /given: /)) {
		given = substr(mode, RSTART + RLENGTH)
		mode = substr(mode, 1, RSTART - 1)
	}
	next
}

/^[ \t]*```/ {
	if(inside) {
		if(inside == "c") finish_block()
		inside = ""
		next
	}
	match($0, /^[ \t]*/)
	indent = RLENGTH
	inside = substr($0, indent + 4)
	if(inside == "") inside = "text"
	line = NR
	text = ""
	next
}

inside == "c" {
	at = 0
	while(at < indent && substr($0, at + 1, 1) ~ /[ \t]/) at++
	text = text substr($0, at + 1) "\n"
}

END {
	if(inside) { print page ": a code block does not end" > "/dev/stderr"; exit 1 }
	print "int main(void) {" > blocks
	printf "%s\treturn gameResult();\n}\n", calls > blocks
}
