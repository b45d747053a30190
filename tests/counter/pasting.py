"""Names that the macros of a tree put together from another name, `name ## _`."""

from tokenizer import IDENTIFIER


class Pasting:
    def __init__(self):
        self._prefixes = {""}
        self._suffixes = {""}
        self._parts = {}

    def read(self, source):
        code = source.code
        for index, token in enumerate(code):
            if token.text != "##" or token.directive != "define" or not 0 < index < len(code) - 1:
                continue
            parameters = _parameters(code, token.row, index)
            left, right = code[index - 1], code[index + 1]
            if left.text in parameters and right.kind == IDENTIFIER and right.text not in parameters:
                self._suffixes.add(right.text)
            elif right.text in parameters and left.kind == IDENTIFIER and left.text not in parameters:
                self._prefixes.add(left.text)

    def parts(self, name):
        """(prefix, name, suffix) for each way in which a macro may have made the name."""
        if name not in self._parts:
            prefixes = [prefix for prefix in self._prefixes if name.startswith(prefix)]
            suffixes = [suffix for suffix in self._suffixes if name.endswith(suffix)]
            self._parts[name] = [
                (prefix, name[len(prefix) : len(name) - len(suffix)], suffix)
                for prefix in prefixes
                for suffix in suffixes
                if 0 < len(prefix + suffix) < len(name)
            ]
        return self._parts[name]


def _parameters(code, row, index):
    while code[index - 1].row == row and code[index].text != "define":
        index -= 1
    if index + 2 >= len(code) or code[index + 2].text != "(" or code[index + 2].begin != code[index + 1].end:
        return set()
    names = set()
    for token in code[index + 3 :]:
        if token.text == ")" or token.row != row:
            break
        names.add(token.text)
    return names
