# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What mcc says of a ported file. A verdict is kept as long as this file is the same."""

import os
import re

from verdicts import CRASH, TIME_LIMIT

SECONDS = 300
_ERROR = re.compile(r"^(?:(?P<place>[^\s:][^:\n]*:\d+:\d+): )?(?:mcc: )?(?:fatal )?error: (?P<message>.*)$", re.M)


def first_error(output):
    """(place, message) of a compiler's first error; None if it says none."""
    found = _ERROR.search(output)
    return (found["place"] or "", found["message"].strip()) if found else None


def compile_verdict(runner, mcc, libraries, output, file):
    """What mcc says of a ported file."""
    if not (output / file["ported"]).is_file():
        return {"mcc": "not ported", "place": file["ported"], "message": "the port has no such file"}
    # Relative to the output, so that what is said does not depend on where that is.
    command = [mcc, "-c", "-O0", "-w", *(option + folder for folder, option in file["folders"].items()),
               *("-D" + macro for macro in file["macros"]), *file["asked"],
               *(word for folder in libraries for word in ("-isystem", folder)), file["ported"], "-o", os.devnull]
    done = runner.run(command, SECONDS, cwd=output)
    if done.status is None:
        return {"mcc": TIME_LIMIT, "place": file["ported"], "message": f"mcc: {SECONDS} s are over", "seconds": done.seconds}
    if done.status == 0:
        return {"mcc": "takes", "seconds": done.seconds}
    place, message = first_error(done.output) or ("", done.output[-500:])
    is_crash = done.status < 0 or "Stack dump" in done.output or "PLEASE submit" in done.output
    return {"mcc": CRASH if is_crash else "refuses", "place": place, "message": message, "seconds": done.seconds}
