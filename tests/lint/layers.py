#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the project's modules include and link what lies below them, and nothing else.

    layers.py            fails with file:line of each arrow that goes up, each cycle, and a stale picture
    layers.py --draw     writes the picture: Mermaid in Markdown, which forges show

layers.json lists the floors of each part of the tree, from the top. A module is a folder of a part with what is in
it, and "." the part's own files; "modules" names those of several folders. A module may use those on lower floors,
and what its part "uses" of others. An exception is an arrow that may go up for now; one that nothing needs fails.
"""

import argparse
import json
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
COMMAND = re.compile(r"\b(add_library|add_executable|target_link_libraries)\s*\(([^()]*)\)")
SOURCES = (".h", ".cpp")


class Arrow(NamedTuple):
    source: str  # a module, as tool/rules
    target: str
    place: str  # file:line
    what: str  # "includes rules/rule.h"


class Layers:
    """What layers.json says, and where the modules are in the tree."""

    def __init__(self, root, data):
        self.root = root
        self.parts = data["parts"]
        self.picture = data["picture"]
        self.exceptions = {(one["from"], one["to"]) for one in data.get("exceptions", [])}
        self.module_in = {}  # by folder
        self.floor = {}  # module: (part, number from the top)
        for part, about in self.parts.items():
            for number, names in enumerate(about["floors"]):
                for name in names:
                    module = os.path.normpath(f"{part}/{name}")
                    self.floor[module] = part, number
                    for folder in about.get("modules", {}).get(name, [name]):
                        self.module_in[os.path.normpath(f"{part}/{folder}")] = module

    def module_of(self, path):
        """None: it is in none."""
        folder = own = os.path.dirname(path)
        while folder and folder not in self.module_in:
            folder = os.path.dirname(folder)
        return self.module_in.get(folder) if folder == own or folder not in self.parts else None

    def may(self, source, target):
        (part, above), (other, below) = self.floor[source], self.floor[target]
        return above < below if part == other else target in self.parts[part].get("uses", [])

    def files(self, *suffixes):
        """With the part that each is in."""
        for part in self.parts:
            for path, names, leaves in os.walk(self.root / part):
                names.sort()
                for leaf in sorted(leaves):
                    if leaf.endswith(suffixes):
                        yield part, os.path.relpath(os.path.join(path, leaf), self.root)

    def read(self, path):
        return (self.root / path).read_text(encoding="utf-8")


# ------------------------------------------------------------------------------- arrows


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def includes(layers):
    """(file, header, place, what) of each include of a file in the tree."""
    for part, path in layers.files(*SOURCES):
        text = layers.read(path)
        for found in INCLUDE.finditer(text):
            for folder in (os.path.dirname(path), *layers.parts[part]["include_from"]):
                header = os.path.normpath(os.path.join(folder, found[1]))
                if (layers.root / header).is_file():
                    yield path, header, f"{path}:{line_of(text, found.start(1))}", f"includes {found[1]}"
                    break


def links(layers):
    """The same of what CMake links with a target, and of sources that it compiles from elsewhere."""
    commands, homes = [], {}
    for _, path in layers.files("CMakeLists.txt"):
        text = re.sub(r"#[^\n]*", lambda comment: " " * len(comment[0]), layers.read(path))
        for found in COMMAND.finditer(text):
            target, *words = [(word[0], f"{path}:{line_of(text, found.start(2) + word.start())}")
                              for word in re.finditer(r"[^\s\"]+", found[2])]
            commands.append((path, found[1], words))
            if found[1] != "target_link_libraries":
                homes[target[0]] = path
    for path, command, words in commands:
        for word, place in words:
            if command == "target_link_libraries" and word in homes:
                yield path, homes[word], place, f"links {word}"
            elif command != "target_link_libraries" and word.startswith("../"):
                yield path, os.path.normpath(os.path.join(os.path.dirname(path), word)), place, f"compiles {word}"


def arrows(layers):
    result = []
    for user, used, place, what in (*includes(layers), *links(layers)):
        source, target = layers.module_of(user), layers.module_of(used)
        if source and target and source != target:
            result.append(Arrow(source, target, place, what))
    return result


# ------------------------------------------------------------------------------- what is wrong


def strays(layers):
    """Modules that are not there, and sources that are in no module."""
    for folder, module in layers.module_in.items():
        if not (layers.root / folder).is_dir():
            yield f"layers.json: {module}: there is no folder {folder}"
    for folder in sorted({os.path.dirname(path) for _, path in layers.files(*SOURCES)}):
        if layers.module_of(f"{folder}/") is None:
            yield f"layers.json: {folder} is on no floor"


def cycles(found):
    """The shortest way back to each module that has one, as arrows; once for all modules on it."""
    first = {}
    for arrow in found:
        first.setdefault(arrow.source, {}).setdefault(arrow.target, arrow)
    done = set()
    for start in sorted(first):
        came, reached = {}, [start]
        for module in reached:
            for target, arrow in first.get(module, {}).items():
                if target not in came:
                    came[target] = arrow
                    reached.append(target)
        if start in came and start not in done:
            way = [came[start]]
            while way[0].source != start:
                way.insert(0, came[way[0].source])
            done.update(arrow.source for arrow in way)
            yield way


def check(layers, found):
    yield from strays(layers)
    up = [arrow for arrow in found if not layers.may(arrow.source, arrow.target)]
    for arrow in up:
        if (arrow.source, arrow.target) not in layers.exceptions:
            yield f"{arrow.place}: {arrow.source} {arrow.what} of {arrow.target}, which is not below it"
    for source, target in sorted(layers.exceptions - {(arrow.source, arrow.target) for arrow in up}):
        yield f"layers.json: nothing in {source} uses {target} against the floors any more: remove the exception"
    for way in cycles([arrow for arrow in found if (arrow.source, arrow.target) not in layers.exceptions]):
        text = "".join(f"\n    {arrow.place}: {arrow.source} {arrow.what}" for arrow in way)
        yield f"cycle: {' -> '.join(arrow.source for arrow in way)} -> {way[0].source}{text}"
    for part, about in layers.parts.items():
        if len(about["floors"]) > 1 and not any(layers.floor[arrow.source][0] == part for arrow in found):
            yield f"layers.json: no include between the folders of {part} was found: is include_from right?"


# ------------------------------------------------------------------------------- the picture

INTRODUCTION = """\
# What includes what

An arrow leads from a module to a module that it includes or links. The picture leaves an arrow out
if a longer way leads to the same module; the tables list them all. All arrows go down: the test
`lint.layers` fails for one that does not. `tests/lint/layers.py --draw` makes this page from the
sources, and `tests/lint/layers.json` says on which floor each module is.
"""


def is_implied(source, target, direct):
    """Whether another way leads there."""
    reached = [module for module in direct[source] if module != target]
    for module in reached:
        reached.extend(direct.get(module, set()) - set(reached))
    return target in reached


def picture(layers, found):
    """The text of the page."""
    direct = {}
    for arrow in found:
        if (arrow.source, arrow.target) not in layers.exceptions:
            direct.setdefault(arrow.source, set()).add(arrow.target)
    order = list(layers.floor)
    text = INTRODUCTION
    for part, about in layers.parts.items():
        modules = [module for module in order if layers.floor[module][0] == part]

        def name(module):
            return module.removeprefix(f"{part}/") if module in modules else module

        def node(module):
            return re.sub(r"\W", "_", module)

        targets = {module: sorted(direct.get(module, ()), key=order.index) for module in modules}
        others = sorted({target for each in targets.values() for target in each} - set(modules))
        text += f"\n## {about['title']}\n\n```mermaid\nflowchart TD\n"
        text += "".join(f'  {node(module)}["{name(module)}"]\n' for module in (*modules, *others))
        text += "".join(f"  {node(module)} --> {node(target)}\n" for module in modules for target in targets[module]
                        if not is_implied(module, target, direct))
        text += "".join(f"  {node(source)} -. for now .-> {node(target)}\n"
                        for source, target in sorted(layers.exceptions) if source in modules)
        text += "```\n\n| module | includes |\n|---|---|\n"
        for module in modules:
            text += f"| `{name(module)}` | {', '.join(f'`{name(target)}`' for target in targets[module]) or 'none'} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=ROOT, help="of the tree; for tests")
    parser.add_argument("--draw", action="store_true")
    arguments = parser.parse_args()
    data = json.loads((arguments.root / "tests/lint/layers.json").read_text(encoding="utf-8"))
    layers = Layers(arguments.root, data)
    found = arrows(layers)
    problems = list(check(layers, found))
    drawn, page = picture(layers, found), arguments.root / layers.picture
    if arguments.draw:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(drawn, encoding="utf-8")
    elif not page.is_file() or page.read_text(encoding="utf-8") != drawn:
        problems.append(f"{layers.picture} is not what the sources are: tests/lint/layers.py --draw writes it anew")
    for problem in problems:
        print(problem)
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
