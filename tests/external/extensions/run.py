#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes a CUDA extension of PyTorch from PyPI to device musa: port, build, install, and its own tests.

    run.py PROJECT [--tests FOLDER]

A project is a folder beside this file: project.json, rules.json for musa-port, requirements.txt, check.py that is run at the end,
and patches of what has nothing to do with CUDA, or of what musa-port leaves to a person. Nothing else is edited by hand. All that is
made stays in the work folder, and a second run does what has changed.

In project.json: `corpus` (of corpora.json or tree_corpora.json), `environment`, `patches`, `needs` (other projects that are
installed first), `accepted_errors` (files whose errors do not matter, and why), `tests` (a folder of the package, or of a checkout),
`tests_corpus` (which has that folder, if the package lacks it), `test_files` (which of them, a regular expression), `test_data`, `every` (of each test's cases, one of so many: see sample_plugin.py), `skipped_tests` (their functions, and why).
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))

import architectures  # noqa: E402
import fetch  # noqa: E402


TREE_CORPORA = fetch.read_corpora(HERE.parent / "tree_corpora.json")
PASSED, NO_KERNEL = "passed", "passed without a kernel"


class StepError(Exception):
    """A step failed; the message has what the program said."""


def say(text):
    print(f"-- {text}", file=sys.stderr, flush=True)


def run(command, log, **options):
    """Run a program; what it says goes to the log as it comes; (exit status, its text)."""
    with open(log, "w", encoding="utf-8") as output:
        result = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT, check=False, **options)
    return result.returncode, log.read_text(encoding="utf-8", errors="replace")


def fetched(corpus):
    return fetch.tree(corpus, fetch.CORPORA if corpus in fetch.CORPORA else TREE_CORPORA)


def expect(command, log, **options):
    status, text = run(command, log, **options)
    if status:
        tail = "\n".join(text.splitlines()[-30:])
        raise StepError(f"{' '.join(map(str, command))}\nended with {status}; all it said: {log}\n{tail}")
    return text


@dataclass
class Case:
    """A test case: `outcome` is passed, failed or skipped; `kernels` are those that it launched on the device."""

    name: str
    outcome: str
    why: str = ""
    kernels: list[str] = field(default_factory=list)


class Project:
    def __init__(self, name, options):
        self.folder = HERE / name
        if not (self.folder / "project.json").exists():
            known = sorted(path.parent.name for path in HERE.glob("*/project.json"))
            raise StepError(f"there is no project '{name}'; there are: {', '.join(known)}")
        self.spec = json.loads((self.folder / "project.json").read_text())
        self.options = options
        self.work = (options.work or ROOT / "build/extensions").resolve() / name
        self.work.mkdir(parents=True, exist_ok=True)
        self.source = self.work / "source"
        self.ported = self.work / f"ported-{options.arch}"
        self.python = self.work / "venv/bin/python"

    def file(self, kind, name):
        """A file of the project's, if it has one: `name`, or what project.json says."""
        path = self.folder / self.spec.get(kind, name)
        return path if path.exists() else None

    def log(self, step):
        return self.work / f"{step}.log"

    def patched_source(self):
        """The package's sources, with the project's patches."""
        origin = fetched(self.spec["corpus"])
        patches = [self.folder / name for name in self.spec.get("patches", [])]
        stamp = "\n".join([str(origin), *(path.read_text() for path in patches)])
        note = self.work / "source.stamp"
        if self.source.exists() and note.exists() and note.read_text() == stamp:
            return
        shutil.rmtree(self.source, ignore_errors=True)
        shutil.copytree(origin, self.source)
        for patch in patches:
            expect(["git", "apply", "--unidiff-zero", patch], self.log("patch"), cwd=self.source,
                   env={**os.environ, "GIT_CEILING_DIRECTORIES": str(self.work)})
        note.write_text(stamp)

    def port(self, source, output, launched=()):
        """The report of musa-port. Errors in it need a person, who has looked only at those of project.json's `accepted_errors`. `launched`:
        programs of the tree."""
        report = output.with_suffix(".report.json")
        # --force: pip and setuptools write into the tree that they build from.
        command = [self.options.musa_port, source, "-o", output, "--force", "-q", "--report", report, "--arch", self.options.arch,
                   "--python=require", *(word for script in launched for word in ("--launch", script))]
        if rules := self.file("rules", "rules.json"):
            command += ["-r", rules]
        log = self.log(f"port-{output.name}")
        status, text = run(command, log)
        found = json.loads(report.read_text()) if status in (0, 1) else {"diagnostics": []}
        errors = [one for one in found["diagnostics"] if one["severity"] == "error"]
        accepted = [str(source / name) for name in self.spec.get("accepted_errors", {})]
        if status not in (0, 1) or any(one["file"] not in accepted for one in errors):
            raise StepError(f"musa-port ended with {status}; all it said: {log}\n{text[-4000:]}")
        return found

    def environment(self):
        """An environment of Python of its own, with torch_musa and what the project needs."""
        if not self.python.exists():
            expect([sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", self.work / "venv"],
                   self.log("venv"))
        requirements = self.file("requirements", "requirements.txt")
        note = self.work / "requirements.stamp"
        if requirements and not (note.exists() and note.read_text() == requirements.read_text()):
            expect([self.python, "-m", "pip", "install", "--no-deps", "--retries=3", "-r", requirements], self.log("requirements"))
            note.write_text(requirements.read_text())

    def compilers(self):
        """mcc and the C++ compiler, through ccache if there is one: what was compiled once is not compiled again."""
        mcc, cxx = self.options.musa_home / "bin/mcc", shutil.which("clang++-19") or shutil.which("c++")
        ccache = shutil.which("ccache")
        if not ccache:
            return {"MUSACC": str(mcc), "CXX": cxx}
        toolkit = self.work / "toolkit"
        (toolkit / "bin").mkdir(parents=True, exist_ok=True)
        for name in ("include", "lib"):
            if not (toolkit / name).exists():
                (toolkit / name).symlink_to(self.options.musa_home / name)
        for name, compiler in (("mcc", mcc), ("c++", cxx)):
            script = toolkit / "bin" / name
            script.write_text(f"#!/bin/sh\nCCACHE_COMPILERCHECK=content exec {ccache} '{compiler}' \"$@\"\n")
            script.chmod(0o755)
        return {"MUSACC": str(toolkit / "bin/mcc"), "CXX": str(toolkit / "bin/c++")}

    def variables(self):
        return {**os.environ, **self.spec.get("environment", {}), **self.compilers(),
                "PYTHONPATH": str(self.options.package), "MUSA_PORT": str(self.options.musa_port),
                "TORCH_MUSA_ARCH_LIST": self.options.arch, "MAX_JOBS": str(self.options.jobs)}

    def install(self, ported=None):
        """Build it as pip does, and install it; what pip and the compilers said. `ported`: another project's port."""
        command = [self.python, "-m", "pip", "install", "--verbose", "--no-deps", "--no-build-isolation", "--use-pep517",
                   "--no-cache-dir", "--force-reinstall", ported or self.ported]
        return expect(command, self.log(f"install-{(ported or self.ported).parent.name}-{self.options.arch}"), env=self.variables(),
                      cwd=self.work)

    def runs_here(self):
        """Whether the device has the architecture that was built for."""
        ask = "import torch, torch_musa; print('mp_%d%d' % torch.musa.get_device_capability())"
        return self.options.arch in expect([self.python, "-c", ask], self.log("device"), env=self.variables()).split()


def tests_of(folder, pattern):
    """The files of tests, and which of them have a case for CUDA."""
    files = sorted(folder.glob("test_*.py"))
    return {path.name: bool(re.search(r"cuda|\bdevices\b", path.read_text(), re.I)) for path in files if re.search(pattern, path.name)}


def run_file(project, tests, name):
    """The cases of one file of tests, run by pytest in a process of its own."""
    results = project.work / "results" / f"{name}.xml"
    kernels = results.with_suffix(".kernels.json")
    for path in (results, kernels):
        path.unlink(missing_ok=True)
    results.parent.mkdir(exist_ok=True)
    environment = project.variables()
    environment |= {"LD_PRELOAD": str(project.options.trace), "MUSA_TRACE_OUTPUT": str(kernels), "OMP_NUM_THREADS": "1"}
    environment["PYTHONPATH"] += f":{HERE}"
    environment["MUSA_TEST_EVERY"] = str(project.spec.get("every", 1))
    environment["MUSA_TEST_SKIPPED"] = json.dumps(project.spec.get("skipped_tests", {}))
    command = [project.python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "trace_plugin", "-p", "sample_plugin", "--tb=short",
               f"--junitxml={results}", tests / project.spec["tests"] / name]
    log = results.with_suffix(".log")
    try:
        status, text = run(command, log, env=environment, cwd=tests, timeout=project.options.timeout)
    except subprocess.TimeoutExpired:
        return [Case(name, "failed", f"not done after {project.options.timeout} s")]
    if not results.exists():
        return [Case(name, "failed", f"pytest ended with {status}: {' '.join(text.splitlines()[-1:])}")]
    launched = json.loads(kernels.read_text()) if kernels.exists() else {}
    cases = []
    for node in ElementTree.parse(results).iter("testcase"):
        outcome, why = "passed", ""
        for kind, name_of in (("failure", "failed"), ("error", "failed"), ("skipped", "skipped")):
            found = node.find(kind)
            if found is not None:
                outcome, why = name_of, (found.get("message") or "").splitlines()[0] if found.get("message") else ""
        cases.append(Case(node.get("name"), outcome, why, launched.get(node.get("name"), [])))
    if status not in (0, 1, 5) and not any(case.outcome == "failed" for case in cases):
        cases.append(Case(name, "failed", f"pytest ended with {status}"))
    return cases


def port_tests(project, checkout):
    """The checkout's tests, ported as the package is, and the data that they read."""
    if not (checkout / project.spec["tests"]).is_dir():
        raise StepError(f"'{checkout}' has no folder {project.spec['tests']}: a checkout of {project.spec['corpus']} is needed")
    tests = project.work / "tests"
    source = project.work / "tests-source"
    shutil.rmtree(source, ignore_errors=True)
    for name in (project.spec["tests"], *project.spec.get("test_data", [])):
        shutil.copytree(checkout / name, source / name)
    project.port(source, tests, (source / project.spec["tests"]).glob("test_*.py"))
    return source, tests


def verdict(cases, on_device):
    """A file's: passed if a case has passed and none has failed; a file with kernels has to have launched some."""
    outcomes = {case.outcome for case in cases}
    if "failed" in outcomes:
        return "failed"
    if "passed" not in outcomes:
        return "skipped"
    return PASSED if not on_device or any(case.kernels for case in cases) else NO_KERNEL


def run_tests(project, checkout):
    source, tests = port_tests(project, checkout)
    rows = []
    for name, on_device in tests_of(source / project.spec["tests"], project.options.only or project.spec.get("test_files", "")).items():
        started = time.monotonic()
        cases = run_file(project, tests, name)
        row = {"file": name, "device": on_device, "verdict": verdict(cases, on_device),
               "seconds": round(time.monotonic() - started, 1),
               **{key: sum(case.outcome == key for case in cases) for key in ("passed", "failed", "skipped")},
               "kernels": len({kernel for case in cases for kernel in case.kernels}),
               "why": sorted({case.why for case in cases if case.outcome != "passed"})}
        rows.append(row)
        print(f"{name:36} {row['verdict']:24} passed {row['passed']:3}  failed {row['failed']:3}  "
              f"skipped {row['skipped']:3}  kernels {row['kernels']:3}  {row['seconds']:6.1f} s", flush=True)
        for case in cases:
            if case.outcome == "failed":
                print(f"    {case.name}: {case.why[:160]}")
    # Of files that were not asked for now, what came of them last stays.
    results = project.work / "results.json"
    known = {row["file"]: row for row in json.loads(results.read_text())} if results.exists() else {}
    rows = [row for _, row in sorted((known | {row["file"]: row for row in rows}).items())]
    results.write_text(json.dumps(rows, indent=1) + "\n")
    print("\n" + summary(rows))
    return rows


def summary(rows):
    device = [row for row in rows if row["device"]]
    count = {verdict: sum(row["verdict"] == verdict for row in device) for verdict in (PASSED, NO_KERNEL, "failed", "skipped")}
    cases = ", ".join(f"{sum(row[key] for row in device)} {key}" for key in ("passed", "failed", "skipped"))
    return (f"{count[PASSED] + count[NO_KERNEL]} of {len(device)} files with a case for CUDA pass on musa "
            f"({(count[PASSED] + count[NO_KERNEL]) / max(len(device), 1):.1%}), {count[NO_KERNEL]} of them without launching a "
            f"kernel; {count['failed']} fail, {count['skipped']} are skipped as a whole. Their cases: {cases}.")


def write_table(rows, path):
    """The rows, between `<!-- table -->` and `<!-- end -->` of a document."""
    lines = [*textwrap.wrap(summary(rows), 100), "", "| file | | passed | failed | skipped | kernels launched | seconds | |", "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        why = "; ".join(each for each in row["why"] if each and not each.startswith("requires ")) if row["failed"] else ""
        verdict = row["verdict"] if row["device"] else row["verdict"] + ", has no case for CUDA"
        lines.append(f"| {row['file']} | {verdict} | {row['passed']} | {row['failed']} | {row['skipped']} | {row['kernels']} | "
                     f"{row['seconds']:.0f} | {why} |")
    before, _, rest = path.read_text().partition("<!-- table -->\n")
    _, _, after = rest.partition("<!-- end -->")
    path.write_text(before + "<!-- table -->\n" + "\n".join(lines) + "\n<!-- end -->" + after)


def port_package(project):
    say(f"{project.folder.name}: its sources and patches")
    project.patched_source()
    if project.spec.get("port", True):
        say("porting")
        report = project.port(project.source, project.ported)
        print(f"ported: {report['edits']['total']} edits, {len(report['renamed'])} files renamed")
    else:  # its setup.py does
        shutil.copytree(project.source, project.ported, dirs_exist_ok=True)


def take_through(project):
    """All steps; the exit status."""
    port_package(project)
    say("an environment of Python")
    project.environment()
    for name in project.spec.get("needs", []):
        needed = Project(name, project.options)
        port_package(needed)
        say(f"building {name}")
        project.install(needed.ported)
    say(f"building for {project.options.arch}, and installing (log: {project.work}/install-*)")
    said = project.install()
    print("\n".join(line for line in said.splitlines() if "is left out" in line or "shared memory (" in line))
    if not project.runs_here():
        say(f"the device here is not an {project.options.arch}: nothing is run")
        return 0
    if check := project.file("check", "check.py"):
        say("check.py")
        print(expect([project.python, "-B", check], project.log("check"), env=project.variables(), cwd=project.work).rstrip())
    checkout = project.options.tests or project.source
    if not project.options.tests and "tests_corpus" in project.spec:
        checkout = fetched(project.spec["tests_corpus"])
    if project.options.tests or (project.spec.get("tests") and (checkout / project.spec["tests"]).is_dir()):
        rows = run_tests(project, checkout)
        if project.options.table:
            write_table(rows, project.options.table)
        return int(any(row["verdict"] == "failed" for row in rows))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project")
    parser.add_argument("--tests", type=Path, help="a checkout of the project with its tests, if its package lacks them")
    parser.add_argument("--arch", default=architectures.DEFAULT, help="the architecture to build for (%(default)s)")
    parser.add_argument("--only", default="", help="files of tests by a regular expression")
    parser.add_argument("--work", type=Path, help="where everything is made (build/extensions)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for a file of tests")
    parser.add_argument("--table", type=Path, help="write what came of each file of tests there")
    parser.add_argument("--musa-port", type=Path, default=ROOT / "build/bin/musa-port")
    parser.add_argument("--musa-home", type=Path, default=ROOT / "build")
    parser.add_argument("--package", type=Path, default=ROOT / "build/kernels/python")
    parser.add_argument("--trace", type=Path, default=ROOT / "build/lib/libmusa_trace.so")
    options = parser.parse_args()
    try:
        return take_through(Project(options.project, options))
    except (StepError, fetch.FetchError) as error:
        print(f"run.py: error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
