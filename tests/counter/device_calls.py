"""Calls of torch that have the device in the function's name, and the calls that take it as an argument."""

import re

_DEVICE = r"(?:(?:at|c10|torch)::)?(?:kPrivateUse1|DeviceType::PrivateUse1)"
# Name, what stands before it, the call that the port may make of `name()`.
_CALLS = {
    "cuda": ((".", "->"), re.compile(rf"to\({_DEVICE}\)")),
    "lazyInitCUDA": ((".", "->"), re.compile(rf"lazyInitDevice\({_DEVICE}\)")),
}


def ported_calls(alignment):
    """The input tokens and the output tokens (as indices) of the calls that the port made general."""
    old, new = set(), set()
    code = alignment.before.code
    for index, token in enumerate(code):
        before, pattern = _CALLS.get(token.text, ((), None))
        if not before or index == 0 or code[index - 1].text not in before:
            continue
        if [near.text for near in code[index + 1 : index + 3]] != ["(", ")"]:
            continue
        span = range(alignment.spans[index][0], alignment.spans[index + 2][1])
        if pattern.fullmatch("".join(alignment.after.code[position].text for position in span)):
            old.update(range(index, index + 3))
            new.update(span)
    return old, new
