# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From what a compiler says to a cause: what many files have in common that fail alike."""

import re

_MISSING = re.compile(r"^'([^']+)' file not found")
_QUOTED = re.compile(r"(?<!\w)'((?:[^']|(?<=\w)'(?=\w))*)'")
# Messages that are about their first name: it is the cause. Others quote what the file has by chance.
_ABOUT_NAME = re.compile(
    r"file not found|undeclared identifier|unknown type name|no (?:member|type|template) named|undeclared library function"
    r"|unknown attribute|unknown argument|unsupported option|has not been declared|redefinition|is not a member")
# Names of MUSA's, CUDA's and of libraries that many trees use: these are no chance.
_KNOWN = re.compile(r"(?:const )?(?:(?:at|c10|torch|thrust|cub|std|cuda|musa|cute|mute|cutlass|mutlass)::\w|__\w|atomic[A-Z]"
                    r"|(?:cu|mu|nv|mt)[a-z]*[A-Z_]\w|make_\w|half|bfloat16|nv_bfloat|tex\d|surf\d)")
_NVIDIA = re.compile(
    r"^(cuda|cub/|thrust/|cu(blas|complex|dnn|dss|fft|file|pti|rand|solver|sparse|te/|tensor|til|tlass/)|npp|nccl|optix"
    r"|nv(comp|cuvid|encode|fatbin|graph|infer|jitlink|jpeg|ml|ptx|rtc|shmem|toolsext|tx|vm)|cooperative_groups|mma\.h|sm_\d\d"
    r"|vector_(types|functions)|device_(launch|atomic|functions|types)|driver_types|texture_|surface_|math_constants)",
    re.I)


def missing_header(message):
    """The header, if that is what an error is about."""
    found = _MISSING.match(message)
    return found[1] if found else None


class Toolkit:
    """Which headers are NVIDIA's, by the rules and by their looks."""

    def __init__(self, headers):
        """`headers`: names as rules have them; * at the end stands for the rest."""
        self.headers = {name for name in headers if not name.endswith("*")}
        self._beginnings = tuple(name[:-1] for name in headers if name.endswith("*"))

    def has(self, header):
        return header in self.headers or header.startswith(self._beginnings) or bool(_NVIDIA.match(header))


def is_third_partys(header, tree_files, toolkit):
    """Whether it is neither in the tree, under any folder, nor NVIDIA's."""
    name = re.sub(r"^(\.\.?/)+", "", header)
    in_tree = any(path == name or path.endswith("/" + name) for path in tree_files)
    return not in_tree and not toolkit.has(header)


def cause(message):
    """An error without what stands in it by chance."""
    message = re.sub(r"; did you mean .*$| \(aka '[^']*'\)", "", message)
    if not _ABOUT_NAME.search(message):
        return _QUOTED.sub(lambda match: match[0] if _KNOWN.match(match[1]) else "'...'", re.sub(r"\b\d+\b", "N", message))
    first = _QUOTED.search(message)
    end = first.end() if first else 0
    return message[:end] + _QUOTED.sub("'...'", message[end:])


def group(failures):
    """[(cause, failures)], the largest first. A failure has a "cause", a "tree" and a "file"."""
    groups = {}
    for failure in failures:
        groups.setdefault(failure["cause"], []).append(failure)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
