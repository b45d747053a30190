#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make_wheel.sh BUILD FOLDER: the wheel, of what is built in BUILD, in FOLDER.
set -euo pipefail
staging=$(mktemp -d)
trap 'rm -rf -- "$staging"' EXIT
cmake --install "$1" --component wheel --prefix "$staging"
cmake --install "$1" --component tool --prefix "$staging/tool" --strip
python3 -m pip wheel --no-build-isolation --no-deps --no-index -w "$2" "$staging"
