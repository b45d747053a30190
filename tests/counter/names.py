"""What the frozen lists in tests/data/ say about a name, and what a regular MUSA name looks like."""

import itertools
import re
from fnmatch import fnmatchcase
from pathlib import Path

from tokenizer import IDENTIFIER

DATA = Path(__file__).resolve().parent.parent / "data"
# Defines what a port may name instead of CUDA's version macros.
LEVEL_HEADER = "musa_port/cuda_level.h"
_LEVEL_HEADER_FILE = DATA.parent.parent / "runtime/include" / LEVEL_HEADER

# MUSA's regular families. `cuda` may stand anywhere in a name; the short pieces only where a word begins, which is what
# tells cuStreamCreate from Accumulate and nvrtc from Invalid.
_PIECES = {"cuda": "musa", "CUDA": "MUSA", "Cuda": "Musa", "nccl": "mccl", "NCCL": "MCCL"}
_WORD_PIECES = {"cu": "mu", "CU": "MU", "Cu": "Mu", "nv": "mt", "NV": "MT", "Nv": "Mt"}
_WORD_PIECES |= {"npp": "mtpp", "NPP": "MTPP", "Npp": "Mtpp"}
_PIECE = re.compile(r"cuda|CUDA|Cuda|nccl|NCCL|(?<![a-zA-Z])(?:cu|nv|npp)|(?<![A-Z])(?:CU|NV|Cu|Nv|NPP|Npp)")


def is_regular(old, new):
    """Whether `new` is `old` with some of its CUDA pieces replaced by MUSA's."""
    pattern = ""
    position = 0
    for match in _PIECE.finditer(old):
        piece = match.group()
        replacement = _PIECES.get(piece) or _WORD_PIECES[piece]
        pattern += re.escape(old[position : match.start()]) + f"(?:{piece}|{replacement})"
        position = match.end()
    return old != new and re.fullmatch(pattern + re.escape(old[position:]), new) is not None


def regular(old):
    """`old` with all of its CUDA pieces replaced."""
    return _PIECE.sub(lambda match: _PIECES.get(match.group()) or _WORD_PIECES[match.group()], old)


def partly_regular(old):
    """`old` with each choice of its CUDA pieces replaced, the one with none of them first."""
    parts = []
    position = 0
    for match in _PIECE.finditer(old):
        piece = match.group()
        parts.append((old[position : match.start()],))
        parts.append((piece, _PIECES.get(piece) or _WORD_PIECES[piece]))
        position = match.end()
    parts.append((old[position:],))
    return ["".join(choice) for choice in itertools.product(*parts)]


def level_macros():
    """What the header of the CUDA level defines."""
    found = re.findall(r"^#\s*define\s+(MUSAPORT_\w+)", _LEVEL_HEADER_FILE.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(found)


def read_list(name, data=DATA):
    lines = (data / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class HeaderList:
    """Header names; an entry may hold `*`."""

    def __init__(self, entries):
        self.exact = {entry for entry in entries if "*" not in entry}
        self._patterns = [entry for entry in entries if "*" in entry]

    def __contains__(self, header):
        return header in self.exact or any(fnmatchcase(header, pattern) for pattern in self._patterns)


class NameList:
    """Names, and token sequences in which one name means the device (`DeviceType :: CUDA`, `. is_cuda (`).

    In a sequence `*` stands for any one token, and the name that counts is the last one that is CUDA's.
    """

    def __init__(self, entries):
        self.plain = set()
        self._sequences = {}
        for entry in entries:
            words = entry.split()
            if len(words) == 1:
                self.plain.add(entry)
                continue
            key = max(index for index, word in enumerate(words) if re.search("cuda", word, re.IGNORECASE))
            self._sequences.setdefault(words[key], []).append((key, words))

    def matches(self, code, index):
        """Whether the code token at `index` is one of these names, in its place."""
        token = code[index]
        if token.kind != IDENTIFIER:
            return False
        if token.text in self.plain:
            return True
        for key, words in self._sequences.get(token.text, ()):
            first = index - key
            if first >= 0 and first + len(words) <= len(code):
                if all(word in ("*", code[first + offset].text) for offset, word in enumerate(words)):
                    return True
        return False


class FrozenNames:
    """All lists of tests/data/."""

    def __init__(self, data=DATA):
        self.cuda_api = NameList(read_list("cuda_api_names.txt", data))
        self.cuda_headers = HeaderList(read_list("cuda_header_names.txt", data))
        self.musa_headers = HeaderList(read_list("musa_headers.txt", data))
        self.torch_headers = HeaderList(read_list("torch_headers.txt", data))
        self.backend_headers = HeaderList(read_list("backend_headers.txt", data))
        self.torch_cuda = NameList(read_list("torch_cuda_names.txt", data))
        self.torch_cuda_members = set(read_list("torch_cuda_members.txt", data))
        self.libtorch_exported = set(read_list("libtorch_exported_names.txt", data))
        self.irregular = set(map(tuple, map(str.split, read_list("irregular_musa_names.txt", data))))
        self.mutlass = dict(map(str.split, read_list("mutlass_names.txt", data)))
        self.level_macros = level_macros()

    def is_known_target(self, old, new):
        return is_regular(old, new) or (old, new) in self.irregular or self._is_level(old, new)

    def _is_level(self, old, new):
        """CUSPARSE_VERSION -> MUSAPORT_CUSPARSE_LEVEL, __CUDACC_VER_MAJOR__ -> MUSAPORT_CUDACC_VER_MAJOR."""
        name = old.strip("_")
        library = re.sub(r"(?:_API)?_VERSION(?:_CODE)?$", "", name).replace("CUDART", "CUDA")
        return new in self.level_macros and new in (f"MUSAPORT_{name}", f"MUSAPORT_{library}_LEVEL")
