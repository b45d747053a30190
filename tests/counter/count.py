#!/usr/bin/env python3
"""Counts what a port of a CUDA tree missed and what it broke, from the two trees alone.

Shares no code and no table with musa-port: tokens, declared names and lists of names (tests/data/) are this
program's own. Exit status 1 if a count that must be 0 is not.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath

import asm_statements
import flat_rules
import guards
import inserted_includes
from alignment import Alignment
from declared import Declarations, declarations, include_guard
from device_calls import ported_calls
from names import FrozenNames, is_regular
from namespaces import TORCH_NAMESPACES, Namespaces
from pasting import Pasting
from self_maps import without_self_maps
from strings import device_of_musa, path_of_musa, variable_of_musa
from tokenizer import CHARACTER, HEADER, IDENTIFIER, NUMBER, PUNCTUATION, STRING, read_source, source_in
from tree import HEADER_SUFFIXES, PORTED_SUFFIXES, Tree, pair

# Everything here must be 0.
COUNTS = {
    "rule edits not made": "expected edits of the user's rules that were not made",
    "cuda names left": "CUDA API names left in code, not explained by the report",
    "cuda includes left": "includes of CUDA headers left, not explained by the report",
    "torch names left": "CUDA-named ATen/c10 names left, not declared by the tree, not explained by the report",
    "comments changed": "comments changed",
    "strings changed": "string and character literals changed",
    "declared names changed": "names that the tree declares changed, other than what the user's rules name",
    "exported names changed": "names that libtorch exports changed",
    "names changed in places": "names of the tree's headers changed in some places or to several names",
    "namespaces in disagreement": "uses of a namespace that has another name where it is declared",
    "words changed in part": "words of which only a part changed",
    "unexpected edits": "edits that no list, rule or guard calls for",
    "unknown targets": "edits to names that are neither MUSA's regular ones nor known",
    "white space changed": "white space between tokens changed",
    "includes dangling": "includes that named a file of the tree and no longer name its port",
    "includes unknown": "includes of device headers that neither the tree nor a checked list provides",
    "levels without their header": "uses of the CUDA level in files that do not include its header",
    "lost files": "input files without an output",
    "extra files": "output files without an input",
    "copied files changed": "files that are only copied and differ",
    "guards against NVIDIA's numbers": "comparisons of MUSA's numbers with NVIDIA's",
    "ptx left": "asm statements with PTX that are left and not reported",
    "ptx lost": "asm statements with PTX that are gone, and nothing has their result",
    "guards changed in meaning": "architecture guards that hold on other GPUs than before",
}

_BUILD_SCRIPT = re.compile(
    r"(^|/)(CMakeLists\.txt(\.in)?|CMake(User)?Presets\.json|[^/]*\.(cmake(\.?in)?|py|ma?k)"
    r"|(GNU)?[Mm]akefile([._][^/]*)?)$"
)
_PRIVATE_USE = re.compile(r"\w*(?:PrivateUse1|PRIVATEUSE1|privateuse1|privateuseone)\w*")
_GUARD_PARTS = (("_CUH", "_MUH"), ("_CU", "_MU"))
_DEVICE_HEADER = re.compile(
    r"cuda|musa|nccl|mccl|\.cuh$|\.muh$|^THC/|^(?:cutlass|mutlass|cute|mute)\b"
    r"|(?:^|/)(?:cu|mu|nv|mt)(?:blas|dnn|fft|rand|sparse|solver|rtc|tx|ml|pti|dss)",
    re.IGNORECASE,
)


class Findings:
    """Offenders by count."""

    def __init__(self):
        self.offenders = {name: [] for name in COUNTS}
        self.facts = Counter()

    def add(self, count, place, detail):
        self.offenders[count].append((place, detail))


_MADE = re.compile(r"makes '(\w+)' here")


class Remaining:
    """What the tool's report says is left, and why. Each entry explains as many places as it counts."""

    def __init__(self, path):
        self._left = Counter()
        self.reasons = {}
        self.explained = Counter()
        self._everywhere = set()  # what is said at the macro's place is said of all places
        self.ptx = {}  # (file, line) -> why an asm statement is left
        self._asm = Counter()  # by instruction: statements that the summary names; of dead branches nothing more is said
        if path:
            report = json.loads(path.read_text(encoding="utf-8"))
            for found in report.get("diagnostics", []):
                if found["id"] == "musa-ptx" and found["severity"] == "error":
                    self.ptx[found["file"], found["line"]] = " ".join(found["notes"])
                elif made := found["id"] == "musa-pasted-name" and _MADE.search(found["message"]):
                    self.reasons[made[1]] = "a macro makes it, and the port spells that otherwise"
                    self._everywhere.add(made[1])
            for entry in report.get("remaining", []):
                if entry.get("reason") and entry["name"].startswith("asm "):
                    self._asm[entry["name"].removeprefix("asm ")] += entry["count"]
                elif entry.get("reason"):
                    key = self._key(entry["name"])
                    self._left[key] += entry["count"]
                    self.reasons[key] = entry["reason"]

    def reason_of_asm(self, file, line, template):
        """Why an asm statement is left; None if the report does not say it."""
        instruction = next((each for each, count in self._asm.items() if count and each in template), None)
        if instruction:
            self._asm[instruction] -= 1
        return self.ptx.get((file, line), instruction)

    @staticmethod
    def _key(name):
        """A header's path, or the CUDA name of a qualified name or a pattern."""
        name = re.sub(r'^#\s*include\s*|[<>"]', "", name).strip()
        if "/" in name or re.search(r"\.\w+$", name):
            return name
        words = re.findall(r"\w+", name)
        cuda_words = [word for word in words if "cuda" in word.lower()]
        return (cuda_words or words or [name])[-1]

    def explains(self, name):
        key = self._key(name)
        if self._left[key] <= 0 and key not in self._everywhere:
            return False
        self._left[key] -= 1
        self.explained[key] += 1
        return True


def place(relative, source, token):
    return f"{relative}:{source.line(token)}"


def is_word_part(old, new):
    """Whether the change begins within a word, as in Accumulate -> Acmumulate."""
    start = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    if start == 0 or start >= len(old) or old[start:].lower().startswith("cuda") or is_regular(old, new):
        return False
    before, first = old[start - 1], old[start]
    return before.isalpha() and (first.islower() or before.isupper() and first.isupper())


class Comparison:
    def __init__(self, options):
        self.options = options
        self.names = FrozenNames()
        self.rules = flat_rules.read_rules(options.rules) if options.rules else []
        self.remaining = Remaining(options.report)
        self.counts = Findings()
        self.before = Tree(options.src, options.ignored)
        self.after = Tree(options.out)
        self.pairs, extra = pair(self.before, self.after)
        self.ptx_left = Counter()  # (kind, reason)
        self.is_pytorch = options.profile == "pytorch"
        self.tree_declares = Declarations()
        self.headers_declare = set()
        self.include_guards = set()
        self.pasting = Pasting()
        self.namespaces = Namespaces()
        self.renamed = defaultdict(set)  # names of the tree's headers -> what they became
        self.left = {}  # identifiers of the output -> first place
        self.opened = {}  # file -> the namespaces that its tokens open
        self.raw = defaultdict(Counter)
        for relative in extra:
            self.counts.add("extra files", relative, "stems from no input file")

    def run(self):
        compared = []
        for relative, output in self.pairs.items():
            if self.before.is_ignored(relative):
                continue
            if output is None:
                self.counts.add("lost files", relative, "has no output")
            elif _BUILD_SCRIPT.search(relative):
                self.counts.facts["build scripts, which are not judged here"] += 1
            elif PurePosixPath(relative).suffix not in PORTED_SUFFIXES or self.before.files[relative].is_symlink():
                self._compare_copies(relative, output)
            else:
                source = without_self_maps(read_source(self.before.files[relative]), self._is_ported_to)
                compared.append((relative, output, source))
        for relative, _, source in compared:
            found = declarations(source)
            self.tree_declares.update(found)
            if PurePosixPath(relative).suffix in HEADER_SUFFIXES:
                self.headers_declare |= found.all()
            self.namespaces.read(found)
            self.opened[relative] = found.namespace_tokens
            self.include_guards.add(include_guard(source))
            self.pasting.read(source)
        self.declared = self.tree_declares.all()
        for relative, output, source in compared:
            self._compare(relative, output, source)
        self._check_whole_tree()
        self.counts.facts["files compared"] = len(compared)

    def _is_ported_to(self, old, new):
        return old in self.names.cuda_api.plain and self.names.is_known_target(old, new)

    def _compare_copies(self, relative, output):
        old, new = self.before.files[relative], self.after.files[output]
        self.counts.facts["files copied"] += 1
        if old.is_symlink() or new.is_symlink():
            # A link stays one; it may follow its target's new name.
            if not (old.is_symlink() and new.is_symlink()):
                self.counts.add("copied files changed", relative, "is a link in one tree only")
        elif old.read_bytes() != new.read_bytes():
            self.counts.add("copied files changed", relative, "differs")

    # One file.

    def _compare(self, relative, output, source):
        ported = read_source(self.after.files[output])
        includes_level = inserted_includes.has_level(ported)
        inserted = inserted_includes.Inserted(source, ported)
        inserted.drop(ported)
        if inserted:
            self.counts.facts["includes inserted"] += len(inserted)
        if self.options.ptx:
            self._fold_ptx(relative, source, ported, inserted.lines(ported))
        alignment = Alignment(source, ported)
        by_rules = self._check_rules(relative, alignment)
        called, calls = ported_calls(alignment)
        self.counts.facts["tokens of calls that name the device otherwise"] += len(called)
        for index in alignment.inserted:
            token = ported.code[index]
            if index not in calls:
                self.counts.add("unexpected edits", place(output, ported, token), f"'{token.text}' was inserted")
        for index in alignment.changed():
            if index not in called:
                self._check_edit(relative, alignment, index, by_rules)
        self._check_namespaces(relative, alignment)
        self._check_comments(relative, source, ported)
        self._check_gaps(relative, alignment)
        self._check_includes(relative, output, alignment)
        self._check_left(output, ported, includes_level)
        self._check_guards(relative, output, alignment)

    def _fold_ptx(self, relative, source, ported, inserted):
        """Takes the asm statements that became C++ out of the tokens to compare."""
        for line, statement, became in asm_statements.fold(source, ported, inserted):
            where = f"{relative}:{line}"
            kind = statement.kind
            if became is not None:
                self.counts.facts[f"asm statements translated ({kind})"] += 1
                if not all(self._has(became, output) for output in statement.outputs):
                    self.counts.add("ptx lost", where, f"{statement.template.strip()!r} -> {' '.join(became)}")
                continue
            reason = self.remaining.reason_of_asm(str(self.before.files[relative]), line, statement.template)
            self.ptx_left[kind, reason] += 1
            self.counts.facts[f"asm statements left and reported ({kind})"] += reason is not None
            if reason is None:
                self.counts.add("ptx left", where, repr(statement.template.strip()))

    @staticmethod
    def _has(texts, wanted):
        """Whether the expression stands there, as something that is assigned to."""
        size = len(wanted)
        return any(texts[i : i + size] == wanted for i in range(len(texts) - size)) and "=" in texts

    def _check_rules(self, relative, alignment):
        """The indices of the tokens that the user's rules edited, for which no other reason is needed."""

        def resolves(token):
            return bool(self.before.resolve(token.text, relative))

        edited = set()
        for rule in self.rules:
            for index, made in rule.edits(alignment, resolves):
                rule.expected += 1
                if made:
                    rule.made += 1
                    offsets = rule.differing() if isinstance(rule, flat_rules.PatternRule) else (0,)
                    edited.update(index + offset for offset in offsets)
                else:
                    token = alignment.before.code[index]
                    became = "".join(alignment.texts(index))
                    detail = f"'{rule.old}' -> '{rule.new}': {token.text} became {became or 'nothing'}"
                    self.counts.add("rule edits not made", place(relative, alignment.before, token), detail)
        return edited

    def _check_edit(self, relative, alignment, index, by_rules):
        code = alignment.before.code
        token = code[index]
        texts = alignment.texts(index)
        where = place(relative, alignment.before, token)
        detail = f"{token.text} -> {' '.join(texts) or 'nothing'}"
        if token.kind == HEADER and len(texts) == 1:
            self.counts.facts["includes edited"] += 1
            return
        self.counts.facts["tokens edited"] += 1
        if token.kind in (STRING, CHARACTER):
            if len(texts) == 1 and texts[0] == variable_of_musa(token.text):
                self.counts.facts["variables of the environment in strings"] += 1
                return
            if len(texts) == 1 and texts[0] in (path_of_musa(token.text), device_of_musa(token.text, code[index - 2].text)):
                self.counts.facts["libraries, folders and devices in strings"] += 1
                return
            before = source_in(token.text)
            after = source_in(texts[0]) if len(texts) == 1 else None
            if before is None or after is None or before.frame != after.frame:
                self.counts.add("strings changed", where, detail)
                return
            inner = Alignment(before.source, after.source)
            if [comment.text for comment in before.source.comments] != [comment.text for comment in after.source.comments]:
                self.counts.add("comments changed", where, detail)
            for inner_index in inner.changed():
                self._check_edit(relative, inner, inner_index, frozenset())
        elif index in by_rules:
            return
        elif token.kind == IDENTIFIER and len(texts) == 1:
            self._check_identifier(where, detail, code, index, texts[0])
        elif not (token.kind in (NUMBER, PUNCTUATION) and self._is_in_architecture_guard(code, index)):
            self.counts.add("unexpected edits", where, detail)

    def _check_identifier(self, where, detail, code, index, new):
        old = code[index].text
        names = self.names
        if is_word_part(old, new):
            self.counts.add("words changed in part", where, detail)
        if old in self.include_guards and new in {old.replace(part, replacement) for part, replacement in _GUARD_PARTS}:
            self.counts.facts["include guards that follow their file"] += 1
        elif old in names.libtorch_exported and self.is_pytorch and not names.torch_cuda.matches(code, index):
            self.counts.add("exported names changed", where, detail)
        elif names.cuda_api.matches(code, index):
            if not names.is_known_target(old, new):
                self.counts.add("unknown targets", where, detail)
        elif names.mutlass.get(old) == new:
            self.counts.facts["names of CUTLASS"] += 1
        elif self._is_pasted(old, new):
            self.counts.facts["names put together by macros"] += 1
        elif not self.is_pytorch and old in self.declared:
            self.counts.add("declared names changed", where, detail)
        elif self._is_torch_name(code, index) or (self.is_pytorch and old in names.torch_cuda_members):
            if old in names.torch_cuda_members and old in self.headers_declare and not self._is_ambiguous(old):
                self.renamed[old].add(new)
            if not (names.is_known_target(old, new) or _PRIVATE_USE.fullmatch(new)):
                self.counts.add("unknown targets", where, detail)
        elif self.is_pytorch and old in self.headers_declare:
            # Shared by the files of the port: allowed where it is done everywhere.
            self.renamed[old].add(new)
            if not is_regular(old, new):
                self.counts.add("unknown targets", where, detail)
        elif self.is_pytorch and old in self.declared:
            self.counts.add("declared names changed", where, detail)
        else:
            self.counts.add("unexpected edits", where, detail)

    def _is_ambiguous(self, name):
        """A namespace, or a member, which may override one of libtorch's, and something else besides."""
        declared = self.tree_declares
        return name in declared.namespaces or name in declared.members and name in declared.outside_classes()

    def _is_pasted(self, old, new=None):
        """Whether macros make the name of one of CUDA's, and the new one of that one's counterpart."""
        for prefix, name, suffix in self.pasting.parts(old):
            if name in self.names.cuda_api.plain:
                if new is None or any(
                    self.names.is_known_target(name, made)
                    for before, made, behind in self.pasting.parts(new)
                    if (before, behind) == (prefix, suffix)
                ):
                    return True
        return False

    def _is_torch_name(self, code, index, opened=None):
        """`opened`: the paths of the namespaces that the tokens of the file open."""
        if code[index].text == "cuda":
            path = (opened or {}).get(code[index].begin)
            if path:
                return path in TORCH_NAMESPACES
            meant = self.namespaces.meant(code, index)
            if meant:
                return bool(meant & TORCH_NAMESPACES)
        if self.names.torch_cuda.matches(code, index):
            return True
        # `cuda::f` inside of `namespace at`.
        is_inner = code[index].text == "cuda" and index + 1 < len(code) and code[index + 1].text == "::"
        return is_inner and (index == 0 or code[index - 1].text != "::")

    def _check_namespaces(self, relative, alignment):
        source = alignment.before
        opened = self.opened[relative]
        for index, token in enumerate(source.code):
            texts = alignment.texts(index) if token.text == "cuda" and token.kind == IDENTIFIER else ()
            if len(texts) != 1:
                continue
            where = place(relative, source, token)
            if token.begin in opened:
                self.namespaces.declared(where, opened[token.begin], texts[0])
            else:
                self.namespaces.used(where, source.code, index, texts[0])

    def _check_whole_tree(self):
        for old, found in self.renamed.items():
            if old in self.left or len(found) > 1:
                became = ", ".join(sorted(found))
                self.counts.add("names changed in places", self.left.get(old, "everywhere"), f"{old} -> {became}")
        for where, detail in self.namespaces.disagreements():
            self.counts.add("namespaces in disagreement", where, detail)

    @staticmethod
    def _is_in_architecture_guard(code, index):
        for near in range(max(0, index - 2), min(len(code), index + 3)):
            if code[near].text == "__CUDA_ARCH__":
                comparison = guards.comparison_at(code, near)
                return comparison is not None and index in comparison[0]
        return False

    def _check_comments(self, relative, source, ported):
        old = [token.text for token in source.comments]
        new = [token.text for token in ported.comments]
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if old != new else ():
            if tag == "equal":
                continue
            for offset in range(max(i2 - i1, j2 - j1)):
                was = old[i1 + offset] if i1 + offset < i2 else "nothing"
                became = new[j1 + offset] if j1 + offset < j2 else "nothing"
                token = source.comments[min(i1 + offset, len(old) - 1)] if old else source.code[0]
                self.counts.add("comments changed", place(relative, source, token), f"{was!r} -> {became!r}")

    def _check_gaps(self, relative, alignment):
        """Comments are compared by themselves, and so are tokens that are not one to one."""
        source, ported = alignment.before, alignment.after
        gaps = [
            (index, begin)
            for index, (begin, end) in enumerate(alignment.spans)
            if end == begin + 1 and (begin == 0 if index == 0 else alignment.spans[index - 1][1] == begin)
        ]
        if not source.code or alignment.spans[-1][1] == len(ported.code):
            gaps.append((len(source.code), len(ported.code)))
        for index, begin in gaps:
            old = source.white_space(*source.gap(index))
            new = inserted_includes.without(ported.white_space(*ported.gap(begin)))
            if old != new:
                where = f"{relative}:{source.line_at(source.gap(index)[1])}"
                self.counts.add("white space changed", where, f"{old!r} -> {new!r}")

    def _check_includes(self, relative, output, alignment):
        for index, token in enumerate(alignment.before.code):
            if token.kind != HEADER:
                continue
            targets = self._tree_targets(token.text, relative)
            if not targets:
                continue
            texts = alignment.texts(index)
            found = self.after.resolve(texts[0], output) if len(texts) == 1 and texts[0][0] in '<"' else set()
            if not found & {self.pairs[target] for target in targets}:
                detail = f"{token.text} -> {' '.join(texts) or 'nothing'}, meant {', '.join(sorted(targets))}"
                self.counts.add("includes dangling", place(relative, alignment.before, token), detail)

    def _is_cudas_own(self, header):
        """<cuda.h> means CUDA's even if the tree has a file of that name."""
        return header.startswith("<") and "/" not in header and header[1:-1] in self.names.cuda_headers

    def _tree_targets(self, header, relative):
        return set() if self._is_cudas_own(header) else self.before.resolve(header, relative)

    def _check_left(self, output, ported, includes_level):
        names = self.names
        opened = declarations(ported).namespace_tokens
        for index, token in enumerate(ported.code):
            if token.directive in ("error", "warning"):
                continue  # prose
            if token.kind == HEADER:
                self._check_header_left(output, ported, token)
            elif token.kind == IDENTIFIER:
                where = place(output, ported, token)
                self.left.setdefault(token.text, where)
                if token.text[:4].lower() == "nvtx" and token.text in self.declared:
                    continue  # NVTX's names stay in a port; what the tree declares of them is its own
                if names.cuda_api.matches(ported.code, index) or self._is_pasted(token.text):
                    self._left("cuda names left", token.text, where)
                elif self._is_torch_name(ported.code, index, opened):
                    if self.is_pytorch or token.text not in self.declared:
                        self._left("torch names left", token.text, where)
                elif token.text in names.level_macros and not includes_level:
                    self.counts.add("levels without their header", where, token.text)

    def _check_header_left(self, output, ported, token):
        path = token.text[1:-1]
        if not self._is_cudas_own(token.text) and self.after.resolve(token.text, output):
            return
        where = place(output, ported, token)
        if path in self.names.cuda_headers:
            self._left("cuda includes left", path, where)
        elif _DEVICE_HEADER.search(path):
            provided = (self.names.musa_headers, self.names.torch_headers, self.names.backend_headers)
            if not any(path in headers for headers in provided) and not self.remaining.explains(path):
                self.counts.add("includes unknown", where, path)

    def _left(self, count, name, where):
        self.raw[count][name] += 1
        if not self.remaining.explains(name):
            self.counts.add(count, where, name)

    def _check_guards(self, relative, output, alignment):
        ported = alignment.after
        for index in guards.nvidia_numbers(ported.code):
            token = ported.code[index]
            row = " ".join(near.text for near in ported.code[max(0, index - 3) : index + 4])
            self.counts.add("guards against NVIDIA's numbers", place(output, ported, token), row)
        for index, token in enumerate(alignment.before.code):
            if token.text == "__CUDA_ARCH__" and guards.keeps_its_meaning(alignment, index) is False:
                where, _, _ = guards.comparison_at(alignment.before.code, index)
                was = " ".join(alignment.before.code[position].text for position in where)
                became = " ".join(text for position in where for text in alignment.texts(position))
                self.counts.add(
                    "guards changed in meaning", place(relative, alignment.before, token), f"{was} -> {became}"
                )


def print_table(comparison, limit):
    counts = comparison.counts
    for fact, number in sorted(counts.facts.items()):
        print(f"{number:7}  {fact}")
    for count, names in comparison.raw.items():
        print(f"{sum(names.values()):7}  {count}, explained ones included")
    for rule in comparison.rules:
        print(f"{rule.made:7}  of {rule.expected} edits of the rule '{rule.old}' -> '{rule.new}' made")
    print()
    print("These must be 0:")
    for name, what in COUNTS.items():
        print(f"{len(counts.offenders[name]):7}  {what}")
    if comparison.remaining.explained:
        print("\nLeft, with the report's reason:")
        for name, number in sorted(comparison.remaining.explained.items()):
            print(f"{number:7}  {name}: {comparison.remaining.reasons[name]}")
    for name, offenders in counts.offenders.items():
        if offenders:
            print(f"\n{COUNTS[name]} ({len(offenders)}):")
            for where, detail in offenders[:limit]:
                print(f"  {where}: {detail}")
            if len(offenders) > limit:
                print(f"  ... and {len(offenders) - limit} more")


def print_json(comparison):
    counts = comparison.counts
    result = {
        "counts": {name: len(offenders) for name, offenders in counts.offenders.items()},
        "facts": dict(counts.facts),
        "ptx left": [[kind, reason, number] for (kind, reason), number in sorted(comparison.ptx_left.items(), key=str)],
        "left": {count: dict(names) for count, names in comparison.raw.items()},
        "explained": {
            name: {"count": number, "reason": comparison.remaining.reasons[name]}
            for name, number in comparison.remaining.explained.items()
        },
        "rules": [
            {"from": rule.old, "to": rule.new, "expected": rule.expected, "made": rule.made}
            for rule in comparison.rules
        ],
        "offenders": {name: offenders for name, offenders in counts.offenders.items() if offenders},
    }
    json.dump(result, sys.stdout, indent=1)
    print()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("src", type=Path, help="the CUDA tree")
    parser.add_argument("out", type=Path, help="its port")
    parser.add_argument("--rules", type=Path, help="the user's flat rules that the port was made with")
    parser.add_argument(
        "--ignored", action="append", default=[], metavar="DIR", help="folder of SRC that was not ported"
    )
    parser.add_argument("--report", type=Path, help="the tool's JSON report")
    parser.add_argument("--ptx", action="store_true", help="the port was made with --analyze: judge its inline PTX")
    parser.add_argument(
        "--profile", choices=("mmcv", "pytorch"), default="mmcv", help="pytorch: the tree is PyTorch itself"
    )
    parser.add_argument("--max", type=int, default=20, help="offenders to print for each count")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    comparison = Comparison(options)
    comparison.run()
    if options.json:
        print_json(comparison)
    else:
        print_table(comparison, options.max)
    return 1 if any(comparison.counts.offenders.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
