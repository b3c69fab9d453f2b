#!/bin/sh
# SPDX-License-Identifier: MIT
# sh run_check.sh FLOCK_DRIVER: the independent check. Exit code 77 where Node.js or the packages are missing.
if ! command -v node >/dev/null 2>&1; then
	echo "SKIPPED: Node.js is not installed. See tests/independent/README.md."
	exit 77
fi
if ! node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; then
	echo "SKIPPED: Node.js $(node --version) is too old, 18 or later is needed."
	exit 77
fi
exec node "$(dirname "$0")/check.mjs" "$@"
