# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The numbers of the runtime's and the driver's functions, for libmupti.

`cbids.py --write` writes mupti_runtime_cbid.h and mupti_driver_cbid.h: the names that rules/cupti.json has, of the
functions that the headers declare. A name keeps the number that it has, so that compiled tools stay right. `cbids.py --names FILE` writes the names of the enumerators of the public headers,
which libmupti includes; the build calls it.
"""

import argparse
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
INCLUDE = ROOT / "runtime/include"
NAMES = {"results": ("mupti_result.h", "MUPTI_"), "runtimeFunctions": ("mupti_runtime_cbid.h", "MUPTI_RUNTIME_TRACE_CBID_musa"),
         "driverFunctions": ("mupti_driver_cbid.h", "MUPTI_DRIVER_TRACE_CBID_mu")}
HEADER = """/*===- mupti_{api}_cbid.h - numbers of the {api}'s functions ---------*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * `runtime/libraries/pti/cbids.py --write` writes this file. A name has CUPTI's version of the
 * function, the numbers are the host's own.
 *===----------------------------------------------------------------------===*/
#ifndef MUPTI_{API}_CBID_H
#define MUPTI_{API}_CBID_H

typedef enum MUpti_{api}_api_trace_cbid_enum {{
  MUPTI_{API}_TRACE_CBID_INVALID = 0,
{enumerators}
  MUPTI_{API}_TRACE_CBID_SIZE = {size},
  MUPTI_{API}_TRACE_CBID_FORCE_INT = 0x7fffffff
}} MUpti_{api}_api_trace_cbid;

#endif /* MUPTI_{API}_CBID_H */
"""


def declared(result):
    """The functions of the public headers that return this type, also those with a version that a macro names."""
    names = set()
    for header in [*INCLUDE.glob("*.h"), *INCLUDE.glob("musa_port/host/*.h")]:
        text = header.read_text()
        found = set(re.findall(rf"\b{result}\s+(mu[A-Z]\w*|musa[A-Z]\w*)\(", text))
        names |= found | {new for old, new in re.findall(r"^#define (mu\w+) (mu\w+_v\d)$", text, re.MULTILINE) if old in found}
    return names


def function_of(cbid):
    """`musaMemcpy` of `MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_ptds_v7000`."""
    return re.sub(r"(_pt[ds][sz])?(_v\d{4,5})?$", "", cbid.split("_CBID_")[1])


def numbers_in(text):
    """The numbers that a header gives, by name."""
    return {name: int(number) for name, number in re.findall(r"^  (MUPTI_\w+_CBID_mu\w+) = (\d+),$", text, re.MULTILINE)}


def numbered(names, numbers):
    """Rows of number and name. New names come behind the last one."""
    result = {name: numbers[name] for name in names if name in numbers}
    last = max(numbers.values(), default=0)
    result.update((name, last + 1 + i) for i, name in enumerate(sorted(set(names) - set(numbers))))
    return sorted((number, name) for name, number in result.items())


def headers():
    rules = json.loads((ROOT / "rules/cupti.json").read_text())["identifiers"]
    written = sorted({musa for group in rules.values() for musa in group.values() if isinstance(musa, str)})
    for api, result in ("runtime", "musaError_t"), ("driver", "MUresult"):
        functions = declared(result)
        cbids = [name for name in written
                 if re.match(rf"MUPTI_{api.upper()}_TRACE_CBID_mu", name) and function_of(name) in functions]
        path = INCLUDE / f"mupti_{api}_cbid.h"
        rows = numbered(cbids, numbers_in(path.read_text()))
        yield path, HEADER.format(api=api, API=api.upper(), size=rows[-1][0] + 1,
                                  enumerators="\n".join(f"  {name} = {number}," for number, name in rows))


def names():
    """Rows of plain arrays: number, name, and the function, unless it is one for a default stream per thread."""
    lines = []
    for array, (header, prefix) in NAMES.items():
        found = re.findall(rf"\b({prefix}\w+) = (\d+),", (INCLUDE / header).read_text())
        lines.append(f"constexpr Named {array}[] = {{")
        for name, number in found:
            text = name if array == "results" else name.split("_CBID_")[1]
            function = "" if array == "results" or re.search(r"_pt[ds][sz](_v\d+)?$", name) else function_of(name)
            lines.append(f'    {{{number}, "{text}", "{function}"}},')
        lines.append("};")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--names", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    if arguments.write:
        for path, text in headers():
            path.write_text(text)
    if arguments.names:
        arguments.names.write_text(names())


if __name__ == "__main__":
    main()
