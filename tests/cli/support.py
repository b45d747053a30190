# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the command line have in common."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
BINARY = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port")).resolve()
MANIFEST = ".musa-port-manifest.json"
TEMPORARY_PREFIX = ".musa-port-tmp-"


class Result:
    def __init__(self, process):
        self.status = process.returncode
        self.out = process.stdout.decode("utf-8", "surrogateescape")
        self.err = process.stderr.decode("utf-8", "surrogateescape")

    def __str__(self):
        return f"exit status {self.status}\n--- stdout\n{self.out}--- stderr\n{self.err}"


def tree(root):
    """Every file and link below `root` but the manifest: its path and content."""
    root = Path(root)
    found = {}
    for folder, folders, names in os.walk(root):
        for name in names + [f for f in folders if (Path(folder) / f).is_symlink()]:
            path = Path(folder) / name
            key = str(path.relative_to(root))
            if key != MANIFEST:
                found[key] = f"-> {os.readlink(path)}" if path.is_symlink() else path.read_bytes()
    return found


class CliTest(unittest.TestCase):
    """Each test has an empty folder of its own, `self.work`, which musa-port runs in."""

    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name).resolve()
        cache = tempfile.TemporaryDirectory()
        self.addCleanup(cache.cleanup)
        self.cache = Path(cache.name)

    def write(self, path, content="", mode=None):
        path = self.work / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if mode is not None:
            path.chmod(mode)
        return path

    def read(self, path):
        return (self.work / path).read_text()

    def tree(self, path="."):
        return tree(self.work / path)

    def run_port(self, *arguments, cwd=".", stdin=b"", binary=BINARY, **options):
        options.setdefault("env", {**os.environ, "XDG_CACHE_HOME": str(self.cache)})
        process = subprocess.run([binary, *map(str, arguments)], cwd=self.work / cwd, input=stdin,
                                 capture_output=True, check=False, timeout=120, **options)
        return Result(process)

    def port(self, *arguments, status=0, **options):
        """Runs musa-port and checks the exit status."""
        result = self.run_port(*arguments, **options)
        self.assertEqual(result.status, status, result)
        return result

    def assert_refuses(self, *arguments, says, **options):
        """An error of the command line or of its input: status 2, one clear message, nothing changed."""
        before = self.tree()
        result = self.port(*arguments, status=2, **options)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, result.err)
        self.assertIn("musa-port: error: ", result.err)
        self.assertEqual(self.tree(), before, result)
        self.assert_no_temporary_files()
        return result

    def assert_no_temporary_files(self):
        self.assertEqual(list(self.work.rglob(TEMPORARY_PREFIX + "*")), [])


def check_schema(value, schema, whole=None, place="$"):
    """Faults of `value` by the part of JSON Schema that the project's schemas use."""
    whole = whole or schema
    if "$ref" in schema:
        target = whole
        for name in schema["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        return check_schema(value, target, whole, place)
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
             "boolean": bool, "null": type(None)}
    known = {"type", "const", "enum", "pattern", "minimum", "required", "properties", "items",
             "additionalProperties", "description", "title", "$schema", "definitions"}
    faults = [f"{place}: the schema uses '{key}', which this check does not know" for key in schema.keys() - known]
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(isinstance(value, kinds[t]) and (t == "boolean" or not isinstance(value, bool)) for t in types):
            return [*faults, f"{place}: is no {schema['type']}"]
    if "const" in schema and value != schema["const"]:
        faults.append(f"{place}: is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        faults.append(f"{place}: {value!r} is none of {schema['enum']}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        faults.append(f"{place}: {value!r} does not match {schema['pattern']}")
    if "minimum" in schema and value < schema["minimum"]:
        faults.append(f"{place}: is less than {schema['minimum']}")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        faults += [f"{place}: lacks '{key}'" for key in schema.get("required", []) if key not in value]
        for key, item in value.items():
            if key in properties:
                faults += check_schema(item, properties[key], whole, f"{place}.{key}")
            elif schema.get("additionalProperties") is False:
                faults.append(f"{place}: has '{key}', which the schema does not know")
            elif isinstance(schema.get("additionalProperties"), dict):
                faults += check_schema(item, schema["additionalProperties"], whole, f"{place}.{key}")
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            faults += check_schema(item, schema["items"], whole, f"{place}[{index}]")
    return faults
