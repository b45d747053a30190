"""Comparisons of architecture and version macros: what they became, and whether they still mean the same."""

import operator
import re

from tokenizer import NUMBER

_MUSA_VERSION = re.compile(
    r"""
    (?:MUSA|MUSART|MUDNN|MUSPARSE|MUSOLVER|MUFFT|MUBLAS|MURAND|MTRTC|MUSA_COMP)_VERSION
    | MCCL_VERSION_CODE | __MUSACC_VER_\w+__""",
    re.VERBOSE,
)
# 0 stands for code outside of a device function, where the macro is undefined.
MUSA_ARCHITECTURES = frozenset({0, 100, 210, 220, 310})
_COMPARISONS = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}
_SWAPPED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "==", "!=": "!="}


def _number(text):
    match = re.fullmatch(r"(0[xX][0-9a-fA-F]+|[0-9][0-9']*)[uUlL]*", text)
    return int(match[1].replace("'", ""), 0) if match and not re.fullmatch(r"0\d+", match[1]) else None


def _operand(code, index, step):
    """The comparison and the number that follow (step 1) or precede (step -1) the macro at `index`, or None."""
    skip = ")" if step == 1 else "("
    index += step
    # Arithmetic such as `/ 1000` belongs to the macro's side.
    while 0 <= index < len(code) - 1 and (code[index].text == skip or code[index].text in ("/", "%", "*")):
        index += step if code[index].text == skip else 2 * step
    if not 0 <= index < len(code) or code[index].text not in _COMPARISONS:
        return None
    sign = code[index].text
    index += step
    while 0 <= index < len(code) and code[index].text in "()":
        index += step
    if not 0 <= index < len(code) or code[index].kind != NUMBER:
        return None
    return sign, _number(code[index].text)


def nvidia_numbers(code):
    """Yields the index of each MUSA macro that is compared with a number of NVIDIA's."""
    for index, token in enumerate(code):
        is_architecture = token.text == "__MUSA_ARCH__"
        if not is_architecture and not _MUSA_VERSION.fullmatch(token.text):
            continue
        for step in (1, -1):
            operand = _operand(code, index, step)
            if operand and not (is_architecture and operand[1] in MUSA_ARCHITECTURES):
                yield index


def _at_least(architecture, number):
    """Whether the MUSA architecture has what NVIDIA's number stands for; None where no one says."""
    if architecture == 0:
        return False
    if number <= 750:
        return True
    if number <= 800:  # after 750 comes 800
        return architecture >= 220
    return architecture >= 310 if number == 900 else None


def _meaning(sign, number, architecture):
    if sign in (">=", "<"):
        known = _at_least(architecture, number)
    elif sign in (">", "<="):
        known = _at_least(architecture, number + 1)
    else:
        return None
    return None if known is None else known == (sign in (">=", ">"))


def comparison_at(code, index):
    """(range, sign, number) of the plain comparison `macro op number` or `number op macro` around `index`, or None."""
    if index + 2 < len(code) and code[index + 1].text in _COMPARISONS and code[index + 2].kind == NUMBER:
        return range(index, index + 3), code[index + 1].text, _number(code[index + 2].text)
    if index >= 2 and code[index - 1].text in _COMPARISONS and code[index - 2].kind == NUMBER:
        return range(index - 2, index + 1), _SWAPPED[code[index - 1].text], _number(code[index - 2].text)
    return None


def keeps_its_meaning(alignment, index):
    """Whether the comparison of `__CUDA_ARCH__` at `index` still holds on the same MUSA GPUs; None: no one can say."""
    comparison = comparison_at(alignment.before.code, index)
    if comparison is None or comparison[2] is None:
        return None
    where, sign, number = comparison
    texts = [text for position in where for text in alignment.texts(position)]
    if "__CUDA_ARCH__" in texts:
        return None  # counted as a name left
    for architecture in sorted(MUSA_ARCHITECTURES - {100}):
        wanted = _meaning(sign, number, architecture)
        if wanted is None:
            continue
        if len(texts) == 1 and _number(texts[0]) is not None:
            holds = _number(texts[0]) != 0
        elif (
            len(texts) == 3
            and texts[0] == "__MUSA_ARCH__"
            and texts[1] in _COMPARISONS
            and _number(texts[2]) is not None
        ):
            holds = _COMPARISONS[texts[1]](architecture, _number(texts[2]))
        elif (
            len(texts) == 3
            and texts[2] == "__MUSA_ARCH__"
            and texts[1] in _COMPARISONS
            and _number(texts[0]) is not None
        ):
            holds = _COMPARISONS[texts[1]](_number(texts[0]), architecture)
        else:
            return False
        if holds != wanted:
            return False
    return True
