#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts YOLOv5 7.0 with musa-converter and compares with what torch_musa's manual changes by hand.

    check.py CHECKOUT [--run]

Every change of the manual has to be there, and every other one be of a kind that expected_changes.json gives a reason for. With --run the converted scripts
build the network, and train and validate it on device musa, on images made up here.
"""

import argparse
import compileall
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# Without what they depend on, which would bring another PyTorch.
PACKAGES = ["gitpython", "gitdb", "smmap", "opencv-python-headless", "thop", "tqdm", "pandas", "pytz", "tzdata", "seaborn",
            "matplotlib", "contourpy", "cycler", "fonttools", "kiwisolver", "pyparsing", "python-dateutil", "psutil"]


def code(line):
    """A line without indentation and without the comment behind it."""
    return re.sub(r"\s+#( .*)?$", "", line).strip()


def changed_lines(before, after):
    """By file: the lines of `after` that `before` has not."""
    changed = {}
    for path in sorted(after.rglob("*.py")):
        name = path.relative_to(after).as_posix()
        old, new = ((tree / name).read_text().splitlines() for tree in (before, after))
        edits = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        lines = [line for kind, _, _, first, end in edits if kind != "equal" for line in new[first:end]]
        if lines:
            changed[name] = lines
    return changed


def compare(changed):
    """Whether all of the manual's changes are there, and each other change is one of those that are wanted, which are printed by
    their reasons."""
    expected = json.loads((HERE / "expected_changes.json").read_text())
    manual, others = expected["manual"], expected["others"]
    missing = 0
    for name, lines in manual.items():
        ours = {code(line) for line in changed.get(name, [])}
        for line, reason in lines.items():
            if line not in ours:
                print(f"missing in {name}: {line}")
                missing += 1
            elif reason:
                print(f"otherwise in {name}: {line}\n    the manual: {reason}")
    total = sum(map(len, manual.values()))
    print(f"\n{total - missing} of the manual's {total} changed lines are there; besides:")
    besides = [(name, code(line)) for name, lines in changed.items() for line in lines if code(line) not in manual.get(name, {})]
    for other in [*others, {"lines": "", "reason": "FOR NO REASON KNOWN"}]:
        matching = [(name, line) for name, line in besides if re.search(other["lines"], line)]
        besides = [each for each in besides if each not in matching]
        if matching:
            print(f"  {other['reason']}:")
        for name, line in matching:
            print(f"    {name}: {line}")
        unexplained = len(matching)
    return missing == 0 and unexplained == 0


def run(command, folder, python, packages):
    # It reads its own checkpoints as PyTorch did before 2.6.
    environment = {**os.environ, "TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD": "1", "PYTHONPATH": os.pathsep.join(map(str, packages)), "OMP_NUM_THREADS": "1",
                   "WANDB_DISABLED": "true", "MPLBACKEND": "agg", "YOLOV5_CONFIG_DIR": str(folder.parent / "config")}
    print(f"\n$ {' '.join(map(str, command))}", flush=True)
    return subprocess.run([python, *command], cwd=folder, env=environment, check=False).returncode


def make_data(folder, python):
    """Eight images of a rectangle on noise, in the form that YOLOv5 reads."""
    subprocess.run([python, "-c", f"""
import cv2, numpy, pathlib
random = numpy.random.default_rng(0)
root = pathlib.Path({str(folder)!r})
for part in ("images", "labels"):
    (root / part).mkdir(parents=True)
for index in range(8):
    image = random.integers(0, 60, (96, 96, 3), numpy.uint8)
    x, y = random.integers(5, 50, 2)
    image[y:y + 40, x:x + 30] = 200
    cv2.imwrite(str(root / f"images/{{index}}.png"), image)
    (root / f"labels/{{index}}.txt").write_text(f"0 {{(x + 15) / 96}} {{(y + 20) / 96}} {{30 / 96}} {{40 / 96}}\\n")
(root / "data.yaml").write_text(f"path: {{root}}\\ntrain: images\\nval: images\\nnames:\\n  0: rectangle\\n")
"""], check=True)


def make_font(folder, python):
    """YOLOv5 fetches a font for its plots where it has none; any will do."""
    folder.mkdir(exist_ok=True)
    subprocess.run([python, "-c", f"""
import matplotlib, pathlib, shutil
font = pathlib.Path(matplotlib.get_data_path(), "fonts/ttf/DejaVuSans.ttf")
shutil.copy(font, pathlib.Path({str(folder)!r}, "Arial.ttf"))
"""], check=True)


def run_scripts(converted, work, package):
    """Build the network, train it for two epochs and validate it: the exit status."""
    python = work / "venv/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", work / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", *PACKAGES], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "ipython", "tensorboard"], check=True)
    data = work / "data"
    shutil.rmtree(data, ignore_errors=True)
    make_data(data, python)
    make_font(work / "config", python)
    common = ["--data", data / "data.yaml", "--imgsz", "64", "--device", "0", "--workers", "0"]
    scripts = [
        ["models/yolo.py", "--cfg", "yolov5n.yaml", "--device", "0"],
        ["train.py", "--weights", "", "--cfg", "yolov5n.yaml", "--epochs", "2", "--batch-size", "4", "--noplots",
         "--project", work / "runs", "--name", "train", "--exist-ok", *common],
        ["val.py", "--weights", work / "runs/train/weights/last.pt", "--project", work / "runs", "--name", "val",
         "--exist-ok", *common],
    ]
    return any(run(script, converted, python, [package]) for script in scripts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--run", action="store_true", help="train and validate on musa too")
    parser.add_argument("--work", type=Path, default=ROOT / "build/extensions/yolov5")
    parser.add_argument("--converter", type=Path, default=ROOT / "build/bin/musa-converter")
    parser.add_argument("--package", type=Path, default=ROOT / "build/kernels/python")
    options = parser.parse_args()
    converted = options.work / "converted"
    shutil.rmtree(converted, ignore_errors=True)
    options.work.mkdir(parents=True, exist_ok=True)
    command = [options.converter, "-r", options.checkout, "-l", options.checkout / "train.py", "-o", converted]
    subprocess.run(command, check=True)
    good = compare(changed_lines(options.checkout, converted))
    good &= compileall.compile_dir(converted, quiet=1)
    again = subprocess.run([options.converter, "-r", converted, "-l", converted / "train.py", "--diff"], check=True,
                           capture_output=True, text=True).stdout
    print(f"\nconverted again, {again.count(chr(10))} lines of differences")
    good &= not again
    if options.run:
        good &= not run_scripts(converted, options.work, options.package)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
