"""The namespaces named cuda that a tree has of its own, beside at::cuda and c10::cuda."""

TORCH_NAMESPACES = frozenset({("at", "cuda"), ("c10", "cuda")})


class Namespaces:
    """What the port called each namespace where it is declared, and each use of one."""

    def __init__(self):
        self._homes = {}
        self._names = {}
        self._uses = []

    def read(self, found):
        for name, paths in found.homes.items():
            self._homes.setdefault(name, set()).update(paths)

    def declared(self, where, path, new):
        self._names.setdefault(path, {}).setdefault(new, where)

    def used(self, where, code, index, new):
        paths = self.meant(code, index)
        if paths:
            self._uses.append((where, paths, new))

    def meant(self, code, index):
        """The paths that `cuda` may stand for in `a::cuda::b::name`, by where the tree declares the name."""
        before, first = [], index
        while first >= 2 and code[first - 1].text == "::" and code[first - 2].text.isidentifier():
            first -= 2
            before.insert(0, code[first].text)
        inner = []
        while index + 2 < len(code) and code[index + 1].text == "::":
            index += 2
            tail = [*before, "cuda", *inner]
            paths = set()
            for path in self._homes.get(code[index].text, ()):
                if list(path[len(path) - len(tail) :]) == tail:
                    paths.add(path[: len(path) - len(inner)])
            if paths:
                return paths
            inner.append(code[index].text)
        return set()

    def disagreements(self):
        for path, places in self._names.items():
            if len(places) > 1:
                yield " and ".join(places.values()), f"{'::'.join(path)} became {' and '.join(places)}"
        for where, paths, new in self._uses:
            names = set().union(*(self._names.get(path, ()) for path in paths))
            if names and new not in names:
                yield where, f"{new}, but {'::'.join(sorted(paths)[0])} became {' or '.join(sorted(names))}"
