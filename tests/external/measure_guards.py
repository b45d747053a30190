#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists every guard of real trees and what became of it; ends with 1 if a guard is neither translated nor reported.

    measure_guards.py [--samples CHECKOUT] [--update-docs] [NAME...]

A guard is a condition that names an architecture of NVIDIA's or a version of CUDA or one of its libraries: in a directive, in
a macro, in code, or at run time. They are read by the tokenizer of the independent counter, and by lists of this program's
own; what became of them is what stands in the port at that place, and what `musa-port` and `musa-port check` report there.

--samples: a checkout of cuda-samples, which is no tree of corpora.json. --update-docs writes docs/measured/guards.md, of
the named trees alone if there are any.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath

import architectures
import fetch

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/counter"), str(ROOT / "tests/bench/analyze")]
import bench_analyze  # noqa: E402
# The counter's modules, which share nothing with the tool.
import inserted_includes  # noqa: E402
from alignment import Alignment  # noqa: E402
from tokenizer import IDENTIFIER, NUMBER, read_source  # noqa: E402
from tree import HEADER_SUFFIXES, PORTED_SUFFIXES, Tree, pair  # noqa: E402

MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port"))
DOCUMENT = ROOT / "docs/measured/guards.md"
# What is ported for, by default; and what its devices report, and those of NVIDIA's that it stands for.
ARCHITECTURE = architectures.DEFAULT
REPORTS, STANDS_FOR = architectures.reported(ARCHITECTURE), architectures.stands_for(ARCHITECTURE)

ARCHITECTURE_MACRO = re.compile(
    r"__CUDA_ARCH(_LIST|_SPECIFIC|_FAMILY_SPECIFIC|_HAS_FEATURE|_FEAT_\w+?)?_*|CUB_PTX_ARCH|CUB_PTX_VERSION"
    r"|NV_(PROVIDES|IS_EXACTLY)_SM_\w+"
)
LIBRARY = "CUDA|CUDART|CUB|THRUST|CCCL|CUDNN|NCCL|NVRTC|NVML|NVJPEG|NPP|NVTX|CUPTI|CUDSS|CUTENSOR|CUTLASS" \
    "|CU(BLAS|BLASLT|SPARSE|SPARSELT|SOLVER|FFT|RAND)(_V2)?"
VERSION_MACRO = re.compile(
    rf"__CUDACC_VER(_(MAJOR|MINOR|BUILD))?__|__CUDA_?(RT)?_API_VER(SION\w*|_(MAJOR|MINOR)__)|_?(NVCC|NVRTC)_VERSION_?"
    rf"|({LIBRARY})_(VERSION|API_VERSION|VER)(_(MAJOR|MINOR|PATCH|PATCHLEVEL|BUILD|CODE|SUBMINOR))?"
    rf"|({LIBRARY})_(MAJOR|MINOR|SUBMINOR|PATCH|PATCHLEVEL)(_VERSION)?"
)
# The calls that give the GPU's capability or a version, by their arguments that are pointers to it.
CAPABILITY_ATTRIBUTE = re.compile(
    r"(cudaDevAttrComputeCapability|CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_)(Major|Minor|MAJOR|MINOR)")
CAPABILITY_CALLS = frozenset(("cudaDeviceGetAttribute", "cuDeviceGetAttribute", "cuDeviceComputeCapability"))
VERSION_CALL = re.compile(
    r"(cudaRuntime|cudaDriver|cuDriver|cudnn|nccl|curand|cufft|cublas(Lt)?|cusparse|cusolver|nvrtc)(Get)?Version(_v2)?")
CONDITIONS = frozenset(("if", "elif", "ifdef", "ifndef", "elifdef", "elifndef"))
COMPARISONS = frozenset((">=", "<=", ">", "<", "==", "!="))
ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "<<"))


def is_guard_macro(name):
    """`own_names` of a tree (see trees()) are none: it defines them itself."""
    return bool(ARCHITECTURE_MACRO.fullmatch(name) or VERSION_MACRO.fullmatch(name)) and not own_names.match(name)


own_names = re.compile(r"(?!)")


def spelled(tokens):
    line = " ".join(tokens)
    line = re.sub(r"(\(|!|\.|->|::|\[) ", r"\1", line)
    line = re.sub(r"^# ", "#", line)
    line = re.sub(r" (\)|,|\.|->|::|\[|\])", r"\1", line)
    return re.sub(r"\b(?!(?:if|elif|and|or|not|return)\b)(\w+) \(", r"\1(", line)


def row_of(code, index):
    first = last = index
    while first and code[first - 1].row == code[index].row:
        first -= 1
    while last + 1 < len(code) and code[last + 1].row == code[index].row:
        last += 1
    return range(first, last + 1)


def macro_defined_in(code, row):
    """The name that a #define defines, or None."""
    texts = [code[i].text for i in row[:3]]
    return texts[2] if len(texts) == 3 and texts[:2] == ["#", "define"] else None


def arithmetic_around(code, index):
    """The tokens of sums and products around a value; parentheses come in pairs."""
    first, last = index, index
    if first and code[first - 1].text in (".", "->"):  # prop.major, properties[i].minor, props()->major
        first -= 2
        while code[first].text in (")", "]"):
            depth = 0
            while first and not (depth == 1 and code[first].text in ("(", "[")):
                depth += (code[first].text in (")", "]")) - (code[first].text in ("(", "["))
                first -= 1
            first -= 1
        while first > 1 and code[first - 1].text in (".", "->", "::"):
            first -= 2
    while True:
        before = code[first - 1].text if first else ""
        after = code[last + 1].text if last + 1 < len(code) else ""
        if before == "(" and after == ")" and (first < 2 or code[first - 2].kind != IDENTIFIER):
            first, last = first - 1, last + 1
        elif after in ARITHMETIC and last + 2 < len(code):
            last = operand_end(code, last + 2)
        elif before in ARITHMETIC and first > 1:
            first = operand_begin(code, first - 2)
        else:
            return first, last


def operand_end(code, index):
    while index + 2 < len(code) and code[index + 1].text in (".", "->", "::"):
        index += 2
    return index


def operand_begin(code, index):
    while index > 1 and code[index - 1].text in (".", "->", "::"):
        index -= 2
    return index


def comparison_around(code, index):
    """The tokens of a comparison of the value at `index` with something, or None."""
    first, last = arithmetic_around(code, index)
    if last + 2 < len(code) and code[last + 1].text in COMPARISONS:
        return range(first, arithmetic_around(code, last + 2)[1] + 1)
    if first > 1 and code[first - 1].text in COMPARISONS:
        return range(arithmetic_around(code, first - 2)[0], last + 1)
    return None


def pointed_to(code, call):
    """`name` for each argument &name of the call whose name is at `call`."""
    depth, found = 0, []
    for index in range(call + 1, min(call + 60, len(code))):
        text = code[index].text
        depth += (text == "(") - (text == ")")
        if depth == 0:
            break
        if text == "&" and code[index - 1].text in ("(", ","):
            end = operand_end(code, index + 1)
            if code[end + 1].text in (")", ","):
                found.append(code[end].text)
    return found


def run_time_names(code):
    """Variables that hold the GPU's capability or a version, by the calls that set them."""
    names = set()
    for index, token in enumerate(code):
        if token.kind != IDENTIFIER or index + 1 == len(code) or code[index + 1].text != "(":
            continue
        if token.text in CAPABILITY_CALLS:
            row = " ".join(other.text for other in code[index:index + 30])
            if token.text == "cuDeviceComputeCapability" or CAPABILITY_ATTRIBUTE.search(row):
                names.update(pointed_to(code, index))
        elif VERSION_CALL.fullmatch(token.text):
            names.update(pointed_to(code, index))
            if index > 1 and code[index - 1].text == "=":
                names.add(code[index - 2].text)
    return names


class Guard:
    """`tokens` of a file: a whole directive, a comparison, or a name by itself."""

    def __init__(self, kind, tokens, derived=()):
        self.kind = kind
        self.tokens = tokens
        self.derived = derived  # the tree's macros through which it names what it names


def guards_of(code, derived):
    """All guards of a file. `derived`: macros of the tree that are made of guard macros."""
    taken = set()
    at_run_time = run_time_names(code)
    for index, token in enumerate(code):
        if token.kind != IDENTIFIER or index in taken:
            continue
        of_cuda = is_guard_macro(token.text)
        if token.directive in CONDITIONS:
            if of_cuda or token.text in derived:
                row = row_of(code, index)
                taken.update(row)
                names = [code[i].text for i in row if code[i].kind == IDENTIFIER]
                yield Guard("directive", row, () if any(map(is_guard_macro, names)) else
                            [name for name in names if name in derived])
            continue
        if of_cuda:
            row = row_of(code, index)
            if macro_defined_in(code, row) == token.text or token.directive == "undef":
                yield Guard("directive", row[:3])
                continue
            comparison = comparison_around(code, index)
            where = comparison or range(index, index + 1)
            taken.update(where)
            yield Guard("code" if comparison else "value", where)
        elif token.text in ("major", "minor") and code[index - 1].text in (".", "->") or token.text in at_run_time:
            comparison = comparison_around(code, index)
            if comparison and any(code[i].kind == NUMBER and code[i].text != "0" for i in comparison):
                taken.update(comparison)
                yield Guard("run time", comparison)


def derived_macros(sources):
    """Macros of the tree whose bodies name guard macros, also through others; and whether one takes a value."""
    bodies = collections.defaultdict(list)
    for code in sources:
        row = None
        for index, token in enumerate(code):
            if token.directive != "define" or token.row == row:
                continue
            row = token.row
            tokens = row_of(code, index)
            name = macro_defined_in(code, tokens)
            if name and not is_guard_macro(name):
                bodies[name].append([code[i] for i in tokens[3:]])
    derived = {}
    while True:
        found = {}
        for name, all_bodies in bodies.items():
            for body in all_bodies:
                for index, token in enumerate(body):
                    if is_guard_macro(token.text) or token.text in derived and token.text != name:
                        compares = comparison_around(body, index) is not None or derived.get(token.text) == "decided"
                        found[name] = "value" if not compares or found.get(name) == "value" else "decided"
        if found == derived:
            return derived
        derived = found


def kept_names():
    """The names that the rules keep, and why."""
    names = {}
    for path in sorted((ROOT / "rules").glob("*.json")):
        names.update(json.loads(path.read_text()).get("identifiers", {}).get("keep", {}))
    return names


# What a report at the place of a guard has to be about.
ABOUT_GUARDS = re.compile(r"musa-(arch|version)-\w+|musa-(unsupported|unverified|deprecated)-api|musa-api-differs")


class Outcomes:
    """What the tool reports, by file and line; a name that is reported once a file, by file and name."""

    def __init__(self):
        self.ids = collections.defaultdict(set)
        self.names = collections.defaultdict(set)
        self.reasons = kept_names()

    def add(self, report, source):
        for found in report["diagnostics"]:
            if found["file"] and ABOUT_GUARDS.fullmatch(found["id"]):
                path = Path(found["file"])
                relative = str(path.relative_to(source) if path.is_relative_to(source) else path)
                self.ids[relative, found["line"]].add(found["id"])
                if not found["id"].startswith(("musa-arch", "musa-version")):
                    for name in re.findall(r"'(\w+)'", found["message"]):
                        self.names[relative, name].add(found["id"])

    def at(self, relative, lines, tokens):
        found = set().union(*(self.ids.get((relative, line), set()) for line in lines))
        return sorted(found.union(*(self.names.get((relative, token.text), set()) for token in tokens)))

    def reason(self, tokens):
        """Why the guard macros among the tokens stay as they are; empty if one of them has no reason."""
        names = {token.text for token in tokens if token.kind == IDENTIFIER and is_guard_macro(token.text)}
        reasons = {self.reasons.get(name, "") for name in names}
        return "" if "" in reasons or not reasons else "stays: " + ", ".join(sorted(reasons))


def tool(*arguments):
    done = subprocess.run([MUSA_PORT, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"musa-port ended with {done.returncode}: {done.stderr}")


def build_options(name, source, work):
    """musa-port's options for a tree that is parsed as a build of it would, with all that may be in it."""
    if name not in bench_analyze.TREES:
        return []
    units = [path for path in sorted(source.rglob("*")) if path.suffix in bench_analyze.UNIT_SUFFIXES]
    bench_analyze.write_build(name, source, units, work, libraries=("CUDNN",))
    return ["-p", work]


def run_tool(name, source, work, options, checks):
    """The port, and what the tool says in the port and in the checks."""
    outcomes = Outcomes()
    report = work / "report.json"
    tool(source, "-o", work / "out", "--report", report, "-q", "--python=off", *options)
    outcomes.add(json.loads(report.read_text()), source)
    if not checks:
        return work / "out", outcomes
    tool("check", source, "--checks=musa-arch-*,musa-version-*", f"--arch={ARCHITECTURE}", "--report", report, "-q",
         *build_options(name, source, work))
    outcomes.add(json.loads(report.read_text()), source)
    return work / "out", outcomes


def statement_lines(text, tokens):
    """The lines from the last ; { or } before the tokens to the next one behind them."""
    code = text.code
    first, last = tokens[0], tokens[-1]
    while first and code[first - 1].text not in (";", "{", "}"):
        first -= 1
    while last + 1 < len(code) and code[last].text not in (";", "{", "}"):
        last += 1
    return range(text.line(code[first]), text.line(code[last]) + 1)


def value_for(texts, reports):
    """What a comparison of major and minor gives on a device that reports these; None: it says more."""
    line = re.sub(r"\b[\w:]+(?:\([^()]*\)|\[[^][]*\])?(?:\.|->)(major|minor)\b", r"\1", "".join(texts))
    line = re.sub(r"\b(major|minor)\b", lambda match: str(reports[match[1]]), line)
    if not re.fullmatch(r"[\d\s+*%<>=!()xXa-fA-F-]+", line) or re.search(r"[a-zA-Z]", re.sub(r"0[xX]\w+", "", line)):
        return None
    return bool(eval(line))  # noqa: S307 - numbers and operators alone


def measure(name, source, options, own, checks=True):
    """Rows (guard, outcome) -> places, and the places of guards with no outcome."""
    global own_names
    own_names = re.compile(own)
    rows, faults = collections.defaultdict(list), []
    with tempfile.TemporaryDirectory() as folder:
        output, outcomes = run_tool(name, source, Path(folder), options, checks)
        before, after = Tree(source), Tree(output)
        pairs = {old: new for old, new in pair(before, after)[0].items()
                 if new and PurePosixPath(old).suffix in PORTED_SUFFIXES and not before.files[old].is_symlink()}
        sources = {old: read_source(before.files[old]) for old in pairs}
        derived = derived_macros([text.code for text in sources.values()])
        for old, new in pairs.items():
            text, ported = sources[old], read_source(after.files[new])
            inserted_includes.Inserted(text, ported).drop(ported)
            alignment = Alignment(text, ported)
            rocm = rocm_tokens(text.code)
            for guard in guards_of(text.code, derived):
                tokens = [text.code[i] for i in guard.tokens]
                was = spelled([token.text for token in tokens])
                texts = [part for i in guard.tokens for part in alignment.texts(i)]
                became = spelled(texts)
                lines = (statement_lines(text, guard.tokens) if guard.kind == "run time"
                         else {text.line(token) for token in tokens})
                ids = outcomes.at(old, lines, tokens)
                translated = was != became and not any(map(is_guard_macro, texts))
                outcome = []
                if translated:
                    outcome.append(f"`{became}`")
                outcome += [f"[{found}](../reference/diagnostics/{found}.md)" for found in ids]
                if not outcome:
                    outcome = [by_definition(guard, texts, derived) or outcomes.reason(tokens) or at_run_time(guard, old, texts, guard.tokens[0] in rocm)]
                place = f"{old}:{text.line(tokens[0])}"
                if not outcome[0]:
                    faults.append((place, guard.kind, was))
                    outcome = ["**nothing**"]
                prefix = {"directive": "", "code": "code: ", "value": "value: ", "run time": "at run time: "}[guard.kind]
                rows[prefix + was, ", ".join(outcome)].append(place)
    return rows, faults


def by_definition(guard, texts, derived):
    """Why a condition on a macro of the tree needs nothing itself, or an empty text."""
    if guard.derived and not COMPARISONS.intersection(texts):
        return "right by its macro's definition"
    if guard.derived and all(derived[name] == "decided" for name in guard.derived):
        return "right by its macro's definition"
    return ""


def rocm_tokens(code):
    """Those of branches for AMD's GPUs, which a build for CUDA does not compile."""
    found, branches, index = set(), [], 0
    while index < len(code):
        row = row_of(code, index)
        directive = [code[i].text for i in row[1:]] if code[index].directive else []
        word, text = next(iter(directive), ""), spelled(directive)
        if word in ("if", "ifdef", "ifndef"):
            branches.append(text in ("ifdef USE_ROCM", "if defined(USE_ROCM)"))
        elif word in ("else", "elif") and branches:
            branches[-1] = False
        elif word == "endif" and branches:
            branches.pop()
        if any(branches):
            found.update(row)
        index = row[-1] + 1
    return found


def at_run_time(guard, path, texts, is_rocm):
    """Why a comparison at run time is not reported, or an empty text."""
    if guard.kind != "run time":
        return ""
    if is_rocm:
        return "stays: behind `USE_ROCM`, of AMD's GPUs"
    here, there = value_for(texts, REPORTS), value_for(texts, STANDS_FOR)
    if here is not None and here == there:
        return f"the same on {ARCHITECTURE}"
    if path.endswith((".cu", ".cuh")):
        return ""
    return UNSEEN_HEADER if Path(path).suffix in HEADER_SUFFIXES else UNSEEN_CXX


UNSEEN_CXX = "*not seen*: it is not compiled, or depends on a header that is missing"
UNSEEN_HEADER = "*not seen*: nothing that is parsed includes it, or calls its function"


def trees(samples):
    """Name -> title, where it is, the port's arguments, and a pattern of the macros that are its own."""
    rules = ROOT / "tests/data/mmcv_rules.json"
    result = {
        "mmcv": ("mmcv 2.0.1", lambda: fetch.tree("mmcv"), ["-r", rules], "(?!)"),
        "pytorch": ("PyTorch 2.6.0's CUDA folders", lambda: fetch.tree("pytorch"),
                    ["-r", ROOT / "kernels/rules/pytorch.json"], "(?!)"),
        "cub": ("CUB, as Debian has it", lambda: Path("/usr/include/cub"), [], "CUB_|CCCL_"),
    }
    if samples:
        result["cuda-samples"] = ("cuda-samples", samples.resolve, [], "__CUDA_API_VERSION")
    return result


def table(rows):
    lines = ["| guard | outcome | places |", "|---|---|---|"]
    for (guard, outcome), places in sorted(rows.items()):
        cells = [f"`{guard}`", outcome, str(len(places))]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def written(document):
    """Each tree's section and its row of the first table, by title."""
    sections = {section.partition("\n")[0]: f"## {section.rstrip()}\n" for section in document.split("\n## ")[1:]}
    rows = [line for line in document.partition("\n## ")[0].splitlines() if line.startswith("| ")][1:]
    return sections, {row.split(" | ")[0].removeprefix("| "): row for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=Path, metavar="CHECKOUT")
    parser.add_argument("--update-docs", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    known = trees(options.samples)
    chosen = options.names or list(known)
    if unknown := [name for name in chosen if name not in known]:
        parser.error(f"unknown: {', '.join(unknown)}; there are: {', '.join(known)}")
    sections, summary, failed = {}, {}, False
    if options.update_docs and options.names:
        sections, summary = written(DOCUMENT.read_text())
    for name in chosen:
        title, find, arguments, own = known[name]
        rows, faults = measure(name, find(), arguments, own)
        sections[title] = f"## {title}\n\n{table(rows)}\n"
        unseen = [place for (_, outcome), places in rows.items() if outcome.startswith("*not seen*") for place in places]
        for place in unseen:
            print(f"{name}: {place}: not seen", file=sys.stderr)
        summary[title] = f"| {title} | {len({guard for guard, _ in rows})} | {sum(map(len, rows.values()))} | {len(unseen)} | {len(faults)} |"
        for place, kind, was in faults:
            failed = True
            print(f"{name}: {place}: {kind}: {was}: neither translated nor reported", file=sys.stderr)
    head = ["| tree | distinct guards | places | not seen | neither translated nor reported |", "|---|---|---|---|---|",
            *summary.values()]
    text = INTRODUCTION + "\n".join(head) + "\n\n" + "\n".join(sections.values())
    if options.update_docs:
        DOCUMENT.write_text(text)
    else:
        print(text)
    return 1 if failed else 0


INTRODUCTION = f"""# Guards of real trees, measured

`./dev bench guards --samples CHECKOUT --update-docs` writes this page. It lists every distinct
guard of each tree, as found by a reader that shares no code with musa-port. The outcome is the
guard's text in the port, and what the port or `musa-port check` (for {ARCHITECTURE}) reports at its place.
[guards.md](../reference/guards.md) explains them.

- `code:` is a comparison outside of a directive.
- `value:` is a use of the macro by itself.
- `at run time:` is a comparison of what a device or a library reports. - *the same*: the result is
  that of the GPUs that {ARCHITECTURE} is ported as. - *not seen*: `musa-port check` did not see the guard.
  It parses .cu files, C and C++ sources that use CUDA, and what they include. It follows values
  from a call into a function of the same source. It does not see code that is not compiled.

"""


if __name__ == "__main__":
    sys.exit(main())
