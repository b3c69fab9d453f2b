# SPDX-License-Identifier: MIT
# For the scripts of this project, to be read with `.`: looks for what they need and installs with apt what is missing.
#
#   need_program NAME PACKAGE    a program
#   need_header FILE PACKAGE     a C header
#   need_install                 installs what the calls above found missing
#   wish_install                 the same, but only warns where it fails

need_packages=

need_add() {
	case " $need_packages " in
	*" $1 "*) ;;
	*) need_packages="${need_packages:+$need_packages }$1" ;;
	esac
}

need_program() {
	command -v "$1" >/dev/null 2>&1 || need_add "$2"
}

need_header() {
	[ -f "/usr/include/$1" ] || [ -f "/usr/local/include/$1" ] ||
		printf '#include <%s>\n' "$1" | "${CC:-cc}" -E -x c - >/dev/null 2>&1 || need_add "$2"
}

# Runs apt-get quietly as root; shows the end of what it said where it fails.
need_apt() {
	need_log=$(mktemp)
	set -- env DEBIAN_FRONTEND=noninteractive ${http_proxy:+"http_proxy=$http_proxy"} \
		${https_proxy:+"https_proxy=$https_proxy"} apt-get -q -y "$@"
	[ "$(id -u)" -eq 0 ] || set -- sudo "$@"
	if "$@" >"$need_log" 2>&1; then
		rm -f "$need_log"
		return 0
	fi
	tail -n 15 "$need_log" >&2
	rm -f "$need_log"
	return 1
}

need_try() {
	[ -n "$need_packages" ] || return 0
	if ! command -v apt-get >/dev/null 2>&1; then
		echo "Missing (Debian names): $need_packages. This machine has no apt-get: please install them by hand." >&2
		return 1
	fi
	if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
		echo "Missing: $need_packages. Neither root nor sudo here: please have this run by root:" >&2
		echo "  apt-get install --no-install-recommends $need_packages" >&2
		return 1
	fi
	echo "== Installing with apt-get what is missing: $need_packages"
	need_apt update || echo "apt-get update failed; trying with the package lists that are there" >&2
	# shellcheck disable=SC2086 # one word per package
	need_apt install --no-install-recommends $need_packages || {
		echo "apt-get could not install: $need_packages" >&2
		return 1
	}
	need_packages=
}

need_install() {
	need_try || exit 1
}

wish_install() {
	need_try || echo "going on without: $need_packages" >&2
	need_packages=
}

# What every build needs.
need_compiler() {
	need_program cc gcc
	need_program make make
	need_program cmake cmake
	need_header stdlib.h libc6-dev
	need_header chipmunk/chipmunk.h libchipmunk-dev
}

# What the demo needs besides.
need_sdl() {
	need_program pkg-config pkg-config
	need_header SDL2/SDL.h libsdl2-dev
	need_header SDL2/SDL2_gfxPrimitives.h libsdl2-gfx-dev
}

# What clang needs for -fsanitize=fuzzer, once clang is there: a package of its own since Debian 12.
need_fuzzer() {
	need_log=$(mktemp)
	printf 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n ? 0 : 0; }\n' |
		clang -fsanitize=fuzzer,address -x c - -o "$need_log" 2>/dev/null || need_add libclang-rt-dev
	rm -f "$need_log"
}

# CMake's options of the build of the fuzzers.
need_fuzz_options() {
	echo "-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCHIPMUNK_FLOCK_WERROR=ON -DCMAKE_C_COMPILER=clang" \
		"-DCMAKE_CXX_COMPILER=clang++ -DCHIPMUNK_FLOCK_SANITIZE=address,undefined -DCHIPMUNK_FLOCK_FUZZ=ON" \
		"-DCHIPMUNK_FLOCK_BUILD_DEMO=OFF"
}

need_jobs() {
	getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}
