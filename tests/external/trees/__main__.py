# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports strangers' trees and compiles a sample of each: what ports, what builds, and the causes of what does not.

    ./dev trees [FOLDER...] [--only REGEX] [--quick] [--files] [--final] [--json FILE] [--refuse FILE] [--nvcc]
                [--update-docs]

A FOLDER is a checkout, or has checkouts and an INDEX.tsv (owner/name, commit; the subfolder is OWNER+NAME). Without one, the
trees of tests/external/tree_corpora.json are fetched. What is known of a tree is kept, so that a run goes on where it was
stopped. Of the trees that are set aside only the numbers are printed before --final: a third, by a hash of the name, or those
that the column "set aside" of INDEX.tsv (yes, no) chooses.
"""

import argparse
import json
import os
import re
import shutil
import signal
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))

import causes  # noqa: E402
import fetch  # noqa: E402
import libraries  # noqa: E402
import nvcc  # noqa: E402
import table  # noqa: E402
import trees  # noqa: E402
from measure import Tools, measure  # noqa: E402
from verdicts import Runner, Store  # noqa: E402

CORPORA = HERE.parent / "tree_corpora.json"
DOCUMENT = ROOT / "docs/measured/trees.md"

HEAD = """# Strangers' trees, measured

`./dev trees [FOLDER...] --update-docs` writes this page. It ports each tree without and with
`--analyze`, by the default rules. Then mcc compiles at most eight of the ported `.cu` files, chosen
by a hash of their paths. A `.cu` file that another file includes is no source. Include folders
and macros are those that `musa-port check` works out from the tree; no tree has a recipe of its
own.

- *Stopped*: the first error of the CUDA source is a missing header that is neither in the tree nor
  NVIDIA's. A header or a name of NVIDIA's that the host backend lacks counts as a failure.
- *Fail as CUDA with the same error*: no port could help, such as code for an older PyTorch, or for
  a compiler that is not Clang.
- *nvcc takes*: with `--nvcc`, NVIDIA's compiler is asked about the same files with the same include
  folders; PyPI has it, and it needs no GPU. The other files miss something that only their own
  build makes, or are for an older toolkit, or have errors.
- *Dangling*: an include that named a file of the tree, and whose port does not.
- *Left*: CUDA's names that are in the port, and that the report does not mention, by the
  independent counter.
- *Set aside*: trees that were measured before anybody had looked at why they fail, so that the
  figures are honest. Once somebody has looked, a tree is never set aside again.
- *Compiles*: mcc takes all files of the sample but the stopped ones, and those that nvcc refuses.
- *Seconds* are the processor's. What musa-port has in its own cache it does not parse again.

"""


def note(text):
    print(f"-- {text}", file=sys.stderr, flush=True)


def headers_of_rules():
    """All names of NVIDIA's headers in the default rules. A header of PyTorch that is missing is another version's."""
    found = set()
    for path in (ROOT / "rules").glob("*.json"):
        if path.stem == "pytorch":
            continue
        headers = json.loads(path.read_text(encoding="utf-8")).get("headers", {})
        found.update(name for status in headers.values() for name in status)
    return found


def refuse(path, found):
    if judges := trees.refused(found, trees.read_names(path)):
        sys.exit(f"trees: error: {path} refuses {', '.join(tree.name for tree in judges)}")


def chosen_trees(options):
    """What is refused is not even fetched."""
    if options.folders:
        found = [tree for tree in trees.of_folders(options.folders, note) if re.search(options.only, tree.name)]
    else:
        corpora = {name: corpus for name, corpus in fetch.read_corpora(CORPORA).items() if re.search(options.only, name)}
        found = [trees.Tree(name, corpus["version"], None) for name, corpus in corpora.items()]
    if options.refuse:
        refuse(options.refuse, found)
    return found if options.folders else trees.of_corpora(corpora, fetch, note)


def measure_all(options, found):
    """The results, by name."""
    runner = Runner()
    store = Store(fetch.cache_folder() / "trees")
    folders = libraries.folders(options.build)
    compiler = nvcc.Nvcc(runner, nvcc.fetched(), folders[0]) if options.nvcc else None
    tools = Tools(options.build, runner, folders, causes.Toolkit(headers_of_rules()), compiler)
    results = []
    work = store.folder / f"work-{os.getpid()}"
    pool = ThreadPoolExecutor(options.jobs)
    open_ = {pool.submit(measure, tools, store, tree, work / str(number), note, options.quick): tree.name
             for number, tree in enumerate(found)}
    try:
        for done in as_completed(open_):
            results.append(done.result())
            numbers = table.figures(results[-1:])
            note(f"[{len(results)}/{len(found)}] {open_[done]}: mcc takes {numbers['compile']} of {numbers['judged']}")
    finally:
        # Without effect where all is done.
        runner.stop()
        pool.shutdown(cancel_futures=True)
        shutil.rmtree(work, ignore_errors=True)
    return sorted(results, key=lambda result: result["name"].lower())


def main():
    parser = argparse.ArgumentParser(prog="./dev trees", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--build", type=Path, default=ROOT / "build", help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", metavar="REGEX", help="only trees whose name has this")
    parser.add_argument("--quick", action="store_true",
                        help="parse no tree again: port with --translate-ptx in place of --analyze, with what an earlier run has parsed")
    parser.add_argument("--files", action="store_true", help="print each file that fails, with its first error")
    parser.add_argument("--causes", type=int, default=table.MOST_CAUSES, metavar="N", help="how many causes to print (default: 10)")
    parser.add_argument("--final", action="store_true", help="print the causes in what was set aside, too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results")
    parser.add_argument("--refuse", type=Path, metavar="FILE", help="names of trees that must not be measured, one a line")
    parser.add_argument("--nvcc", action="store_true", help="ask nvcc about the CUDA files, too; it is fetched from PyPI once (1 GB)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="trees at once (default: one for each core)")
    parser.add_argument("--update-docs", action="store_true", help=f"write {DOCUMENT.relative_to(ROOT)}")
    options = parser.parse_args()
    if options.update_docs and (options.only or options.quick):
        parser.error("--update-docs is for all trees, and for all of them parsed")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        found = chosen_trees(options)
        results = measure_all(options, found)
    except (trees.IndexFault, nvcc.NvccFault) as fault:
        parser.error(str(fault))
    except fetch.FetchError as fault:
        sys.exit(f"trees: error: {fault}")
    except KeyboardInterrupt:
        sys.exit("trees: stopped; the next run goes on from here")
    shown = [result for result in results if options.final or not result["set aside"]]
    if options.files:
        print("\n".join(table.file_lines(shown)) + "\n")
    print("\n".join(table.summary(results, options.final, options.causes)))
    if options.json:
        parts = dict(zip(("looked at", "set aside"), map(table.figures, table.split(results))))
        groups = {cause: [[failure["tree"], failure["file"]] for failure in found] for cause, found in causes.group(table.failures(shown))}
        trees_json = [result if options.final or not result["set aside"] else table.without_details(result) for result in results]
        options.json.write_text(json.dumps({"figures": parts, "causes": groups, "trees": trees_json}, indent=1) + "\n")
    if options.update_docs:
        DOCUMENT.write_text(HEAD + "\n".join(table.summary(results, options.final)) + "\n")


if __name__ == "__main__":
    main()
