# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the results of all trees come to: figures, causes, and the tables that show them."""

import causes
from verdicts import CRASH, TIME_LIMIT

TAKES = "takes"
MOST_CAUSES = 10


def counted(result):
    """The sampled files but those that only a third party's missing header stops."""
    return [file for file in result["files"] if not file["stopped"]]


def nvcc_takes(file):
    """Whether nvcc takes the CUDA file; None if it was not asked."""
    return file["nvcc"] is None if "nvcc" in file else None


def compiles(result):
    """Whether mcc takes all of the sample but what nvcc refuses; None if there is nothing to judge."""
    files = [file for file in counted(result) if nvcc_takes(file) is not False]
    return all(file["mcc"] == TAKES for file in files) if files else None


def fails_alike(file):
    """Whether the CUDA source has the error that its port has."""
    return file["mcc"] != TAKES and file.get("parse error", "").endswith(": " + file["message"])


def figures(results):
    """The numbers of some trees, by name."""
    files = [file for result in results for file in result["files"]]
    judged = [file for result in results for file in counted(result)]
    parsing = [file for file in judged if file["parses"]]
    lines = sum(result["lines"] for result in results)
    warnings = {name: sum(result[name].get("warnings", 0) for result in results) for name in ("port", "analyze")}
    statuses = [result[name]["status"] for result in results for name in ("port", "analyze")]
    taken = [file for file in judged if file["mcc"] == TAKES]
    by_nvcc = [file for file in files if nvcc_takes(file)]
    return {
        "trees": len(results),
        "ported": sum(result["port"]["status"] in (0, 1) and result["analyze"]["status"] in (0, 1) for result in results),
        "crashes": statuses.count(CRASH) + sum(file["mcc"] == CRASH for file in judged),
        "time limits": statuses.count(TIME_LIMIT) + sum(file["mcc"] == TIME_LIMIT for file in judged),
        "files": len(files),
        "stopped": len(files) - len(judged),
        "parse": len(parsing),
        "parse and compile": sum(file["mcc"] == TAKES for file in parsing),
        "judged": len(judged),
        "compile": len(taken),
        "fail alike": sum(map(fails_alike, judged)),
        "nvcc asked": sum(nvcc_takes(file) is not None for file in files),
        "nvcc": len(by_nvcc),
        "nvcc and mcc": sum(file.get("mcc") == TAKES for file in by_nvcc),
        "dangling": sum(len(result["dangling"]) for result in results),
        "left": sum(len(result["left"] or ()) for result in results),
        "not counted": sum(result["left"] is None for result in results),
        "lines": lines,
        "warnings": warnings,
        "warnings per 1000 lines": {name: round(1000 * number / lines, 2) if lines else 0 for name, number in warnings.items()},
        "seconds": round(sum(result[name]["seconds"] for result in results for name in ("port", "analyze")), 1),
        "statuses": {name: status_table(results, name) for name in ("port", "analyze")},
    }


def status_table(results, name):
    """{status: [trees that compile, that do not, of which nothing can be judged]}"""
    found = {"0": [0, 0, 0], "1": [0, 0, 0]}
    for result in results:
        if result[name]["status"] in (0, 1):
            found[str(result[name]["status"])][{True: 0, False: 1, None: 2}[compiles(result)]] += 1
    return found


def failures(results):
    return [{"cause": ("mcc crashes: " if file["mcc"] == CRASH else "") + causes.cause(file["message"]), "tree": result["name"], **file}
            for result in results for file in counted(result) if file["mcc"] != TAKES]


def share(part, whole):
    return f"{part} of {whole}" + (f", {100 * part / whole:.1f} %" if whole else "")


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def figure_rows(parts):
    """A Markdown table; `parts`: {title: figures}."""
    rows = [
        ("trees", lambda f: str(f["trees"])),
        ("ported, without and with `--analyze`", lambda f: share(f["ported"], f["trees"])),
        ("crashes", lambda f: str(f["crashes"])),
        ("time limits hit", lambda f: str(f["time limits"])),
        ("sampled `.cu` files", lambda f: str(f["files"])),
        ("of them stopped by a third party's missing header", lambda f: str(f["stopped"])),
        ("**first figure**: of the files that parse as CUDA, mcc takes", lambda f: share(f["parse and compile"], f["parse"])),
        ("**second figure**: of all files but the stopped, mcc takes", lambda f: share(f["compile"], f["judged"])),
        ("of those that it does not take, fail as CUDA with the same error",
         lambda f: share(f["fail alike"], f["judged"] - f["compile"])),
        ("**third figure**: of the files that nvcc takes, mcc takes", lambda f: share(f["nvcc and mcc"], f["nvcc"]) if f["nvcc asked"] else "-"),
        ("includes that dangle", lambda f: str(f["dangling"])),
        ("names left without a word", lambda f: str(f["left"]) + (f" ({f['not counted']} trees not counted)" if f["not counted"] else "")),
        ("lines of sources", lambda f: str(f["lines"])),
        ("warnings per 1000 lines, without and with `--analyze`",
         lambda f: " / ".join(str(f["warnings per 1000 lines"][name]) for name in ("port", "analyze"))),
        ("seconds to port, twice", lambda f: str(f["seconds"])),
    ]
    lines = ["| | " + " | ".join(parts) + " |", "|---|" + "---|" * len(parts)]
    lines += [f"| {title} | " + " | ".join(value(part) for part in parts.values()) + " |" for title, value in rows]
    return lines


def status_rows(parts):
    lines = ["| | exit status | compiles | does not | nothing to judge |", "|---|---|---|---|---|"]
    for title, part in parts.items():
        for name, shown in (("port", "port"), ("analyze", "port `--analyze`")):
            lines += [f"| {title}, {shown} | {status} | " + " | ".join(map(str, row)) + " |"
                      for status, row in part["statuses"][name].items()]
    return lines


def cause_rows(results, most=None):
    """`most`: how many causes are listed; all if None."""
    groups = causes.group(failures(results))
    lines = ["| files | of them parse as CUDA | nvcc takes | cause | in |", "|---|---|---|---|---|"]
    for cause, found in groups[:most]:
        trees = list(dict.fromkeys(failure["tree"] for failure in found))
        shown = ", ".join(trees[:6]) + (f" and {len(trees) - 6} more" if len(trees) > 6 else "")
        by_nvcc = [nvcc_takes(failure) for failure in found]
        lines.append(f"| {len(found)} | {sum(failure['parses'] for failure in found)} | "
                     f"{'-' if None in by_nvcc else sum(by_nvcc)} | {cell(cause)} | {shown} |")
    if most is not None and len(groups) > most:
        lines.append(f"| {sum(len(found) for _, found in groups[most:])} | | | {len(groups) - most} more | |")
    return lines


def tree_rows(results):
    lines = ["| tree | version or commit | status, with `--analyze` | parse, mcc takes | judged, mcc takes | dangling | left | "
             "warnings | seconds |", "|---|---|---|---|---|---|---|---|---|"]
    for result in sorted(results, key=lambda each: each["name"].lower()):
        numbers = figures([result])
        lines.append(
            f"| {result['name']} | {result['version'][:12]} | {result['port']['status']}, {result['analyze']['status']} | "
            f"{numbers['parse']}, {numbers['parse and compile']} | {numbers['judged']}, {numbers['compile']} | {numbers['dangling']} | "
            f"{'-' if result['left'] is None else len(result['left'])} | {result['analyze'].get('warnings', '-')} | {numbers['seconds']} |")
    return lines


def split(results):
    """(those that are looked at, those set aside)"""
    return ([result for result in results if not result["set aside"]], [result for result in results if result["set aside"]])


def without_details(result):
    """Only the numbers of a tree that is set aside."""
    hidden = ("file", "ported", "parse error", "place", "message", "reads")
    files = [{key: value and "refuses" if key == "nvcc" else value for key, value in file.items() if key not in hidden}
             for file in result["files"]]
    runs = {name: {key: value for key, value in result[name].items() if key != "said"} for name in ("port", "analyze")}
    return {**result, **runs, "files": files, "dangling": len(result["dangling"]),
            "left": None if result["left"] is None else len(result["left"])}


def file_lines(results):
    """What fails, and why, file by file."""
    lines = []
    for failure in failures(results):
        lines.append(f"{failure['tree']}: {failure['file']}: {failure['place']}: {failure['message']}"
                     + ("" if failure["parses"] else f"\n    as CUDA: {failure['parse error']}")
                     + ("" if nvcc_takes(failure) is None else f"\n    nvcc: {failure['nvcc'] or 'takes it'}"))
    for result in results:
        lines += [f"{result['name']}: {file['file']}: stopped: {file['parse error']}" for file in result["files"] if file["stopped"]]
        lines += [f"{result['name']}: {path}: dangles: {name}, meant {target}" for path, name, target in result["dangling"]]
        lines += [f"{result['name']}: {place}: left without a word: {name}" for place, name in result["left"] or ()]
        lines += [f"{result['name']}: {name}: {result[name]['status']}: {result[name]['said'].strip()}"
                  for name in ("port", "analyze") if "said" in result[name]]
    return lines


def summary(results, final, most=MOST_CAUSES):
    """The tables of the page, and of what is printed."""
    looked_at, aside = split(results)
    parts = {"looked at": figures(looked_at), "set aside": figures(aside)}
    lines = [*figure_rows(parts), "", "## Exit status", "", *status_rows(parts), "", "## Causes", "", *cause_rows(looked_at, most)]
    if final:
        lines += ["", "## Causes in what was set aside", "", *cause_rows(aside, most)]
    return [*lines, "", "## Trees", "", *tree_rows(looked_at), "", "## Trees set aside", "", *tree_rows(aside)]
