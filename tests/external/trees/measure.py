# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures one tree: ports it, looks at what the port says and leaves, and compiles a sample of it."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import causes
import sample
from compiler import compile_verdict
from includes import Includes, dangling
from verdicts import CRASH, TIME_LIMIT

ROOT = Path(__file__).resolve().parents[3]
COUNTER = ROOT / "tests/counter"
PORT_SECONDS, COUNT_SECONDS = 120, 300
ANALYZE_SECONDS = 600  # parses each source of the tree
_FOLDER = re.compile(r"(-I|-idirafter)(/.*)")
_MACRO = re.compile(r"-D(\w+(=.*)?)")
LEFT = ("cuda names left", "cuda includes left", "torch names left", "ptx left")  # of the counter, without a word of the report


class Tools:
    """What measures, and a hash of all that its verdicts depend on."""

    def __init__(self, build, runner, folders, toolkit, nvcc=None):
        """`nvcc`: None if it is not to be asked."""
        self.musa_port, self.mcc = build / "bin/musa-port", build / "bin/mcc"
        self.runner, self.toolkit, self.nvcc = runner, toolkit, nvcc
        self.cuda_folders, self.musa_folders = folders
        here = Path(__file__).parent
        own = self._hashes(*(here / name for name in ("measure.py", "includes.py", "sample.py")))
        self.port_hash = [*own, *self._hashes(self.musa_port, ROOT / "tool/scripts/musa_converter", COUNTER), *self.cuda_folders]
        self.parse_hash = self._hashes(ROOT / "tool/analysis", ROOT / "tool/nvcc_language", ROOT / "tool/headers", build / "cuda_include")
        self.compile_hash = self._hashes(here / "compiler.py", self.mcc, ROOT / "runtime/include", *filter(self._is_ours, self.musa_folders))

    @staticmethod
    def _is_ours(folder):
        return Path(folder).is_relative_to(ROOT)

    @staticmethod
    def _hashes(*paths):
        return [sample.content_hash(path.parent, [path.name]) if path.is_file() else sample.content_hash(path)
                for path in map(Path, paths)]


def status_of(done):
    """0, 1, or in a word why there is none."""
    if done.status is None:
        return TIME_LIMIT
    if done.status in (0, 1):
        return done.status
    # 2 without a word for the user, such as a file that cannot be read, is no crash.
    is_crash = done.status != 2 or "internal error" in done.output or "Stack dump" in done.output
    return CRASH if is_crash else "refused"


def port(tools, tree, output, limit, *options):
    """What a port came to, and its report."""
    report = output.with_suffix(".json")
    command = [tools.musa_port, tree.path, "-o", output, "--report", report, "-q", "-j1", *options]
    done = tools.runner.run(command, limit, env={**os.environ, "CPATH": os.pathsep.join(tools.cuda_folders)})
    status = status_of(done)
    found = {"status": status, "seconds": done.seconds}
    if status not in (0, 1):
        return {**found, "said": done.output[-2000:]}, None
    report = json.loads(report.read_text(encoding="utf-8"))
    for severity in ("warning", "error"):
        found[severity + "s"] = sum(one["severity"] == severity for one in report["diagnostics"])
    return found, report


def left(tools, tree, output):
    """[place, name] of what is left without a word, by the independent counter; None if it does not get through."""
    command = [sys.executable, "-B", COUNTER / "count.py", tree.path, output, "--ptx", "--json", "--report", output.with_suffix(".json")]
    done = tools.runner.run(command, COUNT_SECONDS)
    try:
        offenders = json.loads(done.output)["offenders"]
    except ValueError:  # it ended before its time
        return None
    return [found for count in LEFT for found in offenders.get(count, [])]


def what_was_parsed(report, root):
    """The include folders that the tool has worked out, with the option for each, the macros, what mcc is told besides because
    scripts ask for it, {CUDA source: its first error, or none}, and {CUDA source: the macros that PyTorch's builds define for it};
    relative to the tree."""
    folders, macros, asked, units, of_torch = {}, set(), set(), {}, {}
    for unit in report["units"]:
        file = os.path.relpath(unit["file"], root)
        for word in unit["arguments"]:
            if found := _FOLDER.match(word):
                folders.setdefault(os.path.relpath(found[2], root), found[1])
            elif word.startswith("-D__CUDA_NO_"):
                of_torch.setdefault(file, []).append(word.removeprefix("-D"))
            elif found := _MACRO.fullmatch(word):
                macros.add(found[1])
            elif word.startswith("-std=") or word == "-fgpu-rdc":
                asked.add(word)
        error = unit["errors"][0] if unit["errors"] else None
        if error and error["file"].startswith(root + "/"):
            error = {**error, "file": os.path.relpath(error["file"], root)}
        units[file] = error
    folders.setdefault(".", "-I")  # nothing was parsed
    return {"folders": dict(sorted(folders.items())), "macros": sorted(macros), "asked": sorted(asked), "units": units,
            "of PyTorch": of_torch}


def ported_macro(tools, macro):
    """What the port calls a macro that a build script defines, with its value."""
    name, equals, value = macro.partition("=")
    rule = tools.runner.run([tools.musa_port, "rules", "show", name], PORT_SECONDS).output.split("\n", 1)[0]
    return (rule.partition(" -> ")[2] or name) + equals + value


def parse_verdict(units, path, files, toolkit):
    """Whether the CUDA source parses, and if not, why; stopped: a header is missing that is none of ours."""
    if path not in units:
        return {"parses": False, "stopped": False, "parse error": "musa-port check does not parse it"}
    error = units[path]
    if error is None:
        return {"parses": True, "stopped": False}
    header = causes.missing_header(error["message"])
    return {"parses": False, "parse error": f"{error['file']}:{error['line']}: {error['message']}",
            "stopped": header is not None and causes.is_third_partys(header, files, toolkit)}


def measure_port(tools, store, tree, tree_hash, work, quick):
    """All but the compiler's verdicts, and what these need. `quick`: what parsing has told of the tree before is taken for true,
    and nothing is parsed."""
    root = str(tree.path)
    files = sample.files_of(root)
    sources = sample.sources_of(files)
    result = {"lines": sample.count_lines(root, sources)}
    result["port"], _ = port(tools, tree, work / "plain", PORT_SECONDS)
    parsed_key = {"tools": tools.parse_hash, "folders": tools.cuda_folders, "tree": tree_hash}
    parsed = store.get("parsed", parsed_key) if quick else None
    result["option"] = "--translate-ptx" if parsed else "--analyze"
    result["analyze"], report = port(tools, tree, work / "analyzed", ANALYZE_SECONDS, result["option"])
    if report is None:
        return {**result, "dangling": [], "left": None, "files": []}
    if parsed is None:
        parsed = what_was_parsed(report, root)
        store.put("parsed", parsed_key, parsed)
    folders = parsed["folders"]
    renamed = {entry["from"]: entry["to"] for entry in report["renamed"]}
    before, after = Includes(root, folders), Includes(work / "analyzed", folders)
    result["dangling"] = dangling(before, after, sources, renamed, tools.toolkit.headers)
    result["left"] = left(tools, tree, work / "analyzed")
    macros_of = {path: [*parsed["macros"], *parsed["of PyTorch"].get(path, [])] for path in sample.chosen(files, before.included(sources))}
    ported = {macro: ported_macro(tools, macro) for macro in set().union(*macros_of.values())}
    result["files"] = [
        {"file": path, "ported": renamed.get(path, path), "folders": folders, "macros": [ported[macro] for macro in macros],
         "asked": parsed["asked"],
         "reads": content_of(after, renamed.get(path, path)),
         "cuda": {"macros": macros, "reads": content_of(before, path)},
         **parse_verdict(parsed["units"], path, files, tools.toolkit)}
        for path, macros in macros_of.items()]
    return result


def content_of(includes, source):
    """A hash of all of the tree that compiling the file may read: other files change no verdict."""
    return sample.content_hash(includes.root, includes.closure(source)) if os.path.isfile(os.path.join(includes.root, source)) else ""


def ask_nvcc(nvcc, store, root, file):
    """Adds its error to the file, None if it takes it; nothing if it cannot say."""
    told = {"folders": file["folders"], "macros": file["cuda"]["macros"], "asked": file["asked"]}
    depends_on = {"nvcc": nvcc.name, "file": file["file"], "reads": file["cuda"]["reads"], **told}
    verdict = store.get("nvcc", depends_on)
    if verdict is None:
        verdict = nvcc.verdict(root, file["file"], told)
        if verdict is None:
            return
        store.put("nvcc", depends_on, verdict)
    file["nvcc"] = verdict["error"]


def measure(tools, store, tree, work, note, quick=False):
    """The tree's result. What is known of it from earlier runs is not done again."""
    tree_hash = sample.content_hash(tree.path)
    whole, fast = ({"tools": tools.port_hash, "tree": tree_hash, "quick": each} for each in (False, True))
    work.mkdir(parents=True, exist_ok=True)
    output = work / "analyzed"
    try:
        result = store.get("port", whole) or (store.get("port", fast) if quick else None)
        if result is None:
            result = measure_port(tools, store, tree, tree_hash, work, quick)
            store.put("port", fast if result["option"] != "--analyze" else whole, result)
        for file in result["files"]:
            if tools.nvcc:
                ask_nvcc(tools.nvcc, store, tree.path, file)
            if file["stopped"]:
                continue
            depends_on = {"tools": tools.compile_hash, "file": file["ported"], "reads": file["reads"], "folders": file["folders"],
                          "macros": file["macros"], "asked": file["asked"]}
            verdict = store.get("compile", depends_on)
            if verdict is None:
                if not output.exists():
                    port(tools, tree, output, ANALYZE_SECONDS, result["option"])
                verdict = compile_verdict(tools.runner, tools.mcc, tools.musa_folders, output, file)
                store.put("compile", depends_on, verdict)
            file.update(verdict)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    faults = [f"{name}: {result[name]['status']}" for name in ("port", "analyze") if result[name]["status"] not in (0, 1)]
    faults += ["counter: no result"] if result["left"] is None and not faults else []
    late = sum(file.get("mcc") == TIME_LIMIT for file in result["files"])
    for fault in [*faults, *([f"mcc: {TIME_LIMIT}, {late} times"] if late else [])]:
        note(f"{tree.name}: {fault}")
    return {"name": tree.name, "version": tree.version, "set aside": tree.is_set_aside, **result}
