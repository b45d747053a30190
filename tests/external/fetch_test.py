# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fetch.py, on archives that are made up. It fetches nothing."""

import io
import tarfile
import tempfile
import unittest
from pathlib import Path

import fetch


def archive(path, names):
    with tarfile.open(path, "w:gz") as tar:
        for name in names:
            tar.addfile(tarfile.TarInfo(f"top-1.0/{name}"), io.BytesIO())
    return path


class Fetch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def extracted(self, **corpus):
        path = archive(self.folder / "a.tar.gz", ["gpu/a.cu", "gpu/copy/b.cu", "gpu/copying.h", "src/c.c", "build.mk"])
        target = self.folder / "out"
        fetch.extract(path, corpus, target)
        return sorted(str(file.relative_to(target)) for file in target.rglob("*") if file.is_file())

    def test_what_is_without_stays_out(self):
        self.assertEqual(self.extracted(folders=["gpu"], files=["build.mk"], without=["gpu/copy"]),
                         ["build.mk", "gpu/a.cu", "gpu/copying.h"])

    def test_without_of_a_whole_archive_and_of_names(self):
        self.assertEqual(self.extracted(without=["gpu"]), ["build.mk", "src/c.c"])

    def test_without_wins_over_names(self):
        self.assertEqual(self.extracted(names=[".cu"], without=["gpu/copy"]), ["gpu/a.cu"])

    def test_files_win_over_without(self):
        self.assertEqual(self.extracted(folders=["gpu"], files=["gpu/copy/b.cu"], without=["gpu/copy"]),
                         ["gpu/a.cu", "gpu/copy/b.cu", "gpu/copying.h"])

    def test_a_bare_archive_has_no_top_folder(self):
        self.assertEqual(self.extracted(bare=True, folders=["top-1.0/src"]), ["top-1.0/src/c.c"])

    def test_a_folder_that_the_archive_lacks_is_an_error(self):
        with self.assertRaises(fetch.FetchError):
            self.extracted(folders=["cuda"])

    def test_a_debian_package_and_files_that_are_links_of_others(self):
        root = self.folder / "root"
        for name, text in (("DEBIAN/control", "Package: a\nVersion: 1\nArchitecture: all\nMaintainer: b\nDescription: c\n"),
                           ("usr/share/a/a.h", "x"), ("usr/bin/a", "")):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        (root / "usr/share/a/b.h").hardlink_to(root / "usr/share/a/a.h")
        package = self.folder / "a_1_all.deb"
        fetch.run(["dpkg-deb", "--root-owner-group", "--build", root, package])
        fetch.extract(package, {"folders": ["usr/share/a"]}, self.folder / "out")
        files = [path for path in sorted((self.folder / "out").rglob("*")) if path.is_file()]
        self.assertEqual([(path.name, path.read_text()) for path in files], [("a.h", "x"), ("b.h", "x")])
        with self.assertRaisesRegex(fetch.FetchError, "b.h is a link to usr/share/a/a.h, which the corpus leaves out"):
            fetch.extract(package, {"files": ["usr/share/a/b.h"]}, self.folder / "half")
        package.write_bytes(package.read_bytes()[:100])
        with self.assertRaises((fetch.FetchError, fetch.tarfile.TarError)):
            fetch.extract(package, {}, self.folder / "none")

    def test_a_version_that_is_gone_is_told_from_a_fault(self):
        for answer in ("404  Not Found", "No matching distribution found for x==1", "Unable to find a source package for x"):
            with self.assertRaises(fetch.Gone):
                fetch.run(["sh", "-c", f"echo 'E: {answer}'; exit 1"])
        with self.assertRaises(fetch.FetchError) as fault:
            fetch.run(["sh", "-c", "echo 'E: no route'; exit 1"])
        self.assertNotIsInstance(fault.exception, fetch.Gone)

    def test_another_version_in_its_place_is_gone(self):
        (self.folder / "a-2.tar.gz").touch()
        with self.assertRaises(fetch.Gone):
            fetch.checked("a", {"file": "a-1.tar.gz", "sha256": ""}, self.folder)

    def test_sources_of_suites_and_components(self):
        uri = "http://archive.invalid/debian"
        self.assertEqual(fetch.archive_line("deb-src", uri, "trixie", "main"), f"deb-src {uri} trixie main\n")
        self.assertEqual(fetch.archive_line("deb", uri, "trixie", "contrib", "signed-by=/k"),
                         f"deb [signed-by=/k] {uri} trixie contrib\n")
        self.assertEqual(fetch.archive_line("deb-src", uri, "sid", "main", "arch=amd64"),
                         f"deb-src [arch=amd64 check-valid-until=no] {uri} sid main\n")

    def test_the_stub_answers_for_the_backend_that_a_package_names(self):
        corpus = {"package": "a-b", "version": "1.2"}
        fetch.write_stub(corpus, self.folder / "plain")
        self.assertTrue((self.folder / "plain/setuptools/build_meta.py").exists())
        fetch.write_stub({**corpus, "backend": "x.y.api"}, self.folder / "named")
        text = (self.folder / "named/x/y/api.py").read_text()
        self.assertIn("a_b-1.2.dist-info", text)
        compile(text, "api.py", "exec")


class TreeCorpora(unittest.TestCase):
    def test_each_tree_is_pinned(self):
        corpora = fetch.read_corpora(Path(fetch.__file__).with_name("tree_corpora.json"))
        self.assertGreaterEqual(len(corpora), 40)
        self.assertEqual(list(corpora), sorted(corpora))
        for name, corpus in corpora.items():
            with self.subTest(name):
                self.assertIn(corpus["kind"], ("pypi", "debian-source"))
                self.assertRegex(corpus["sha256"], r"^[0-9a-f]{64}$")
                self.assertIn(corpus["version"], corpus["file"])
                self.assertFalse({"package", "tree"} - set(corpus))


if __name__ == "__main__":
    unittest.main()
