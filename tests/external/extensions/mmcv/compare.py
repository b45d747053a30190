#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the MUSA sources that mmcv's repository has since 2024, made by hand, with musa-port's of the same CUDA sources.

    compare.py CHECKOUT [--musa-port FILE]

Comments do not count, nor what the project's own names are: cuda and musa are the same word here. Prints each distinct
difference, how often it occurs, and a file that has it.
"""

import argparse
import collections
import difflib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOKEN = re.compile(r"#\s*\w+|[A-Za-z_]\w*|\d[\w.]*|\"[^\"\n]*\"|<[\w./]+>|\S")


def tokens(path):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.S).replace("\\\n", " ")
    for old, new in (("cuda", "musa"), ("CUDA", "MUSA"), ("Cuda", "Musa")):
        text = text.replace(old, new)
    return [re.sub(r"\s", "", token) for token in TOKEN.findall(text)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--musa-port", type=Path, default=HERE.parents[3] / "build/bin/musa-port")
    options = parser.parse_args()
    source = options.checkout / "mmcv/ops/csrc"
    by_hand = sorted(path for part in ("common", "pytorch") for path in (source / part / "musa").rglob("*") if path.is_file())
    if not by_hand:
        sys.exit(f"'{options.checkout}' has no mmcv/ops/csrc/*/musa")
    found, equal, compared = collections.defaultdict(list), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        ported = Path(folder) / "csrc"
        command = [options.musa_port, source, "-o", ported, "-q", "-r", HERE / "rules.json"]
        for path in [*source.rglob("*.muh"), *source.rglob("*.mu")]:  # what is made by hand
            command += ["--exclude", path.relative_to(source)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        for path in by_hand:
            relative = path.relative_to(source)
            ours = ported / relative.parts[0] / "cuda" / str(Path(*relative.parts[2:])).replace("musa", "cuda")
            if not ours.exists():
                found["(the file)", "(no CUDA source)"].append(relative)
                continue
            compared += 1
            a, b = tokens(ours), tokens(path)
            edits = [edit for edit in difflib.SequenceMatcher(None, a, b, False).get_opcodes() if edit[0] != "equal"]
            equal += not edits
            for _, i, j, k, m in edits:
                found[" ".join(a[i:j]), " ".join(b[k:m])].append(relative)
    print(f"{compared} files made by hand have a CUDA source; {equal} are the same but for names and comments")
    for (ours, theirs), files in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"\n{len(files)} times in {len(set(files))} files, {files[0]} for one\n"
              f"  musa-port: {ours[:300] or '(nothing)'}\n  by hand:   {theirs[:300] or '(nothing)'}")


if __name__ == "__main__":
    main()
