#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the project's modules include, import and link what lies below them, and nothing else.

    layers.py            fails with file:line of each arrow that goes up, each cycle, and a stale picture
    layers.py --draw     writes the picture: Mermaid in Markdown, which forges show

layers.json lists the floors of each part of the tree, from the top. A module is a folder of a part with what is in
it, or the part's files of one name, whatever their suffix; "." is what is left of the part's own files. "modules" names
a module of several of these. A module may use those on lower floors, and what its part "uses" of others. A part may be
inside of another one's module. An exception is an arrow that may go up for now; one that nothing needs fails.
"""

import argparse
import ast
import json
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
COMMAND = re.compile(r"\b(add_library|add_executable|target_link_libraries)\s*\(([^()]*)\)")
CPP = (".h", ".cpp", ".mu", ".muh")
SOURCES = (*CPP, ".py")


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
        self.modules = {part: {} for part in self.parts}  # part: {folder, or path without its suffix: module}
        self.floor = {}  # module: (part, number from the top)
        for part, about in self.parts.items():
            for number, names in enumerate(about["floors"]):
                for name in names:
                    module = os.path.normpath(f"{part}/{name}")
                    self.floor[module] = part, number
                    for place in about.get("modules", {}).get(name, [name]):
                        self.modules[part][os.path.normpath(f"{part}/{place}")] = module

    def module_of(self, part, path):
        """None: it is in none of this part."""
        modules = self.modules[part]
        place = os.path.splitext(path)[0]
        own = os.path.dirname(path)
        while place not in modules and is_below(place, part):
            place = os.path.dirname(place)
        return modules.get(place) if place != part or own == part else None

    def part_of(self, path):
        """The outermost that has the path in it, or None."""
        return min((part for part in self.parts if is_below(path, part)), key=len, default=None)

    def may(self, source, target):
        (part, above), (other, below) = self.floor[source], self.floor[target]
        return above < below if part == other else target in self.parts[part].get("uses", [])

    def files(self, *suffixes):
        """With the part that each is in."""
        for part in self.parts:
            for path, names, leaves in os.walk(self.root / part):
                names[:] = sorted(name for name in names if name != "__pycache__")
                for leaf in sorted(leaves):
                    if leaf.endswith(suffixes):
                        yield part, os.path.relpath(os.path.join(path, leaf), self.root)

    def read(self, path):
        return (self.root / path).read_text(encoding="utf-8")


def is_below(path, folder):
    return path.startswith(folder + "/")


# ------------------------------------------------------------------------------- arrows


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def includes(layers):
    """(part, file, header, place, what) of each include of a file in the tree."""
    for part, path in layers.files(*CPP):
        text = layers.read(path)
        for found in INCLUDE.finditer(text):
            for folder in (os.path.dirname(path), *layers.parts[part]["include_from"]):
                header = os.path.normpath(os.path.join(folder, found[1]))
                if (layers.root / header).is_file():
                    yield part, path, header, f"{path}:{line_of(text, found.start(1))}", f"includes {found[1]}"
                    break


def imports(layers):
    """The same of what Python imports."""
    for part, path in layers.files(".py"):
        for node in ast.walk(ast.parse(layers.read(path), path)):
            if isinstance(node, ast.Import):
                folder, names = os.path.dirname(path), [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                folder = os.path.normpath(os.path.dirname(path) + "/.." * max(node.level - 1, 0))
                names = [node.module] if node.module else [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                used = f"{folder}/{name.replace('.', '/')}.py"
                if (layers.root / used).is_file():
                    yield part, path, used, f"{path}:{node.lineno}", f"imports {name}"


def links(layers):
    """The same of what CMake links with a target, and of sources that it compiles from elsewhere."""
    commands, homes = [], {}
    for part, path in layers.files("CMakeLists.txt"):
        text = re.sub(r"#[^\n]*", lambda comment: " " * len(comment[0]), layers.read(path))
        for found in COMMAND.finditer(text):
            target, *words = [(word[0], f"{path}:{line_of(text, found.start(2) + word.start())}")
                              for word in re.finditer(r"[^\s\"]+", found[2])]
            commands.append((part, path, found[1], words))
            if found[1] != "target_link_libraries":
                homes[target[0]] = path
    for part, path, command, words in commands:
        for word, place in words:
            if command == "target_link_libraries" and word in homes:
                yield part, path, homes[word], place, f"links {word}"
            elif command != "target_link_libraries" and word.startswith("../"):
                yield part, path, os.path.normpath(os.path.join(os.path.dirname(path), word)), place, f"compiles {word}"


def arrows(layers):
    result = []
    for part, user, used, place, what in (*includes(layers), *imports(layers), *links(layers)):
        other = part if is_below(used, part) else layers.part_of(used)
        # What leaves a part inside of another one is an arrow of the outer part.
        if not other or (other != part and other == layers.part_of(user)):
            continue
        source, target = layers.module_of(part, user), layers.module_of(other, used)
        if source and target and source != target:
            result.append(Arrow(source, target, place, what))
    return result


# ------------------------------------------------------------------------------- what is wrong


def strays(layers):
    """Modules that are not there, and sources that are in no module."""
    for modules in layers.modules.values():
        for place, module in modules.items():
            there = layers.root / place
            if not there.is_dir() and not any(there.with_name(there.name + suffix).is_file() for suffix in SOURCES):
                yield f"layers.json: {module}: there is neither a folder nor a file {place}"
    for part, path in layers.files(*SOURCES):
        if layers.module_of(part, path) is None:
            yield f"layers.json: {path} is on no floor"


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

An arrow leads from a module to a module that it includes, imports or links. A module is a folder,
or the files of one name; one with a picture of its own below is a single module above. A picture
leaves an arrow out if a longer way leads to the same module; the tables list them all. All arrows
go down: the test `lint.layers` fails for one that does not. `tests/lint/layers.py --draw` makes
this page from the sources, and `tests/lint/layers.json` says on which floor each module is.
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
