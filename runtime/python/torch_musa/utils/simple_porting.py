# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports a folder of CUDA sources by musa-port: from a build script, or as `python -m torch_musa.utils.simple_porting`."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import warnings

from . import _programs


class PortingError(RuntimeError):
    """musa-port did not port everything.

    `status` is its exit status: 1, all is written and some of it needs a person's decision; 2, nothing is written.
    `diagnostics` are those of its report (docs/reference/report.schema.json), and the message is what it printed.
    """

    def __init__(self, message, status, diagnostics):
        super().__init__(message)
        self.status = status
        self.diagnostics = diagnostics


class SimplePorting:
    """Ports `cuda_dir_path` into a folder beside it, whose name has `_musa` at its end.

    ignore_dir_paths      folders that are left out, with all that is in them
    mapping_rule          rules of your own: {"from": "to"}, or a rule file's object in the native form. Both may be JSON, too
    drop_default_mapping  use none of musa-port's own rules
    mapping_dir_path      a folder whose *.json are rule files too; `mapping_rule` comes before them
    """

    def __init__(self, cuda_dir_path, ignore_dir_paths=None, mapping_rule=None, drop_default_mapping=False,
                 mapping_dir_path=None):
        self.cuda_dir_path = os.fspath(cuda_dir_path)
        self.ignore_dir_paths = [os.fspath(path) for path in _value_of("ignore_dir_paths", ignore_dir_paths, list)]
        self.mapping_rule = dict(_value_of("mapping_rule", mapping_rule, dict))
        self.drop_default_mapping = drop_default_mapping
        self.mapping_dir_path = mapping_dir_path
        self.musa_dir_path = os.path.abspath(self.cuda_dir_path) + "_musa"

    def run(self):
        """Port. Returns the folder that was written; raises PortingError, with the folder written where it can be."""
        with tempfile.TemporaryDirectory(prefix="musa-port-") as scratch:
            report = os.path.join(scratch, "report.json")
            command = [_programs.find_musa_port(), self.cuda_dir_path, "-o", self.musa_dir_path, "--report", report, "--python=off"]
            command += self._exclude_options()
            command += self._rule_options(scratch)
            result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
            if result.returncode:
                raise PortingError(_message(self, result), result.returncode, _read_diagnostics(report))
        print(result.stderr + result.stdout, end="", file=sys.stderr)
        return self.musa_dir_path

    def _exclude_options(self):
        options = []
        root = os.path.realpath(self.cuda_dir_path)
        for path in self.ignore_dir_paths:
            relative = os.path.relpath(os.path.realpath(path), root)
            if relative == os.curdir or relative.split(os.sep)[0] == os.pardir:
                warnings.warn(f"'{path}' is to be ignored and is not inside of '{self.cuda_dir_path}'", stacklevel=3)
                continue
            options += ["--exclude", "/" + _escape_glob(relative) + "/"]
        return options

    def _rule_options(self, scratch):
        options = ["--no-default-rules"] if self.drop_default_mapping else []
        if self.mapping_dir_path is not None:
            folder = os.fspath(self.mapping_dir_path)
            for name in sorted(os.listdir(folder)):
                if name.endswith(".json"):
                    options += ["-r", os.path.join(folder, name)]
        if self.mapping_rule:
            rules = os.path.join(scratch, "mapping_rule.json")
            with open(rules, "w", encoding="utf-8") as file:
                json.dump(self.mapping_rule, file, ensure_ascii=False, indent=0)
            options += ["-r", rules]
        return options


def _value_of(name, given, kind):
    """What JSON in a string says; anything else as it is."""
    if not isinstance(given, str):
        return given or kind()
    what = "a list" if kind is list else "an object"
    try:
        value = json.loads(given)
    except json.JSONDecodeError as error:
        raise ValueError(f"{name} is not {what} in JSON: {given}") from error
    if not isinstance(value, kind):
        raise ValueError(f"{name} is not {what}: {given}")
    return value


def _escape_glob(path):
    """The pattern, in gitignore's syntax, that means this path."""
    return "".join("\\" + character if character in "\\*?[]! #" else character for character in path)


def _read_diagnostics(report):
    if not os.path.exists(report):
        return []
    with open(report, encoding="utf-8") as file:
        return json.load(file)["diagnostics"]


def _message(porting, result):
    if result.returncode == 1:
        head = f"'{porting.cuda_dir_path}' is ported into '{porting.musa_dir_path}', and this needs a decision:"
    elif result.returncode < 0:
        head = f"musa-port was stopped by signal {-result.returncode}"
    else:
        head = f"'{porting.cuda_dir_path}' could not be ported:"
    return head + "\n" + result.stderr.rstrip()


def main():
    """The command. Returns its exit status: 1, something needs a decision; 2, nothing is written."""
    parser = argparse.ArgumentParser(prog=f"python3 -m {__spec__.name}", description="Ports a folder of CUDA sources into "
                                     "a folder beside it, whose name has _musa at its end.")
    parser.add_argument("--cuda-dir-path", default="cuda/", metavar="DIR", help="the folder (default: %(default)s)")
    parser.add_argument("--ignore-dir-paths", default="[]", metavar="JSON", help="""folders to leave out: '["csrc/npu"]'""")
    parser.add_argument("--mapping-rule", default="{}", metavar="JSON", help="""rules of your own: '{"from": "to"}'""")
    parser.add_argument("--drop-default-mapping", action="store_true", help="use none of musa-port's own rules")
    parser.add_argument("--mapping-dir-path", metavar="DIR", help="a folder whose *.json are rule files")
    options = parser.parse_args()
    try:
        print(SimplePorting(**vars(options)).run())
    except ValueError as error:
        parser.error(f"{error}\n(a shell takes the quotes away that are not quoted themselves)")
    except (PortingError, _programs.ProgramNotFoundError, OSError) as error:
        print(error, file=sys.stderr)
        return getattr(error, "status", 2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
