#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches what tests and benchmarks use of others', real CUDA trees above all, and prints where it is.

    fetch.py [--corpora FILE] [--skip-gone] [NAME...]        all of FILE (corpora.json) if no name is given

tree_corpora.json has many more, for `--corpora`; no test needs them. Archives drop versions, of sid
above all: with --skip-gone a tree whose version is gone is a note and no error.

A tree is fetched once, its archive's hash is checked, and the folders that are used are kept in
the cache folder, in corpora/NAME-HASH/NAME/. `tree("mmcv")` is for other scripts.
"""

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path


def read_corpora(path):
    """The trees that a file names. One that is `archive_of` another has what that says, but for what it says itself."""
    trees = json.loads(Path(path).read_text(encoding="utf-8"))
    for name, tree in trees.items():
        if "archive_of" in tree:
            trees[name] = {**trees[tree.pop("archive_of")], **tree}
    return trees


CORPORA = read_corpora(Path(__file__).with_name("corpora.json"))
TRIES = 3


class FetchError(Exception):
    pass


class Gone(FetchError):
    """The archive does not have this version, or has another one in its place."""


GONE = re.compile(r"404 +Not Found|No matching distribution found|Unable to find a source package")


def say(text):
    print(f"-- {text}", file=sys.stderr, flush=True)


def cache_folder():
    if "MUSA_PORT_CACHE" in os.environ:
        return Path(os.environ["MUSA_PORT_CACHE"])
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "musa-port"


def run(command, **options):
    result = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        **options,
    )
    if result.returncode:
        tail = "\n".join(result.stdout.splitlines()[-8:])
        error = Gone if GONE.search(result.stdout) else FetchError
        raise error(f"{' '.join(map(str, command))}\nfailed:\n{tail}")


# pip asks for a package's metadata even if it is only to download it, by running its setup.py or what its `backend` is.
# mmcv's fails with today's Python and setuptools, others want torch, and none needs to run: this one answers instead.
STUB_BACKEND = """
import pathlib, sys
def get_requires_for_build_wheel(config_settings=None):
    return []
def prepare_metadata_for_build_wheel(directory, config_settings=None):
    info = pathlib.Path(directory) / "{package}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\\nName: {package}\\nVersion: {version}\\n")
    return info.name
__legacy__ = sys.modules[__name__]
"""


def write_stub(corpus, folder):
    """The module that the package names as its build backend; its parents are empty packages."""
    names = {"package": corpus["package"].replace("-", "_"), "version": corpus["version"]}
    *parents, module = corpus.get("backend", "setuptools.build_meta").split(".")
    for parent in parents:
        folder /= parent
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    (folder / f"{module}.py").write_text(STUB_BACKEND.format(**names))


def fetch_pypi(corpus, folder):
    write_stub(corpus, folder / "stub")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--retries=3", "--no-deps", "--ignore-requires-python"]
    command += ["--no-binary=:all:", "--use-pep517", "--no-build-isolation", f"--dest={folder}"]
    command += [f"{corpus['package']}=={corpus['version']}"]
    run(command, env={**os.environ, "PYTHONPATH": str(folder / "stub")})


def archive_line(kind, uri, suite, component, options=""):
    """A line for the packages of a suite, of the kind `deb` or `deb-src`. sid's index may be past its date: each archive's
    hash is checked anyway."""
    options = " ".join([*options.split(), *(["check-valid-until=no"] if suite == "sid" else [])])
    return f"{kind} {f'[{options}] ' if options else ''}{uri} {suite} {component}\n"


def debian_archive(kind, suite, component):
    """This system's own archive, as a line for the packages of `suite`."""
    lists = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*.list")]
    for path in lists:
        for line in path.read_text().splitlines() if path.exists() else []:
            entry = re.match(r"deb\s+(?:\[([^]]*)\]\s+)?(\S+)\s+(trixie|forky|sid)\s+main\b", line)
            if entry:
                return archive_line(kind, entry[2], suite, component, entry[1] or "")
    for path in Path("/etc/apt/sources.list.d").glob("*.sources"):
        for stanza in re.split(r"\n\s*\n", path.read_text()):
            stanza = re.sub(r"^#.*\n?", "", stanza, flags=re.M)
            field = dict(re.findall(r"^([\w-]+):[ \t]*(.+)$", stanza, flags=re.M))
            suites = field.get("Suites", "").split()
            if "main" in field.get("Components", "").split() and any(
                name in ("trixie", "forky", "sid") for name in suites
            ):
                signed = f"signed-by={field['Signed-By']}" if "Signed-By" in field else ""
                return archive_line(kind, field["URIs"].split()[0], suite, component, signed)
    raise FetchError("found no Debian archive in /etc/apt/sources.list and sources.list.d/")


def apt_get(kind, corpus, folder):
    """The command apt-get for the archive of a corpus. apt's own state stays as it is: everything it writes goes to `folder`."""
    sources = folder / "sources.list"
    sources.write_text(debian_archive(kind, corpus.get("suite", "trixie"), corpus.get("component", "main")))
    for name in ("lists/partial", "archives/partial", "parts"):
        (folder / name).mkdir(parents=True)
    options = {
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": folder / "parts",
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder,
        "APT::Sandbox::User": "root",
        "Acquire::Languages": "none",
        "Acquire::Retries": 3,
    }
    apt = ["apt-get", "-q", *(f"-o{key}={value}" for key, value in options.items())]
    run([*apt, "update"], cwd=folder)
    return apt


def fetch_debian_source(corpus, folder):
    run([*apt_get("deb-src", corpus, folder), "source", "--download-only", "--tar-only", corpus["package"]], cwd=folder)


def fetch_debian_package(corpus, folder):
    """A package as it is installed, for those whose sources are too large for some of the archive's mirrors."""
    run([*apt_get("deb", corpus, folder), "download", corpus["package"]], cwd=folder)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def download(name, corpus, folder):
    fetch = {"pypi": fetch_pypi, "debian-source": fetch_debian_source, "debian-package": fetch_debian_package}[corpus["kind"]]
    for attempt in range(1, TRIES + 1):
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir()
        try:
            fetch(corpus, folder)
            break
        except Gone as error:
            raise Gone(f"{name} {corpus['version']} is gone: {error}") from None
        except FetchError as error:
            if attempt == TRIES:
                raise FetchError(f"{name} could not be fetched in {TRIES} tries: {error}") from None
            say("that failed; trying again")
            time.sleep(5 * attempt)
    return [checked(name, part, folder) for part in (corpus, *corpus.get("extra", {}).values())]


def checked(name, corpus, folder):
    archive = folder / corpus["file"]
    if not archive.exists():
        names = ", ".join(sorted(path.name for path in folder.iterdir() if path.is_file()))
        raise Gone(f"{name}: expected {corpus['file']}, but the download has: {names}")
    found = sha256(archive)
    if found != corpus["sha256"]:
        raise FetchError(
            f"{name}: {corpus['file']} is not the file that was pinned\n"
            f"  expected SHA-256 {corpus['sha256']}\n  but found        {found}"
        )
    return archive


@contextlib.contextmanager
def opened(archive):
    """The archive as a stream of its members; of a Debian package, what it installs."""
    if archive.suffix != ".deb":
        with tarfile.open(archive, "r|*") as tar:
            yield tar
        return
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as process:
        with tarfile.open(fileobj=process.stdout, mode="r|") as tar:
            yield tar
        process.stdout.read()
    if process.returncode:
        raise FetchError(f"dpkg-deb could not read {archive.name}")


def extract(archive, corpus, target):
    """The corpus' folders and files, and those with a name that ends so, without the archive's top folder (a `bare` one has
    none); all of it if the corpus names none. What is below a folder of `without` stays out, but for `files`."""
    folders = tuple(folder + "/" for folder in corpus.get("folders", []))
    files = corpus.get("files", [])
    names = tuple(corpus.get("names", []))
    without = tuple(folder + "/" for folder in corpus.get("without", []))
    everything = not (folders or files or names)

    def members(archive):
        there = set()  # files that a hard link may name
        for member in archive:
            if not corpus.get("bare"):
                member.name = member.name.partition("/")[2]
                if member.islnk():
                    member.linkname = member.linkname.partition("/")[2]
            if (member.name + "/").startswith(without) and member.name not in files:
                continue
            wanted = everything or member.name.startswith(folders) or member.name in files
            file = member.isfile() or member.islnk()
            if not ((bool(names) and file and member.name.endswith(names)) or (wanted and (file or member.isdir()))):
                continue
            if member.islnk() and member.linkname not in there:
                raise FetchError(f"{member.name} is a link to {member.linkname}, which the corpus leaves out")
            there.add(member.name)
            yield member

    with opened(archive) as tar:
        tar.extractall(target, members=members(tar), filter="data")
    for folder in [*corpus.get("folders", []), *corpus.get("files", [])]:
        if not (target / folder).exists():
            raise FetchError(f"{archive.name} has no {folder}")


def tree(name, corpora=CORPORA):
    """The path of the corpus' tree; fetches it if need be."""
    corpus = corpora[name]
    folders = hashlib.sha256(json.dumps(corpus, sort_keys=True).encode()).hexdigest()
    base = cache_folder() / "corpora"
    home = base / f"{name}-{folders[:12]}"
    if not home.exists():
        base.mkdir(parents=True, exist_ok=True)
        with open(base / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not home.exists():
                say(f"fetching {name} {corpus['version']} (once): {corpus['file']}")
                with tempfile.TemporaryDirectory(prefix="fetching-", dir=base) as temporary:
                    archives = download(name, corpus, Path(temporary) / "download")
                    ready = Path(temporary) / "ready"
                    for archive, part in zip(archives, ("", *corpus.get("extra", {}))):
                        extract(archive, corpus, ready / name / part)
                    ready.rename(home)
    return (home / name / corpus["tree"]).resolve()


def main():
    parser = argparse.ArgumentParser(description="Fetches trees and prints where they are.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--corpora", metavar="FILE", type=read_corpora, default=CORPORA)
    parser.add_argument("--skip-gone", action="store_true")
    arguments = parser.parse_args()
    corpora = arguments.corpora
    unknown = [name for name in arguments.names if name not in corpora]
    if unknown:
        sys.exit(f"fetch.py: unknown: {', '.join(unknown)}; there are: {', '.join(corpora)}")
    try:
        for name in arguments.names or corpora:
            try:
                print(tree(name, corpora), flush=True)
            except Gone as error:
                if not arguments.skip_gone:
                    raise
                say(f"skipped {name}: {error}")
    except (FetchError, OSError, tarfile.TarError) as error:
        sys.exit(f"fetch.py: error: {error}")


if __name__ == "__main__":
    main()
