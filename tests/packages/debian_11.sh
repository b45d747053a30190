#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In a Debian 11 in which nothing is installed, as root: the tool's package needs nothing, and ports as it does
# elsewhere. `./dev package --test` calls this with the folder that dist/ and runtime_api/ are in.
set -eu
dpkg -i "$1"/dist/musa-port_*.deb
musa-port --version
cd "$(mktemp -d)"
status=0
musa-port "$1/runtime_api/input" -o ported --quiet || status=$?
[ "$status" = "$(cat "$1/runtime_api/expected.status")" ]
diff -r --exclude=.musa-port-manifest.json "$1/runtime_api/expected" ported
