#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports an example, compiles it for one architecture of each warp size, without a warning, and runs it."""

import argparse
import pathlib
import subprocess
import sys
import tempfile


def run(*command):
    print("$", *command, flush=True)
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          timeout=300, check=False)
    print(done.stdout + done.stderr, end="", flush=True)
    if done.returncode != 0:
        sys.exit(f"exit status {done.returncode}")
    return done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--musa-port", required=True)
    parser.add_argument("--mcc", required=True)
    parser.add_argument("example", type=pathlib.Path, help="its folder")
    options = parser.parse_args()
    name = options.example.name
    with tempfile.TemporaryDirectory() as folder:
        ported = pathlib.Path(folder) / "ported"
        run(options.musa_port, options.example, "-o", ported)
        for architecture in ("mp_21", "mp_31"):
            binary = pathlib.Path(folder) / architecture
            said = run(options.mcc, f"--offload-arch={architecture}", "-O2", "-Wall",
                       ported / f"{name}.mu", "-o", binary)
            if said:
                sys.exit("mcc says something")
            if not run(binary):
                sys.exit("the example says nothing")


if __name__ == "__main__":
    main()
