"""Macros that a tree which builds for MUSA without a port has: `#define cudaFree musaFree`."""

from itertools import groupby

from tokenizer import IDENTIFIER, Source


def _is_self_map(row, is_ported_to):
    """Whether the directive's text is one other name, and the port gives the macro that name. Parameters are passed on."""
    texts = [token.text for token in row]
    if texts[:2] != ["#", "define"] or len(row) < 4 or row[2].kind != IDENTIFIER:
        return False
    has_parameters = texts[3] == "(" and row[3].begin == row[2].end
    target = texts.index(")", 3) + 1 if has_parameters and ")" in texts else 3
    if target >= len(row) or row[target].kind != IDENTIFIER:
        return False
    return texts[3:target] == texts[target + 1 :] and is_ported_to(texts[2], texts[target])


def without_self_maps(source, is_ported_to):
    """The source without such directives. Their lines and comments stay."""
    text, end = [], 0
    for _, tokens in groupby(source.code, key=lambda token: token.row):
        row = list(tokens)
        if not _is_self_map(row, is_ported_to):
            continue
        # What stands between the tokens: with a comment all of it, otherwise the line ends alone.
        gaps = [source.text[a.end : b.begin] for a, b in zip(row, row[1:])]
        kept = gaps if any(gap.replace("\\\n", "").strip() for gap in gaps) else ["\\\n" * gap.count("\\\n") for gap in gaps]
        text += [source.text[end : row[0].begin], *kept]
        end = row[-1].end
    return Source("".join([*text, source.text[end:]])) if text else source
