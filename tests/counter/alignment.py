"""Which output tokens each input token became."""

from difflib import SequenceMatcher


class Alignment:
    """`spans[i]` is the range of output tokens that stands where input token `i` stood.

    A port keeps tokens one to one, row by row. Where it does not (a rule whose sides differ in length, an inserted
    include), rows and then tokens are matched by content.
    """

    def __init__(self, before, after):
        self.before = before
        self.after = after
        self.spans = [None] * len(before.code)
        self.inserted = []  # output tokens that stand for nothing
        rows_before = _rows(before.code)
        rows_after = _rows(after.code)
        if [end - begin for begin, end in rows_before] == [end - begin for begin, end in rows_after]:
            self._one_to_one(0, len(before.code), 0)
            return
        keys_before = [_key(before.code, row) for row in rows_before]
        keys_after = [_key(after.code, row) for row in rows_after]
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, keys_before, keys_after, autojunk=False).get_opcodes():
            if tag == "equal":
                for (begin, end), (begin_after, _) in zip(rows_before[i1:i2], rows_after[j1:j2]):
                    self._one_to_one(begin, end, begin_after)
            elif i2 - i1 == j2 - j1:
                for row_before, row_after in zip(rows_before[i1:i2], rows_after[j1:j2]):
                    self._block(*row_before, *row_after)
            else:
                self._block(*_extent(rows_before, i1, i2), *_extent(rows_after, j1, j2))

    def texts(self, index):
        """The spellings that the input token became."""
        begin, end = self.spans[index]
        return [token.text for token in self.after.code[begin:end]]

    def changed(self):
        """Indices of the input tokens that are not themselves any more."""
        for index, (begin, end) in enumerate(self.spans):
            if end != begin + 1 or self.after.code[begin].text != self.before.code[index].text:
                yield index

    def _one_to_one(self, begin, end, begin_after):
        for offset in range(end - begin):
            self.spans[begin + offset] = (begin_after + offset, begin_after + offset + 1)

    def _block(self, i1, i2, j1, j2):
        if i2 - i1 == j2 - j1:
            self._one_to_one(i1, i2, j1)
            return
        texts_before = [token.text for token in self.before.code[i1:i2]]
        texts_after = [token.text for token in self.after.code[j1:j2]]
        for tag, a1, a2, b1, b2 in SequenceMatcher(None, texts_before, texts_after, autojunk=False).get_opcodes():
            if tag == "insert":
                self.inserted.extend(range(j1 + b1, j1 + b2))
            elif a2 - a1 == b2 - b1:
                self._one_to_one(i1 + a1, i1 + a2, j1 + b1)
            else:
                # All of the replacement belongs to the last token that it replaces.
                for offset in range(a1, a2):
                    self.spans[i1 + offset] = (j1 + b1, j1 + b1)
                self.spans[i1 + a2 - 1] = (j1 + b1, j1 + b2)


def _rows(code):
    """The index ranges of the tokens of each logical line."""
    rows = []
    begin = 0
    for index in range(1, len(code) + 1):
        if index == len(code) or code[index].row != code[begin].row:
            rows.append((begin, index))
            begin = index
    return rows if code else []


def _key(code, row):
    return tuple(token.text for token in code[row[0] : row[1]])


def _extent(rows, first, last):
    if first == last:
        position = rows[first][0] if first < len(rows) else (rows[-1][1] if rows else 0)
        return position, position
    return rows[first][0], rows[last - 1][1]
