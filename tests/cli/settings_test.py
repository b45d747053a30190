# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where settings come from, and which files they take: response files, .musa-port.json, patterns."""

import json
import unittest

from support import CliTest

CUDA = "cudaFree(p);\n"
MUSA = b"musaFree(p);\n"


class ResponseFiles(CliTest):
    def setUp(self):
        super().setUp()
        self.write("my src/a.cu", CUDA)

    def test_words_and_quotes(self):
        self.write("args", "'my src' -o \"the out\"   --quiet")
        self.assertEqual(self.port("@args").out, "")
        self.assertEqual(self.tree("the out"), {"a.mu": MUSA})

    def test_words_on_lines_of_their_own(self):
        self.write("args", "'my src'\n-o\r\n\t\"the out\"\n\n--quiet\n")
        self.assertEqual(self.port("@args").out, "")
        self.assertEqual(self.tree("the out"), {"a.mu": MUSA})

    def test_between_other_words(self):
        self.write("args", "-o out")
        self.port("my src", "@args", "--quiet")
        self.assertEqual(self.tree("out"), {"a.mu": MUSA})

    def test_empty(self):
        self.write("args", "")
        self.port("@args", "my src", "-o", "out")
        self.assertEqual(self.tree("out"), {"a.mu": MUSA})


class ProjectFile(CliTest):
    def setUp(self):
        super().setUp()
        self.write("tree/src/a.cu", CUDA)
        self.write("tree/src/deep/b.cu", "myName(cudaSuccess);\n")
        self.write("tree/tests/t.cu", CUDA)
        self.write("tree/rules/own.json", '{"myName": "ourName"}')

    def configure(self, folder="tree", **settings):
        self.write(f"{folder}/.musa-port.json", json.dumps(settings))

    def test_found_in_the_source(self):
        self.configure(exclude=["/tests/", "/rules/", ".musa-port.json"], rules=["rules/own.json"])
        self.port("tree", "-o", "out")
        self.assertEqual(self.tree("out"), {"src/a.mu": MUSA, "src/deep/b.mu": b"ourName(musaSuccess);\n"})

    def test_found_above(self):
        self.configure(rules=["rules/own.json"])
        self.port("tree/src", "-o", "out")
        self.assertEqual(self.tree("out"), {"a.mu": MUSA, "deep/b.mu": b"ourName(musaSuccess);\n"})

    def test_nearest_one_counts(self):
        self.configure(rules=["rules/own.json"])
        self.configure("tree/src", exclude=["deep"])
        self.port("tree/src", "-o", "out")
        self.assertNotIn("deep/b.mu", self.tree("out"))

    def test_alone_without_arguments(self):
        self.configure(sources=["src"], output="../out", rules=["rules/own.json"])
        self.port(cwd="tree/src/deep")
        self.assertEqual(self.tree("out"), {"a.mu": MUSA, "deep/b.mu": b"ourName(musaSuccess);\n"})

    def test_its_folder_is_the_default_source(self):
        self.configure(output="../out", include=["/src/a.cu"])
        self.port(cwd="tree/tests")
        self.assertEqual(self.tree("out"), {"src/a.mu": MUSA})

    def test_command_line_wins(self):
        self.configure(output="../out", arch="mp_21", **{"rename-dirs": True})
        self.write("tree/cuda/c.cu", CUDA)
        self.assertIn("(mp_21)", self.port("tree").out)
        self.assertIn("musa/c.mu", self.tree("out"))
        result = self.port("tree", "-o", "other", "--arch", "mp_31", "--no-rename-dirs")
        self.assertIn("(mp_31)", result.out)
        self.assertIn("cuda/c.mu", self.tree("other"))

    def test_rules_of_the_command_line_come_on_top(self):
        self.configure(rules=["rules/own.json"], exclude=["rules", "tests"])
        self.write("top.json", '{"myName": "topName"}')
        self.port("tree", "-o", "out", "-r", "top.json")
        self.assertEqual(self.read("out/src/deep/b.mu"), "topName(musaSuccess);\n")

    def test_no_default_rules(self):
        self.configure(rules=["rules/own.json"], **{"default-rules": False})
        self.port("tree/src", "-o", "out")
        self.assertEqual(self.read("out/deep/b.mu"), "ourName(cudaSuccess);\n")

    def test_extensions(self):
        self.configure(extensions=[".kernel"])
        self.write("tree/src/x.kernel", CUDA)
        self.port("tree/src", "-o", "out")
        self.assertEqual(self.read("out/x.kernel"), MUSA.decode())

    def test_standard_input_uses_the_one_here(self):
        self.configure(rules=["rules/own.json"])
        self.assertEqual(self.port("-", cwd="tree/src", stdin=b"myName();\n").out, "ourName();\n")

    def test_faults(self):
        for text, says in (('{\n "arch": 3 }', ".musa-port.json:2:10: error: "),
                           ('{\n "colour": "blue" }', ".musa-port.json:2:2: error: "),
                           ('{\n "exclude": ["a", 1] }', ".musa-port.json:2:19: error: "),
                           ("{", ".musa-port.json:1:2: error: "),
                           ("", ".musa-port.json:1:1: error: ")):
            with self.subTest(text=text):
                self.write("tree/.musa-port.json", text)
                self.assert_refuses("tree", "-o", "out", says=says)
        self.configure(arch="sm_80")
        self.assert_refuses("tree", "-o", "out", says="sm_80")
        self.configure(rules=["nowhere.json"])
        self.assert_refuses("tree", "-o", "out", says="nowhere.json")
        self.configure(exclude=["[a"])
        self.assert_refuses("tree", "-o", "out", says="[a")

    def test_folder_of_that_name(self):
        (self.work / "tree/.musa-port.json").mkdir()
        self.assert_refuses("tree", "-o", "out", says=".musa-port.json")


class ProjectFileOfAStranger(CliTest):
    """What a tree names without being asked to stays in it or beside it."""

    def setUp(self):
        super().setUp()
        self.write("home/repo/.git/HEAD", "")
        self.write("home/repo/part/a.cu", CUDA)
        self.write("home/other/secret.json", '{"password": {"is": "hunter2"}}')
        self.write("home/notes.txt", "root:hunter2\n")
        self.write("far/rules.json", '{"cudaFree": "ourFree"}')

    def configure(self, folder="home/repo", **settings):
        self.write(f"{folder}/.musa-port.json", json.dumps(settings))

    def test_is_announced(self):
        self.configure()
        using = f"musa-port: using '{self.work}/home/repo/.musa-port.json'\n"
        for command in ((), ("check",), ("explain",)):
            source = "home/repo/part/a.cu:1" if command == ("explain",) else "home/repo/part"
            with self.subTest(command=command):
                self.assertIn(using, self.port(*command, source, *(() if command else ("-o", "out"))).err)
        self.assertNotIn("using", self.port("home/repo/part", "-o", "out", "--quiet").err)

    def test_none_above_a_git_root(self):
        self.configure("home", arch="mp_22")
        self.assertNotIn("mp_22", self.port("home/repo/part", "-o", "out").out)
        self.write("home/.git", "gitdir: elsewhere\n")
        (self.work / "home/repo/.git/HEAD").unlink()
        (self.work / "home/repo/.git").rmdir()
        self.assertIn("mp_22", self.port("home/repo/part", "-o", "out").out)

    def test_paths_that_lead_out(self):
        (self.work / "home/repo/link").symlink_to("../../far")
        (self.work / "home/repo/part/deep").symlink_to("/")
        for path in ("/etc/passwd", "../../far/rules.json", "../other/secret.json", "link/rules.json", "..", "part/deep/etc",
                     str(self.work / "far/rules.json"), "../../far/new/folder"):
            for setting in ("rules", "sources", "launch", "output"):
                with self.subTest(path=path, setting=setting):
                    self.configure(**{setting: path if setting == "output" else [path]})
                    result = self.assert_refuses("home/repo/part", says=[
                        ".musa-port.json:1:", f"error: '{path}' is outside of '{self.work}/home/repo', and not beside it"])
                    self.assertNotIn("hunter2", result.err)
                    self.assertEqual(set(self.tree("far")), {"rules.json"})

    def test_dots_behind_a_link(self):
        self.write("far/deep/x", "")
        (self.work / "home/repo/link").symlink_to("../../far/deep")
        self.configure(rules=["link/../rules.json"]) # for the system ../../far/rules.json
        self.assert_refuses("home/repo/part", says="home/repo/rules.json")

    def test_paths_within_and_beside(self):
        self.write("home/repo/rules.json", '{"cudaFree": "ourFree"}')
        self.configure("home/repo/part", rules=["../rules.json"], output="../../repo_musa")
        self.port("home/repo/part")
        self.assertEqual(self.read("home/repo_musa/a.mu"), "ourFree(p);\n")

    def test_without_git_its_folder_counts(self):
        self.write("plain/sub/a.cu", CUDA)
        self.configure("plain/sub", output="../../away")
        self.assert_refuses("plain/sub", says="is outside of")
        self.configure("plain/sub", output="../sub_ported")
        self.port("plain/sub")
        self.assertEqual(self.tree("plain/sub_ported")["a.mu"], MUSA)

    def test_who_asks_may_name_anything(self):
        self.configure(rules=["../../far/rules.json"], output="../../far/out")
        self.port("home/repo/part", "--trust-project-file")
        self.assertEqual(self.read("far/out/a.mu"), "ourFree(p);\n")
        self.configure()
        self.port("home/repo/part", "-o", "far/other", "-r", "far/rules.json")
        self.assertEqual(self.read("far/other/a.mu"), "ourFree(p);\n")

    def test_errors_show_no_file(self):
        self.configure(rules=["../notes.txt"])
        result = self.assert_refuses("home/repo/part", says="notes.txt:1:1: error: broken JSON")
        self.assertNotIn("hunter2", result.err)
        (self.work / "home/beside.json").write_text('{"password": {"is": "hunter2"}}')
        self.configure(rules=["../beside.json"])
        self.assertNotIn("hunter2", self.assert_refuses("home/repo/part", says="beside.json:1:").err)
        (self.work / "home/repo/.musa-port.json").unlink()
        (self.work / "home/repo/.musa-port.json").symlink_to("../other/secret.json")
        result = self.assert_refuses("home/repo/part", says="is a link that leads out of")
        self.assertNotIn("password", result.err)


class Patterns(CliTest):
    def setUp(self):
        super().setUp()
        for name in ("a.cu", "b.cu", "a.h", "src/a.cu", "src/c.cu", "src/gen/a.cu", "src/gen/deep/d.cu",
                     "lib/gen/e.cu", "lib/x y.cu", "lib/[z].cu", "notes.txt"):
            self.write(f"tree/{name}", CUDA)

    def taken(self, *arguments):
        """The names, in the input, of the files that are ported or copied."""
        self.runs = getattr(self, "runs", 0) + 1
        out = f"out{self.runs}"
        self.port("tree", "-o", out, *arguments)
        return {name.replace(".mu", ".cu") for name in self.tree(out)}

    def test_exclude(self):
        everything = self.taken()
        self.assertEqual(len(everything), 11)
        for pattern, left_out in {
            "*.txt": {"notes.txt"},
            "a.*": {"a.cu", "a.h", "src/a.cu", "src/gen/a.cu"},
            "/a.*": {"a.cu", "a.h"},
            "gen": {"src/gen/a.cu", "src/gen/deep/d.cu", "lib/gen/e.cu"},
            "gen/": {"src/gen/a.cu", "src/gen/deep/d.cu", "lib/gen/e.cu"},
            "/gen/": set(),
            "src/gen": {"src/gen/a.cu", "src/gen/deep/d.cu"},
            "a.cu/": set(),
            "**/deep": {"src/gen/deep/d.cu"},
            "src/**/d.cu": {"src/gen/deep/d.cu"},
            "src/**/a.cu": {"src/a.cu", "src/gen/a.cu"},
            "src/**": {"src/a.cu", "src/c.cu", "src/gen/a.cu", "src/gen/deep/d.cu"},
            "src/*.cu": {"src/a.cu", "src/c.cu"},
            "src/*": {"src/a.cu", "src/c.cu", "src/gen/a.cu", "src/gen/deep/d.cu"},
            "?.h": {"a.h"},
            "[b-c].cu": {"b.cu", "src/c.cu"},
            "[!a].cu": {"b.cu", "src/c.cu", "src/gen/deep/d.cu", "lib/gen/e.cu"},
            "x\\ y.cu": {"lib/x y.cu"},
            "x y.cu": {"lib/x y.cu"},
            "\\[z].cu": {"lib/[z].cu"},
        }.items():
            with self.subTest(pattern=pattern):
                self.assertEqual(everything - self.taken("--exclude", pattern), left_out)

    def test_last_match_wins(self):
        self.assertIn("a.cu", self.taken("--exclude", "*.cu", "--exclude", "!a.cu"))
        self.assertNotIn("a.cu", self.taken("--exclude", "!a.cu", "--exclude", "*.cu"))
        # What is in a folder that is left out cannot be brought back.
        self.assertNotIn("src/gen/a.cu", self.taken("--exclude", "gen", "--exclude", "!src/gen/a.cu"))
        self.assertIn("src/gen/a.cu", self.taken("--exclude", "gen/*", "--exclude", "!src/gen/a.cu"))

    def test_include(self):
        self.assertEqual(self.taken("--include", "*.h"), {"a.h"})
        self.assertEqual(self.taken("--include", "/src/gen/"), {"src/gen/a.cu", "src/gen/deep/d.cu"})
        self.assertEqual(self.taken("--include", "src", "--include", "!*.cu", "--include", "a.cu"),
                         {"a.cu", "src/a.cu", "src/gen/a.cu"})

    def test_exclude_wins_over_include(self):
        self.assertEqual(self.taken("--include", "src", "--exclude", "gen"), {"src/a.cu", "src/c.cu"})

    def test_left_out_by_default(self):
        everything = self.taken()
        for name in (".git/config", ".hg/x.cu", ".svn/x.cu", "src/__pycache__/x.pyc", "out/build/CMakeCache.txt",
                     "out/build/x.cu", "ninja/build.ninja", "ninja/x.cu", ".musa-port-manifest.json"):
            self.write(f"tree/{name}", CUDA)
        self.assertEqual(self.taken(), everything)
        self.assertEqual(self.taken("--exclude", "!.hg", "--exclude", "!ninja") - everything,
                         {".hg/x.cu", "ninja/build.ninja", "ninja/x.cu"})


if __name__ == "__main__":
    unittest.main()
