# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which of the MUSA names that the rules write the host backend has: makes rules/host/names.tsv.

rules/host/names.tsv has the names and headers that the host backend has; it lacks the others that the rules write.
Each name is looked up by the compiler, so that macros, overloads and conditions in headers count as they do for a user:
mcc compiles a probe with one line a name. `implements`: declared, and defined in a header or a library. `declares`:
declared, and not defined, or by a function that only returns "not supported". `lacks`: not declared.

Names of frameworks are left out: PyTorch's headers are made when the kernels are built.

`./dev test --update backend` writes the file and the counts of docs/reference/host_names.md.
"""

import json
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COLUMN = ROOT / "rules/host/names.tsv"
PAGE = ROOT / "docs/reference/host_names.md"
INCLUDE = ROOT / "runtime/include"
SOURCES = ROOT / "runtime/host", ROOT / "runtime/libraries", ROOT / "runtime/rand"
LIBRARIES = "musart", "musa", "mtrtc", "mublas", "mublasLt", "mccl", "mudnn", "mufft", "mupti", "murand", "musolver", "musparse"
# Headers with another interface than the rules' names: muDNN's is in C++, and who includes cudnn.h calls functions of C.
OTHERS = {"mudnn.h"}
# Where a name may stand without being global.
NAMESPACES = "", "cooperative_groups", "musa", "musa::std", "thrust", "cub", "nvmusa"

# A function whose body is one refusal.
REFUSES = re.compile(
    r"\b(mu\w+)\([^;{}]*\)\s*\{\s*return\s+(?:notSupported\(\)|MU\w*_NOT_SUPPORTED);\s*\}"
    r"|\b(mu\w+)\([^;{}]*\)\s*\{\s*return\s+\w+\(\[[^\]]*\](?:\(\))?[^{};]*\{\s*throw \w+\{\w*(?:NotSupported|NOT_SUPPORTED)\};\s*\}\);\s*\}")


def written():
    """What each library's rules write: {library: (identifiers, headers)}. A name with a * is a family, and no name."""
    result = {}
    for path in sorted((ROOT / "rules").glob("*.json")):
        rules = json.loads(path.read_text())
        kinds = []
        for kind in "identifiers", "headers":
            names = set()
            # What stays is not written: the value of `keep` is the reason.
            for entry in (entry for status, entries in rules.get(kind, {}).items() if status != "keep" for entry in entries.values()):
                to = entry.get("to") if isinstance(entry, dict) else entry
                if to and "*" not in to:
                    names.add(to.strip('<>"'))
            kinds.append(names)
        kinds[0] = {name for name in kinds[0] if re.fullmatch(r"\w+", name)}
        if rules["owner"] == "cuda" and any(kinds):
            result[rules["library"]] = tuple(kinds)
    return result


class Prober:
    """Asks mcc, one line a name, and reads which lines have errors."""

    def __init__(self, mcc, folder):
        self.mcc, self.folder = mcc, Path(folder)
        headers = sorted(path.name for path in INCLUDE.glob("*.h"))
        self.prologue = "".join(f"#include <{header}>\n" for header in headers)

    def compile(self, lines, *options):
        """The numbers of the lines that do not compile, from 0."""
        source = self.folder / "probe.mu"
        source.write_text(self.prologue + "#line 1 \"lines\"\n" + "\n".join(lines) + "\n")
        done = subprocess.run([self.mcc, "-c", "-w", "-ferror-limit=0", "-fno-caret-diagnostics", *options, source,
                               "-o", self.folder / "probe.o"], capture_output=True, text=True, check=False)
        wrong = {int(line) - 1 for line in re.findall(r"^lines:(\d+):\d+: error:", done.stderr, re.M)}
        others = [line for line in done.stderr.splitlines() if "error:" in line and not line.startswith("lines:")]
        if others or (done.returncode and not wrong):
            raise RuntimeError("the probe itself does not compile:\n" + "\n".join(others or [done.stderr]))
        return wrong

    def keep(self, names, line):
        """The names whose line compiles; `line` makes it of a number and a name."""
        names = sorted(names)
        wrong = self.compile([line(i, name) for i, name in enumerate(names)])
        return {name for i, name in enumerate(names) if i not in wrong}

    def macros(self, names):
        source = self.folder / "macros.mu"
        source.write_text(self.prologue)
        done = subprocess.run([self.mcc, "-E", "-dM", "--cuda-host-only", source], capture_output=True, text=True, check=True)
        return names & set(re.findall(r"^#define (\w+)", done.stdout, re.M))

    def headers(self, names):
        names = sorted(names)
        lines = [f"#if !__has_include(<{name}>)\n#error\n#endif" for name in names]
        wrong = self.compile(["\n".join(lines)])
        return {name for i, name in enumerate(names) if 3 * i + 1 not in wrong}

    def undefined(self, names, defined):
        """Of the functions and variables among `names`: those that a program does not link with."""
        pointer = "[[gnu::used]] static const auto probe{} = &::{};".format
        addressable = sorted(self.keep(names - defined, pointer))
        wrong = self.compile([pointer(i, name) for i, name in enumerate(addressable)])
        if wrong:
            raise RuntimeError(f"{addressable[min(wrong)]} compiles beside others only")
        return set(addressable) & (symbols(self.folder / "probe.o", "--undefined-only") - defined)


def symbols(path, *options):
    """The names of the functions and variables of an object or library, without namespaces and parameters."""
    listed = subprocess.run(["nm", "-j", *options, path], capture_output=True, text=True, check=True).stdout
    # _ZL: a static function, which no library can define.
    mangled = "".join(line for line in listed.splitlines(keepends=True) if not line.startswith("_ZL"))
    plain = subprocess.run(["c++filt"], input=mangled, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^(\w+)", plain, re.M))


def refusals():
    """The functions that do nothing but say that they are not supported."""
    texts = (path.read_text() for folder in SOURCES for path in folder.rglob("*.cpp"))
    return {name for text in texts for match in REFUSES.findall(text) for name in match if name}


def column(mcc, libraries):
    """{name or header: "implements", "declares" or "lacks"}."""
    rules = written()
    names = set().union(*(identifiers for identifiers, _ in rules.values()))
    headers = set().union(*(headers for _, headers in rules.values()))
    defined = set()
    for library in LIBRARIES:
        defined |= symbols(Path(libraries) / f"lib{library}.so", "--dynamic", "--defined-only")
    with tempfile.TemporaryDirectory() as folder:
        prober = Prober(mcc, folder)
        macros = prober.macros(names)
        declared, left = set(), names - macros
        for namespace in NAMESPACES:
            found = prober.keep(left, lambda i, name, space=namespace: f"namespace probe{i} {{ using {space}::{name}; }}")
            if not namespace:
                undefined = prober.undefined(found, defined)
            declared |= found
            left -= found
        refused = (refusals() | undefined) & declared
        result = dict.fromkeys(names | headers, "lacks") | dict.fromkeys(macros | declared | prober.headers(headers - OTHERS), "implements")
    return result | dict.fromkeys(refused, "declares")


def text(names):
    return "".join(f"{name}\t{names[name]}\n" for name in sorted(names) if names[name] != "lacks")


def table(names):
    """The page's: for each library its names and headers, and how many of them the backend implements, declares and lacks."""
    columns = "implements", "declares", "lacks"
    lines = ["| rules | " + " | ".join(columns) + " | headers: " + " | ".join(columns) + " |\n", "|---|" + "--:|" * 6 + "\n"]
    for library, kinds in written().items():
        counts = [Counter(names[name] for name in kind) for kind in kinds]
        lines.append(f"| {library} | " + " | ".join(str(count[column]) for count in counts for column in columns) + " |\n")
    return "".join(lines)


def update(names):
    COLUMN.write_text(text(names))
    page = PAGE.read_text()
    head, rest = page.split("| rules |", 1)
    tail = rest.split("\n\n", 1)[1]
    PAGE.write_text(f"{head}{table(names)}\n{tail}")
