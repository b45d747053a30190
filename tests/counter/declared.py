"""Which names a file declares, found from its tokens.

Every branch of every `#if` is read, so one brace may be opened twice; scopes are restored at the directives.
A heuristic, not a parser: of macro invocations only `..._DECLARE_...(name, ...)` and `..._DEFINE_...(name, ...)` count.
"""

import re

from tokenizer import IDENTIFIER

_TYPE_KEYWORDS = frozenset({"class", "struct", "union", "enum"})
_NOT_A_NAME = frozenset(
    """alignas alignof asm auto bool break case catch char class const const_cast constexpr continue decltype default
    delete do double dynamic_cast else enum explicit extern float for friend goto if inline int long mutable namespace
    new noexcept operator private protected public register reinterpret_cast requires return short signed sizeof static
    static_assert static_cast struct switch template this throw try typedef typeid typename union unsigned using
    virtual void volatile while __attribute__ __declspec __launch_bounds__ __align__ __asm__ defined
    __global__ __device__ __host__ __forceinline__ __inline__ __noinline__ __restrict__ __constant__ __shared__
    override final""".split()
)
# What may stand directly before the name in a declaration, besides a type's name.
_BEFORE_A_NAME = frozenset({"*", "&", "&&", ">", ">>", ">>>"})
_DECLARING_MACRO = re.compile(r"[A-Z0-9_]*(?:DECLARE|DEFINE)[A-Za-z0-9_]*")
_STATEMENT_KEYWORDS = frozenset({"return", "else", "new", "delete", "throw", "goto", "case", "using", "operator"})


class Declarations:
    """Names by the way they are declared."""

    def __init__(self):
        self.macros = set()
        self.namespaces = set()
        self.names = set()
        self.members = set()
        self.homes = {}  # name -> the namespaces with a `cuda` in their path that declare it
        self.namespace_tokens = {}  # where a token of the file names the namespace that it opens -> that one's path

    def update(self, other):
        """Takes in all but what belongs to one file."""
        for name, paths in other.homes.items():
            self.homes.setdefault(name, set()).update(paths)
        self.macros |= other.macros
        self.namespaces |= other.namespaces
        self.names |= other.names
        self.members |= other.members

    def outside_classes(self):
        return self.macros | self.names

    def all(self):
        return self.macros | self.names | self.members | self.namespaces


def declarations(source):
    """The declarations of a tokenized file."""
    found = Declarations()
    code = []
    for index, token in enumerate(source.code):
        if not token.directive:
            code.append(token)
            continue
        if token.text == "define" and token.directive == "define" and index + 1 < len(source.code):
            found.macros.add(source.code[index + 1].text)
        if token.text == token.directive:
            # Stands for the directive, so that the walk below can restore its scopes.
            code.append(token)
    _Walk(code, found).run()
    return found


class _Walk:
    def __init__(self, code, found):
        self.code = code
        self.found = found
        self.scopes = []  # "namespace", "class", "enum", "initializer" or "body" for each open brace
        self.paths = []  # for each open brace the namespace it is in
        self.at_if = []  # the scopes at each #if, restored at its other branches

    def run(self):
        start = 0
        type_ended = False  # `start` stands behind the body of a class or an enumeration
        for index, token in enumerate(self.code):
            text = token.text
            if token.directive:
                self._directive(token.directive)
                if start == index:
                    start = index + 1
            elif "initializer" in self.scopes:
                # It belongs to the declaration that it is part of.
                if text == "{":
                    self._open("body", self._path())
                elif text == "}":
                    self._close()
            elif text == "{":
                kind, path = self._scope_kind(start, index), self._path()
                if kind == "enum":
                    self._enumerators(index + 1)
                elif kind == "namespace":
                    path = self._namespace_path(start, index)
                self._open(kind, path)
                if kind != "initializer":
                    start = index + 1
                    type_ended = False
            elif text == "}":
                type_ended = self._close() in ("class", "enum")
                start = index + 1
            elif text == ";":
                if type_ended:
                    self._names_of_type(start, index)
                else:
                    self._declaration(start, index)
                start = index + 1
                type_ended = False
            elif text == ":" and index > start and self.code[index - 1].text in ("public", "private", "protected"):
                start = index + 1

    def _directive(self, directive):
        if directive in ("if", "ifdef", "ifndef"):
            self.at_if.append((list(self.scopes), list(self.paths)))
        elif directive in ("else", "elif", "elifdef", "elifndef") and self.at_if:
            self.scopes, self.paths = map(list, self.at_if[-1])
        elif directive == "endif" and self.at_if:
            self.at_if.pop()

    def _scope(self):
        return self.scopes[-1] if self.scopes else "namespace"

    def _path(self):
        return self.paths[-1] if self.paths else ()

    def _open(self, kind, path):
        self.scopes.append(kind)
        self.paths.append(path)

    def _close(self):
        if not self.scopes:
            return None
        self.paths.pop()
        return self.scopes.pop()

    def _namespace_path(self, start, end):
        path = self._path()
        behind_keyword = False
        for token in self.code[start:end]:
            if behind_keyword and token.kind == IDENTIFIER and not token.directive and token.text != "inline":
                path += (token.text,)
                self.found.namespaces.add(token.text)
                self.found.namespace_tokens[token.begin] = path
            behind_keyword = behind_keyword or token.text == "namespace"
        return path

    def _closing(self, index, opening, closing):
        depth = 0
        while index < len(self.code):
            text = self.code[index].text
            if text == opening:
                depth += 1
            elif text == closing:
                depth -= 1
                if depth == 0:
                    return index
            index += 1
        return len(self.code) - 1

    def _without_template(self, start, end):
        """Skips `template <...>` heads."""
        while start < end and self.code[start].text == "template":
            depth = 0
            start += 1
            while start < end:
                text = self.code[start].text
                if text == "<":
                    depth += 1
                elif text in (">", ">>", ">>>"):
                    depth -= len(text)
                elif text == "(":
                    start = self._closing(start, "(", ")")
                start += 1
                if depth <= 0:
                    break
        return start

    def _scope_kind(self, start, end):
        if self._scope() not in ("namespace", "class"):
            return "body"
        start = self._without_template(start, end)
        words = [token.text for token in self.code[start:end] if not token.directive]
        if "namespace" in words and "using" not in words:
            # Macros without a semicolon may stand before it.
            return "namespace"
        if len(words) >= 2 and words[-2] == "extern" and words[-1].startswith('"'):
            return "namespace"
        keyword = next((word for word in words if word in _TYPE_KEYWORDS), None)
        if keyword and "=" not in words and not self._looks_like_function(words, keyword):
            self._add_type_name(words, keyword)
            return "enum" if keyword == "enum" else "class"
        if "=" in words and "operator" not in words and "(" not in words[: words.index("=")]:
            return "initializer"
        self._declarator(start, end)
        return "body"

    @staticmethod
    def _looks_like_function(words, keyword):
        """`struct S f(int) {` is a function; `struct alignas(8) S {` is a type."""
        if ")" not in words or words[-1] not in (")", "const", "noexcept", "override"):
            return False
        return words[words.index(keyword) + 1] not in ("alignas", "__align__", "__attribute__")

    def _add_type_name(self, words, keyword):
        # The last identifier before the bases, leaving attributes and export macros aside.
        name = None
        depth = 0
        for word in words[words.index(keyword) + 1 :]:
            if word == "(":
                depth += 1
            elif word == ")":
                depth -= 1
            elif depth == 0 and word in (":", "<"):
                break
            elif depth == 0 and word.isidentifier() and word not in _NOT_A_NAME:
                name = word
        if name:
            self._add(name)

    def _enumerators(self, index):
        expect = True
        depth = 0
        while index < len(self.code):
            token = self.code[index]
            if token.text in ("(", "{"):
                depth += 1
            elif token.text in (")", "}"):
                if depth == 0:
                    return
                depth -= 1
            elif depth == 0 and token.text == ",":
                expect = True
            elif expect and token.kind == IDENTIFIER and not token.directive:
                self._add(token.text)
                expect = False
            index += 1

    def _add(self, name):
        if self._scope() == "class":
            self.found.members.add(name)
            return
        self.found.names.add(name)
        if "cuda" in self._path():
            self.found.homes.setdefault(name, set()).add(self._path())

    def _declaration(self, start, end):
        if self._scope() not in ("namespace", "class"):
            return
        start = self._without_template(start, end)
        if start >= end:
            return
        first = self.code[start].text
        if first == "using":
            if start + 2 < end and self.code[start + 2].text == "=":
                self._add(self.code[start + 1].text)
            return
        if first in ("namespace", "friend", "static_assert"):
            return
        if _DECLARING_MACRO.fullmatch(first) and start + 2 < end and self.code[start + 1].text == "(":
            if self.code[start + 2].kind == IDENTIFIER and self.code[start + 3].text in (",", ")"):
                self._add(self.code[start + 2].text)
            return
        if first == "typedef":
            self._typedef(start, end)
            return
        if first in _TYPE_KEYWORDS:
            words = [token.text for token in self.code[start:end]]
            if all(word.isidentifier() or word in (":", "::") for word in words):
                self._add_type_name(words, first)
                if len(words) == 2:
                    return
        self._declarator(start, end)

    def _names_of_type(self, start, end):
        """`typedef struct {...} name, *pointer;` and `struct {...} variable;`."""
        index = start
        while index < end:
            text = self.code[index].text
            if text in ("(", "="):
                index = self._closing(index, "(", ")") if text == "(" else end
            elif text.isidentifier() and text not in _NOT_A_NAME:
                self._add(text)
                # Attributes may follow, as macros.
                while index + 1 < end and self.code[index + 1].text != ",":
                    index += 1
            index += 1

    def _typedef(self, start, end):
        """`typedef T name;`, `typedef R (CALL *name)(int);`, `typedef R CALL name(int);`."""
        words = [token.text for token in self.code[start:end]]
        if words[-1] != ")":
            if words[-1].isidentifier():
                self._add(words[-1])
            return
        opening = start + words.index("(")
        closing = self._closing(opening, "(", ")")
        inside = [token.text for token in self.code[opening + 1 : closing]]
        is_pointer = "*" in inside and closing + 1 < end and self.code[closing + 1].text == "("
        names = inside[inside.index("*") :] if is_pointer else reversed(words[: opening - start])
        name = next((word for word in names if word.isidentifier() and not word.startswith("__")), None)
        if name:
            self._add(name)

    def _declarator(self, start, end):
        """The function or the variables that the tokens declare, if they are a declaration at all."""
        index = start
        expect_name = True
        while index < end:
            token = self.code[index]
            text = token.text
            if token.directive:
                index += 1
                continue
            if text in _STATEMENT_KEYWORDS:
                return
            if text == "=" or text == "{":
                # The initializer up to the next declarator.
                while index < end and self.code[index].text != ",":
                    if self.code[index].text in ("(", "{"):
                        closing = ")" if self.code[index].text == "(" else "}"
                        index = self._closing(index, self.code[index].text, closing)
                    index += 1
                expect_name = True
                continue
            if text == ",":
                expect_name = True
            elif text == "(":
                index = self._closing(index, "(", ")")
            elif expect_name and token.kind == IDENTIFIER and text not in _NOT_A_NAME and index > start:
                before = self._before(index, start)
                after = self.code[index + 1].text if index + 1 < len(self.code) else ";"
                follows_type = before is not None and (
                    (before.kind == IDENTIFIER and before.text not in _STATEMENT_KEYWORDS)
                    or before.text in _BEFORE_A_NAME
                    or before.text in (",", ")")
                )
                if follows_type and after in ("(", "=", ";", ",", "[", "{"):
                    self._add(text)
                    expect_name = False
                    if after == "(":
                        return
            index += 1

    def _before(self, index, start):
        index -= 1
        while index >= start and self.code[index].directive:
            index -= 1
        return self.code[index] if index >= start else None


_GUARD = re.compile(r"(?:ifndef (\w+)|if ! defined (?:\( )?(\w+)(?: \))?) define (\w+)(?: |$)")


def include_guard(source):
    """The macro of the file's include guard, or None: `#ifndef X`, `#define X` before any other code."""
    words = []
    for token in source.code[:16]:
        if not token.directive:
            break
        if token.text != "#":
            words.append(token.text)
    head = " ".join(words).removeprefix("pragma once ")
    match = _GUARD.match(head)
    return match[3] if match and match[3] in (match[1], match[2]) else None
