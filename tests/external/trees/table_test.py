# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py, on results that are made up."""

import unittest

import table


def a_file(mcc="takes", parses=True, stopped=False, name="a.cu"):
    file = {"file": name, "parses": parses, "stopped": stopped, "reads": "1"}
    if not parses:
        file["parse error"] = "a.cu:1: bad"
    if not stopped:
        file["mcc"] = mcc
        if mcc != "takes":
            file |= {"place": f"{name}:1:1", "message": f"fault of {name}"}
    return file


def a_tree(name, files, aside=False, statuses=(0, 0), **more):
    port, analyze = ({"status": status, "seconds": 1.5, "warnings": warnings} for status, warnings in zip(statuses, (1, 3)))
    return {"name": name, "version": "1", "set aside": aside, "lines": 1000, "port": port, "analyze": analyze, "dangling": [], "left": [],
            "files": files, **more}


class Figures(unittest.TestCase):
    def test_two_figures(self):
        found = table.figures([
            a_tree("a", [a_file(), a_file("refuses"), a_file(parses=False), a_file("refuses", parses=False)]),
            a_tree("b", [a_file(parses=False, stopped=True), a_file("time limit"), a_file("crash")]),
        ])
        self.assertEqual((found["parse"], found["parse and compile"]), (4, 1))
        self.assertEqual((found["judged"], found["compile"], found["stopped"], found["files"]), (6, 2, 1, 7))
        self.assertEqual((found["crashes"], found["time limits"]), (1, 1))

    def test_what_fails_as_cuda_too(self):
        alike, other = a_file("refuses", parses=False), a_file("refuses", parses=False)
        alike["parse error"] = "a.cu:1: " + alike["message"]
        self.assertEqual(table.figures([a_tree("a", [alike, other, a_file("refuses"), a_file(parses=False)])])["fail alike"], 1)

    def test_what_nvcc_takes(self):
        files = [{**a_file(), "nvcc": None}, {**a_file("refuses"), "nvcc": None}, {**a_file("refuses"), "nvcc": "a.cu(1): error: bad"},
                 {**a_file(parses=False, stopped=True), "nvcc": None}, a_file()]
        found = table.figures([a_tree("a", files)])
        self.assertEqual((found["nvcc asked"], found["nvcc"], found["nvcc and mcc"]), (4, 3, 1))
        self.assertIn("third figure**: of the files that nvcc takes, mcc takes | 1 of 3, 33.3 % |", "\n".join(table.figure_rows({"": found})))
        self.assertIn("mcc takes | - |", "\n".join(table.figure_rows({"": table.figures([a_tree("a", [a_file()])])})))

    def test_what_nvcc_refuses_is_no_fault(self):
        refused = {**a_file("refuses"), "nvcc": "bad"}
        self.assertIs(table.compiles(a_tree("a", [a_file(), refused])), True)
        self.assertIs(table.compiles(a_tree("a", [{**refused, "nvcc": None}, a_file()])), False)
        self.assertIsNone(table.compiles(a_tree("a", [refused])))

    def test_what_else_is_counted(self):
        found = table.figures([a_tree("a", [], statuses=("crash", 0), dangling=[["a", "b", "c"]], left=None), a_tree("b", [], left=[["a:1", "cudaX"]])])
        self.assertEqual((found["ported"], found["crashes"], found["dangling"], found["left"], found["not counted"]), (1, 1, 1, 1, 1))
        self.assertEqual(found["warnings per 1000 lines"], {"port": 1.0, "analyze": 3.0})
        self.assertEqual(found["seconds"], 6.0)

    def test_status_against_what_compiles(self):
        results = [a_tree("a", [a_file()]), a_tree("b", [a_file(), a_file("refuses")]), a_tree("c", [a_file(parses=False, stopped=True)]),
                   a_tree("d", [a_file("refuses")], statuses=(0, 1)), a_tree("e", [], statuses=("refused", "refused"))]
        self.assertEqual(table.status_table(results, "port"), {"0": [1, 2, 1], "1": [0, 0, 0]})
        self.assertEqual(table.status_table(results, "analyze"), {"0": [1, 1, 1], "1": [0, 1, 0]})

    def test_none(self):
        self.assertEqual(table.figures([])["warnings per 1000 lines"], {"port": 0, "analyze": 0})
        self.assertEqual(table.share(0, 0), "0 of 0")


class Crashes(unittest.TestCase):
    def test_are_said(self):
        tree = a_tree("a", [], statuses=("crash", 0))
        tree["port"]["said"] = "Stack dump\n"
        self.assertEqual(table.file_lines([tree]), ["a: port: crash: Stack dump"])
        self.assertNotIn("Stack", str(table.without_details(tree)))


class Shown(unittest.TestCase):
    results = [a_tree("a", [a_file("refuses", name="x.cu"), a_file("refuses", name="y.cu", parses=False)]),
               a_tree("b", [a_file("refuses", name="x.cu")]), a_tree("aside", [a_file("refuses", name="secret.cu")], aside=True)]

    def test_causes(self):
        self.assertEqual(table.cause_rows(self.results[:2], 1)[2:],
                         ["| 2 | 2 | - | fault of x.cu | a, b |", "| 1 | | | 1 more | |"])

    def test_causes_that_nvcc_knows_nothing_of(self):
        tree = a_tree("a", [{**a_file("refuses"), "nvcc": None}, {**a_file("refuses"), "nvcc": "bad"}])
        self.assertEqual(table.cause_rows([tree])[2:], ["| 2 | 2 | 1 | fault of a.cu | a |"])
        self.assertEqual(table.file_lines([tree])[1], "a: a.cu: a.cu:1:1: fault of a.cu\n    nvcc: bad")

    def test_what_is_set_aside_is_not_shown_before_the_end(self):
        text = "\n".join(table.summary(self.results, final=False))
        self.assertIn("| aside | 1 |", text)
        self.assertNotIn("secret", text + str(table.without_details(self.results[2])))
        told = table.without_details(a_tree("a", [{**a_file(), "nvcc": "secret"}, {**a_file(), "nvcc": None}]))
        self.assertEqual([file["nvcc"] for file in told["files"]], ["refuses", None])
        self.assertIn("fault of secret.cu", "\n".join(table.summary(self.results, final=True)))

    def test_files(self):
        self.assertEqual(table.file_lines(self.results[:1]),
                         ["a: x.cu: x.cu:1:1: fault of x.cu", "a: y.cu: y.cu:1:1: fault of y.cu\n    as CUDA: a.cu:1: bad"])


if __name__ == "__main__":
    unittest.main()
