# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command musa-converter."""

import argparse
import ast
import difflib
import io
import json
import os
import re
import sys
import traceback
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path

import libcst

from .edits import Diagnostic, Port, Source, apply_edits
from .manifest import MANIFESTS, port_manifest
from .musa_port import MusaPortError
from .port_file import is_relevant, port_file
from .python_file import Project
from .rules import load_rules, rules_of
from .tree import TreeError, back_up, backup_of, begin_backup, files_to_port, is_excluded, modules_of, new_tree, survey, write

EPILOG = """Without -o and --diff the files change in place, and the originals are kept in ROOT.orig, beside ROOT.
Exit status: 0 done; 1 done, but a person must decide something; 2 unusable arguments or input, or no musa-port;
3 LibCST is not installed."""


@dataclass
class Result:
    """A file and its port."""

    path: Path
    before: bytes
    port: Port

    @property
    def after(self):
        return apply_edits(self.before, self.port.edits)


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        if options.json:
            return serve(sys.stdin.buffer, sys.stdout)
        return convert(options)
    except (MusaPortError, TreeError, OSError) as error:
        print(f"musa-converter: error: {error}", file=sys.stderr)
        return 2


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="musa-converter", description="Ports Python files from PyTorch's CUDA interface to MUSA's.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-r", "--root_path", type=Path, help="the file or folder to port")
    parser.add_argument("-l", "--launch_path", type=Path, action="append", default=[],
                        help="a script that is started: it gets `import torch_musa` (repeatable)")
    parser.add_argument("-e", "--excluded_path", nargs="+", action="extend", default=[], metavar="PATH",
                        help="files and folders to exclude; commas may separate them (repeatable)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", type=Path, help="write the ported tree to this folder, and leave ROOT_PATH unchanged")
    where.add_argument("--diff", action="store_true", help="print what would change, and write nothing")
    parser.add_argument("--rules", type=Path, action="append", default=[], metavar="FILE",
                        help="rules for musa-port, for names in build scripts: flags, macros, variables... (repeatable)")
    parser.add_argument("--arch", metavar="MP", help="architecture to port for, as for musa-port")
    parser.add_argument("--json", action="store_true", help="for other programs: read a request from standard input, answer with edits, and write nothing")
    options = parser.parse_args(arguments)
    if not options.json and options.root_path is None:
        parser.error("-r/--root_path is needed")
    return options


def convert(options):
    rules = load_rules(options.rules, options.arch)
    excluded = {os.path.realpath(path) for word in options.excluded_path for path in word.split(",") if path}
    for path in excluded:
        if not os.path.exists(path):
            raise TreeError(f"no such file or folder: '{path}' (-e)")
    root = options.root_path
    files = files_to_port(root, excluded, rules.files)
    launched = {os.path.realpath(path) for path in options.launch_path}
    for path in options.launch_path:
        if not path.is_file():
            raise TreeError(f"no such file: '{path}' (-l)")
        if os.path.realpath(path) not in {os.path.realpath(file) for file in files}:
            why = "is left out by -e" if is_excluded(path, excluded) else f"is not a Python file in '{root}'"
            raise TreeError(f"'{path}' {why} (-l)")

    project = project_of(files, rules, root.is_file())
    results = [port(path, path.read_bytes(), rules, os.path.realpath(path) in launched, project) for path in files]
    changed = [result for result in results if result.port.edits]
    if options.diff:
        for result in changed:
            sys.stdout.buffer.write(diff(result))
    elif options.output:
        with new_tree(root, options.output) as tree:
            for result in changed:
                write(tree / relative(result.path, root), result.after)
    elif changed:
        backup = backup_of(root)
        begin_backup(backup)
        for result in changed:
            back_up(result.path, backup / relative(result.path.resolve(), root.resolve()))
            write(result.path, result.after)
    return report(options, rules, results, changed)


def project_of(files, rules, is_alone):
    """What is known of all files. Of a file alone it is not known whether others name PyTorch."""
    mentions_torch, movers = survey(files, rules["methods"])
    return Project(modules_of(files), is_alone or mentions_torch, movers)


def port(path, content, rules, is_launch_script, project=Project()):
    """Ports one file. A file that cannot be parsed stays unchanged, with a finding."""
    try:
        if path.name in MANIFESTS:
            return Result(path, content, port_manifest(path.name, content, rules))
        return Result(path, content, port_file(content, rules, path.name == "setup.py", is_launch_script, project))
    except libcst.ParserSyntaxError as error:
        place = syntax_error(content) or (error.raw_line, error.raw_column + 1, f"LibCST cannot read this: {error.message}")
    except (UnicodeError, SyntaxError) as error:
        place = 1, 1, f"the text cannot be read: {error}"
    except RecursionError:
        place = 1, 1, "this is nested too deeply"
    line, column, message = place
    is_setup = path.name == "setup.py" or path.name in MANIFESTS
    if not (is_setup or is_launch_script or is_relevant(without_comments(content), rules)):
        return Result(path, content, Port())
    severity = "error" if is_setup or is_launch_script or b"torch" in content else "warning"
    return Result(path, content, Port(diagnostics=[Diagnostic(line, column, severity, message, "the file is left as it is")]))


def without_comments(content):
    """Without the lines that are comments, of a file that cannot be parsed."""
    return re.sub(rb"(?m)^[ \t]*#.*$", b"", content)


def port_alone(path, rules, is_launch_script, project):
    """Ports one of many files. Whatever goes wrong with it is an error in that file, and the others are ported."""
    try:
        return port(path, path.read_bytes(), rules, is_launch_script, project)
    except MusaPortError:
        raise  # the others get no answers either
    except OSError as error:
        message = f"the file cannot be read: {error.strerror}"
    except Exception as error:  # a fault of this program
        place = traceback.extract_tb(error.__traceback__)[-1]
        message = f"musa-converter failed at {Path(place.filename).name}:{place.lineno}: {type(error).__name__}: {error}"
    return Result(path, b"", Port(diagnostics=[Diagnostic(1, 1, "error", message, "the file is left as it is")]))


def syntax_error(content):
    """Where and why this interpreter cannot parse the text; None if it can. Its messages are better than those of LibCST."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(content)
    except SyntaxError as error:
        line, offset = error.lineno or 1, error.offset or 1
        before = Source(content).text.split("\n")[line - 1:line]
        column = len("".join(before)[:offset - 1].encode()) + 1
        return line, column, f"this cannot be parsed as Python: {error.msg}"
    except (ValueError, RecursionError, MemoryError):
        pass
    return None


def relative(path, root):
    return path.relative_to(root) if root.is_dir() else Path(path.name)


def diff(result):
    """A unified diff in bytes. It splits lines as patch(1) does, at newlines only."""
    name = os.fsencode(str(result.path).lstrip("/"))
    before, after = (io.BytesIO(text).readlines() for text in (result.before, result.after))
    lines = difflib.diff_bytes(difflib.unified_diff, before, after, b"a/" + name, b"b/" + name, lineterm=b"\n")
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def report(options, rules, results, changed):
    has_error = False
    for result in results:
        for each in sorted((*result.port.diagnostics, *remarks(result, rules)), key=lambda each: (each.line, each.column)):
            has_error |= each.severity == "error"
            print(f"{result.path}:{each.line}:{each.column}: {each.severity}: {each.message}", file=sys.stderr)
            if each.note:
                print(f"{result.path}:{each.line}:{each.column}: note: {each.note}", file=sys.stderr)
    if not options.launch_path and any(
            b"torch.musa" in result.after for result in changed) and not any(
            b"import torch_musa" in result.after for result in changed):
        print("musa-converter: note: no script was named with -l; the one that you run has to `import torch_musa`",
              file=sys.stderr)
    done = "would change" if options.diff else "changed"
    if changed and options.output:
        done += f" in {options.output}"
    elif changed and not options.diff:
        backup = backup_of(options.root_path)
        done += f"; the originals are in {backup if options.root_path.is_absolute() else os.path.relpath(backup)}"
    print(f"{len(changed)} of {len(results)} files {done}", file=sys.stderr)
    return 1 if has_error else 0


def remarks(result, rules):
    """The remarks of rules on the names in a file, one for each name. With --json the caller makes them itself."""
    found = {}
    for each in result.port.decisions:
        if each.by not in ("python", "file", "file end"):
            found.setdefault(each.name, each)
    asked = [{"name": each.name, "to": each.to, "by": each.by} for each in found.values()]
    said = rules.musa_port.ask("remarks", decisions=asked)["remarks"] if asked else []
    for each, remark in zip(found.values(), said):
        if remark is not None:
            line = result.before.count(b"\n", 0, each.start) + 1
            column = each.start - result.before.rfind(b"\n", 0, each.start)
            yield Diagnostic(line, column, remark["severity"], remark["message"], remark["note"])


def serve(request, reply):
    """Answers a program (docs/reference/converter.md). Writes the answer about each file as soon as it is there."""
    asked = json.load(request)
    rules = rules_of(asked["musa_port"], in_tree=True)
    paths = [Path(file["path"]) for file in asked["files"]]
    project = project_of(paths, rules, len(paths) == 1)
    reply.write('{"files": [')
    for index, file in enumerate(asked["files"]):
        result = port_alone(Path(file["path"]), rules, file["launched"], project)
        reply.write(",\n" if index else "\n")
        json.dump(as_json(result), reply)
        reply.flush()
    reply.write("]}\n")
    return 0


def as_json(result):
    return {
        "path": str(result.path),
        "edits": [asdict(each) for each in result.port.edits],
        "decisions": [asdict(each) for each in result.port.decisions],
        "diagnostics": [asdict(each) for each in result.port.diagnostics],
    }
