#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make_torch_wheel.sh KERNELS FOLDER: the wheel of torch_musa, of what kernels/ has built in KERNELS,
# in FOLDER.
set -euo pipefail
staging=$(mktemp -d)
trap 'rm -rf -- "$staging"' EXIT
cmake --install "$1" --prefix "$staging/installed" --strip
packages=$(dirname -- "$(find "$staging/installed" -name torch_musa -path '*/*-packages/*' -prune)")
description=$(echo "$packages"/torch_musa-*.dist-info)
python=$(python3 -c 'import sys; print("cp{}{}".format(*sys.version_info))')
printf 'Wheel-Version: 1.0\nGenerator: musa-port\nRoot-Is-Purelib: false\nTag: %s-%s-linux_x86_64\n' \
  "$python" "$python" >"$description/WHEEL"
cp -r -- "$staging/installed/share/doc/python3-torch-musa" "$description/licenses"
python3 -m wheel pack -d "$2" "$packages"
