# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of --report FILE.html, in Chromium."""

import json
import unittest
from collections import Counter

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import PageTest, wait_for

FIRST = """#pragma once
#include <cuda_runtime.h>
#include "sub/b.cuh"
// cudaMalloc in a comment
#if __CUDA_ARCH__ >= 800
void f() { cudaMalloc(&p, n); cudaFree(p); }
#endif
const char *name = f(cudaGetErrorName(e), "cuda");
\tcudaLaunchDevice(f);
"""
EVIL = (b"// </script><script>window.hacked = 1</script> <!-- <img src=x onerror=hacked=2>\n"
        b"// \xe2\x80\xa8 \xe2\x80\xae \xff\xfe \x01\n"
        b"cudaFree(\"</script><!--\"); // \xc3\xa4\xf0\x9f\x98\x80\r\n"
        b"\xc3\xa4 = cudaLaunchDevice(f);\n")
EVIL_NAME = "sub/<i>&\"'.cu"


class Page(PageTest):
    @classmethod
    def prepare(cls):
        cls.write("src/a.cu", FIRST)
        cls.write("src/sub/b.cuh", "#ifndef B_CUH\n#define B_CUH\n#if CUDA_VERSION >= 11000\ncudaBrandNew();\n#endif\n#endif\n")
        cls.write(f"src/{EVIL_NAME}", EVIL)
        cls.write("src/sub/deep/long.cu", "int a; " * 1500000 + "cudaFree(p);" + " int b;" * 9000 + "\ncudaLaunchDevice(f);\n")
        cls.write("src/sub/many.cu", "".join(f"int x{i}; cudaFree(p{i});\n" for i in range(3000)) + "cudaGetErrorName(e), \"cuda\"")
        cls.write("src/CMakeLists.txt", "project(p LANGUAGES CXX CUDA)\nadd_library(a a.cu)\n")
        cls.write("src/same.h", "int x;\n")
        cls.port("src", "-o", "out", "--python=off", "--report", "report.html", "--report", "report.json")
        cls.report = json.loads((cls.work / "report.json").read_text())
        cls.found = cls.report["diagnostics"]

    # --- The overview ---

    def total(self, name):
        return int(self.element(f"[data-total={name}]").get_attribute("data-value"))

    def test_totals_are_those_of_the_json_report(self):
        self.open()
        self.assertEqual(self.total("ported"), self.report["files"]["ported"])
        self.assertEqual(self.total("edits"), self.report["edits"]["total"])
        self.assertEqual(self.total("remaining"), len({name["name"] for name in self.report["remaining"]}))
        severities = Counter(finding["severity"] for finding in self.found)
        self.assertEqual({name: self.total(name) for name in severities}, severities)
        self.assertGreater(len(severities), 2)
        self.assertIn("src → out", self.element("#subject").text)

    def bars(self, of):
        return {bar.get_attribute("data-name"): bar for bar in self.driver.find_elements(By.CSS_SELECTOR, f"#{of} .bar")}

    def numbers(self, of):
        return {name: bar.find_element(By.CLASS_NAME, "number").get_attribute("textContent") for name, bar in self.bars(of).items()}

    def test_bars(self):
        self.open()
        self.assertEqual(self.numbers("libraries"), {library["library"]: f"{library['edits']:,}" for library in self.report["libraries"]})
        self.assertEqual(self.numbers("kinds"), {kind: str(count) for kind, count in Counter(finding["id"] for finding in self.found).items()})
        folders = Counter(finding["file"].removeprefix("src/").rpartition("/")[0] or "./" for finding in self.found)
        shown = {name: int(text.split()[0]) for name, text in self.numbers("folders").items()}
        self.assertEqual({name: count for name, count in shown.items() if count}, folders)
        widths = self.js("return [...document.querySelectorAll('#libraries .track i')].map(i => parseFloat(i.style.flexBasis))")
        most = self.report["libraries"][0]["edits"]
        for width, library in zip(widths, self.report["libraries"], strict=True):
            self.assertAlmostEqual(width, 100 * library["edits"] / most, places=2)

    def test_a_bar_filters_the_findings(self):
        self.open()
        for of, select in (("kinds", "#by-id"), ("folders", "#by-folder")):
            name, bar = next(iter(self.bars(of).items()))
            bar.click()
            self.assertEqual(bar.get_attribute("aria-pressed"), "true")
            self.assertEqual(self.element(select).get_attribute("value"), name)
            self.assertLess(self.shown(), len(self.found))
            bar.send_keys(Keys.ENTER)
            self.assertEqual((bar.get_attribute("aria-pressed"), self.shown()), ("false", len(self.found)))

    # --- Findings ---

    def shown(self):
        return self.js("return document.querySelector('#findings .item')?.ariaSetSize * 1 || 0")

    def expect(self, fits):
        findings = [finding for finding in self.found if fits(finding)]
        self.assertEqual(self.shown(), len(findings))
        self.assertEqual(self.element("#shown").text.split()[0], f"{len(findings):,}")
        self.assertEqual(self.texts("#findings .item p:first-child"), [finding["message"] for finding in findings][:len(self.texts("#findings .item"))])
        return findings

    def test_severity_filter(self):
        self.open()
        self.expect(lambda finding: True)
        self.element("#severities [value=error]").click()
        self.assertTrue(self.expect(lambda finding: finding["severity"] != "error"))
        self.element("#severities [value=remark]").send_keys(Keys.SPACE)
        self.assertTrue(self.expect(lambda finding: finding["severity"] == "warning"))
        self.element("#filters [type=reset]").click()
        wait_for(lambda: self.shown() == len(self.found), "reset filter")

    def test_kind_filter(self):
        self.open()
        Select(self.element("#by-id")).select_by_value("musa-unsupported-api")
        self.assertEqual(len(self.expect(lambda finding: finding["id"] == "musa-unsupported-api")), 3)

    def test_folder_filter(self):
        self.open()
        Select(self.element("#by-folder")).select_by_value("sub")
        self.assertTrue(self.expect(lambda finding: finding["file"].startswith("src/sub/")))
        Select(self.element("#by-folder")).select_by_value("sub/deep")
        self.assertTrue(self.expect(lambda finding: finding["file"].startswith("src/sub/deep/")))
        Select(self.element("#by-folder")).select_by_value("./")
        self.assertTrue(self.expect(lambda finding: "/" not in finding["file"].removeprefix("src/")))

    def test_text_filter(self):
        self.open()
        self.keys("/")
        self.assertEqual(self.focused().get_attribute("id"), "by-text")
        self.keys("CUDAgeterror")
        self.assertTrue(self.expect(lambda finding: "cudaGetErrorName" in finding["message"]))
        self.element("#by-text").send_keys(Keys.CONTROL + "a", Keys.NULL, "deep/long.cu")
        self.assertTrue(self.expect(lambda finding: finding["file"].endswith("long.cu")))
        self.element("#by-text").send_keys(Keys.CONTROL + "a", Keys.NULL, "there is no such thing")
        self.assertEqual((self.shown(), self.element("#findings .empty").text), (0, "No matches."))
        self.keys(Keys.ESCAPE)
        self.expect(lambda finding: True)
        self.assertEqual(self.focused().get_attribute("id"), "findings")

    def test_a_list_by_keys(self):
        self.open()
        findings = self.element("#findings")
        self.assertEqual(findings.get_attribute("role"), "listbox")
        findings.send_keys(Keys.DOWN, Keys.DOWN, Keys.UP)
        chosen = self.element("#findings [aria-selected=true]")
        self.assertEqual((chosen.get_attribute("aria-posinset"), chosen.get_attribute("role")), ("2", "option"))
        self.assertEqual(findings.get_attribute("aria-activedescendant"), chosen.get_attribute("id"))
        findings.send_keys(Keys.END)
        self.assertEqual(self.element("#findings [aria-selected=true]").get_attribute("aria-posinset"), str(len(self.found)))
        findings.send_keys(Keys.HOME)
        self.assertEqual(self.element("#findings [aria-selected=true]").get_attribute("aria-posinset"), "1")
        self.assertNotEqual(self.js("return getComputedStyle(document.querySelector('#findings [aria-selected=true]')).outlineStyle"), "none")

    # --- A file ---

    def test_open_by_click_and_by_key(self):
        self.open()
        index = next(i for i, finding in enumerate(self.found) if finding["id"] == "musa-unsupported-api" and finding["file"] == "src/a.cu")
        self.element(f"#findings-{index}").click()
        self.wait_for_code("a.cu")
        self.assertEqual(self.texts("#code .line.here .number"), ["9", "9"])
        self.assertTrue(self.driver.title.startswith("a.cu – "))
        self.keys(Keys.ESCAPE)
        wait_for(lambda: self.focused().get_attribute("id") == "findings", "list")
        self.keys(Keys.HOME, Keys.ENTER)
        self.wait_for_code(self.found[0]["file"].removeprefix("src/"))
        self.element("nav [data-view=files]").click()
        self.element("#file-list").send_keys(Keys.END, Keys.ENTER)
        self.wait_for_code("sub/many.cu")
        self.keys("[")
        self.wait_for_code("sub/deep/long.cu")
        self.keys("]")
        self.wait_for_code("sub/many.cu")

    def test_sides_are_the_source_and_the_port(self):
        for name, output in (("a.cu", "a.mu"), ("sub/b.cuh", "sub/b.muh"), ("CMakeLists.txt", "CMakeLists.txt")):
            with self.subTest(name):
                self.open(fragment=f"#file={name}")
                left, right = self.sides()
                self.assertEqual(left, (self.work / "src" / name).read_text().splitlines())
                self.assertEqual(right, (self.work / "out" / output).read_text().splitlines())

    def note(self):
        return self.element("#tip").text if self.element("#tip").is_displayed() else ""

    def test_hover_tells_the_rule(self):
        self.open(fragment="#file=a.cu")
        self.assertEqual(self.note(), "")
        change = next(i for i, text in enumerate(self.texts("#code ins")) if text == "musaGetErrorName")
        self.js("document.querySelectorAll('#code ins')[arguments[0]].id = 'here'", change)
        self.hover("#here")
        note = self.note()
        self.assertIn("cudaGetErrorName → musaGetErrorName", note)
        self.assertIn("library cuda-runtime", note)
        self.assertRegex(note, r"by rules/cuda-runtime\.json:\d+ \(differs\)")
        self.assertEqual(len(note.splitlines()), 4, "the rule's note, too")
        self.assertEqual(self.element("#here").get_attribute("aria-describedby"), "tip")
        self.hover("#file-title")
        self.assertEqual(self.note(), "")

    def test_hover_tells_the_finding(self):
        self.open(fragment="#file=a.cu")
        self.hover("#code .found.error")
        self.assertIn("'cudaLaunchDevice' has no counterpart in MUSA", self.note())
        self.assertIn("musa-unsupported-api", self.note())

    def test_keys_of_a_file(self):
        self.open(fragment="#file=a.cu")
        self.keys("n")
        self.assertEqual((self.focused().tag_name, self.focused().text), ("ins", "#include <musa_port/cuda_level.h>")
                         if "cuda_level" in (self.work / "out/a.mu").read_text() else ("ins", "<musa_runtime.h>"))
        self.assertIn("→", self.note())
        first = self.note()
        self.keys("n")
        self.assertNotEqual(self.note(), first)
        self.keys("p")
        self.assertEqual(self.note(), first)
        self.keys(Keys.ESCAPE)
        self.assertEqual(self.note(), "")
        self.keys(Keys.TAB)
        self.assertIn("→", self.note(), "the next change, by Tab")
        self.keys("f")
        self.assertEqual(self.focused().tag_name, "del" if "→" in self.note() else "mark")
        before = self.note()
        self.keys("f")
        self.assertNotEqual(self.note(), before)
        self.keys("F")
        self.assertEqual(self.note(), before)

    def test_every_change_has_a_reason(self):
        for name in ("a.cu", "sub/b.cuh", "CMakeLists.txt"):
            self.open(fragment=f"#file={name}")
            for change in self.driver.find_elements(By.CSS_SELECTOR, "#code ins"):
                self.js("arguments[0].focus()", change)
                self.assertGreaterEqual(len(self.note().splitlines()), 3, f"{name}: {self.note()}")

    def test_a_long_file_is_a_window(self):
        self.open(fragment="#file=sub/many.cu&line=2000")
        self.assertEqual(self.texts("#code .line.here .number"), ["2000", "2000"])
        self.assertLess(self.js("return document.querySelectorAll('#code .line').length"), 120)
        self.element("#code").send_keys(Keys.END)
        wait_for(lambda: "3001" in self.texts("#code .number"), "end of the file")
        self.keys("n", "p")
        self.assertEqual(self.focused().text, "musaGetErrorName")

    def test_a_long_line_is_cut(self):
        self.open(fragment="#file=sub/deep/long.cu")
        self.assertLess(self.js("return document.querySelector('#code').textContent.length"), 20000)
        self.assertRegex(self.texts("#code .elided")[0], r"⋯ 10,49\d,\d\d\d bytes ⋯")
        self.keys("n")
        self.assertEqual(self.focused().text, "musaFree")
        box = self.js("const b = document.activeElement.getBoundingClientRect(); return [b.left, b.right, innerWidth]")
        self.assertTrue(0 < box[0] < box[1] < box[2], f"it is seen: {box}")

    def test_back_and_forward_and_deep_links(self):
        self.open()
        self.element("#findings").send_keys(Keys.ENTER)
        self.wait_for_code()
        file = self.js("return location.hash")
        self.driver.back()
        wait_for(lambda: self.element("#overview").is_displayed(), "overview")
        self.driver.forward()
        wait_for(lambda: self.element("#file").is_displayed(), "file")
        title = self.element("#file-title").text
        self.open(fragment=file)
        self.assertEqual(self.element("#file-title").text, title)
        self.open(fragment="#files")
        self.assertEqual(self.texts("#file-list .item p:first-child")[0], "CMakeLists.txt")
        self.open()
        self.js("location.hash = '#file=none.cu'")
        wait_for(lambda: self.element("#problem").is_displayed(), "message")
        self.assertIn("none.cu", self.element("#problem").text)

    def test_file_filter(self):
        self.open(fragment="#files")
        self.keys("/", "many")
        self.assertEqual(self.texts("#file-list .item p:first-child"), ["sub/many.cu"])
        self.assertIn("3,001 changes", self.element("#file-list .amount").text)

    # --- What is the same everywhere ---

    def test_what_comes_from_sources_is_text(self):
        self.open()
        self.element("nav [data-view=files]").click()
        row = next(i for i, text in enumerate(self.texts("#file-list .item p:first-child")) if text == EVIL_NAME)
        self.element(f"#file-list-{row}").click()
        self.wait_for_code(EVIL_NAME)
        left, right = self.sides()
        self.assertEqual(left[0], EVIL.decode(errors="replace").split("\n")[0])
        self.assertEqual(left[1], "// ⟨U+2028⟩ ⟨U+202E⟩ \ufffd\ufffd ␁")
        self.assertEqual(right[2], "musaFree(\"</script><!--\"); // ä😀")
        self.assertEqual(self.texts("#code .found"), ["cudaLaunchDevice"], "columns are bytes")
        self.assertIsNone(self.js("return window.hacked ?? null"))
        self.assertEqual(self.js("return [document.scripts.length, document.images.length]"), [3, 0])

    def test_keys_are_listed(self):
        self.open()
        self.keys("?")
        self.assertTrue(self.element("#keys").is_displayed())
        self.assertEqual(self.focused().text, "Close")
        self.keys(Keys.ESCAPE)
        self.assertFalse(self.element("#keys").is_displayed())
        self.element("#show-keys").send_keys(Keys.ENTER)
        self.assertTrue(self.element("#keys").is_displayed())

    def luminance(self, selector):
        color = self.js("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", selector)
        return sum(int(part) for part in color[color.index("(") + 1:-1].split(",")[:3])

    def test_dark(self):
        self.open()
        light = self.luminance("body"), self.luminance(".panel")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        dark = self.luminance("body"), self.luminance(".panel")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        self.assertTrue(max(dark) < 200 < 600 < min(light), f"{dark}, {light}")

    def test_narrow(self):
        self.driver.set_window_size(500, 800)
        self.addCleanup(self.driver.set_window_size, 1280, 900)
        for fragment in ("", "#files", "#file=a.cu"):
            self.open(fragment=fragment)
            self.assertLessEqual(*self.js("return [document.documentElement.scrollWidth, innerWidth]"), fragment)

    def test_prints_all_rows(self):
        self.open()
        self.js("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(len(self.texts("#findings .item")), len(self.found))
        self.js("dispatchEvent(new Event('afterprint'))")
        self.assertGreater(len(self.driver.print_page()), 10000)
        self.expect(lambda finding: True)

    def test_nothing_is_loaded(self):
        self.driver.get_log("performance")
        self.open(fragment="#file=a.cu")
        asked = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.add(message["params"]["request"]["url"])
        page = (self.work / "report.html").as_uri()
        self.assertLessEqual({url.partition("#")[0] for url in asked}, {page, "about:blank"})
        self.assertEqual(self.js("return performance.getEntriesByType('resource').length"), 0)


class Check(PageTest):
    """musa-port check shows the port that it does not write."""

    @classmethod
    def prepare(cls):
        cls.write("src/a.cu", "__global__ void k() {\n  __shared__ double a[1 << 20];\n  a[0] = 1;\n}\n")
        cls.port("check", "src", "--report", "report.html")

    def test_source_and_findings(self):
        self.open()
        self.assertEqual([total.get_attribute("data-total") for total in self.driver.find_elements(By.CSS_SELECTOR, "#totals > div")],
                         ["ported", "edits", "error", "warning", "remark", "remaining"])
        self.element("#findings").send_keys(Keys.ENTER)
        self.wait_for_code("a.cu")
        self.assertEqual(len(self.sides()), 1)
        self.keys("f")
        self.assertIn("musa-shared-memory", self.element("#tip").text)


class Update(PageTest):
    """musa-port update: the port of the newer source."""

    @classmethod
    def prepare(cls):
        cls.write("old/a.cu", "cudaFree(p);\n")
        cls.write("new/a.cu", "cudaFree(p);\ncudaLaunchDevice(f);\n")
        cls.port("old", "-o", "out")
        cls.port("update", "old", "new", "out", "--report", "report.html")

    def test_new_source(self):
        self.open()
        self.assertEqual(self.element("[data-total=updated]").get_attribute("data-value"), "1")
        self.element("#findings").send_keys(Keys.ENTER)
        self.wait_for_code("a.cu")
        self.assertEqual(self.sides(), [["cudaFree(p);", "cudaLaunchDevice(f);"], ["musaFree(p);", "cudaLaunchDevice(f);"]])


class Large(PageTest):
    """10,000 files and 100,000 findings."""

    FILES, NAMES = 10000, ("cudaLaunchDevice", "cudaGetErrorName")

    @classmethod
    def prepare(cls):
        lines = "".join(f"#if __CUDA_ARCH__ == {750 + i}\n#endif\n" for i in range(10))
        for i in range(cls.FILES):
            cls.write(f"src/folder{i % 100}/file{i:05}.cu", f"cudaFree(p{i});\n{lines}")
        cls.port("src", "--check", "-q", "--report", "report.html", "--report", "report.json")
        cls.found = json.loads((cls.work / "report.json").read_text())["diagnostics"]

    def items(self):
        return self.js("return [...document.querySelectorAll('#findings .item')].map(e => [e.ariaPosInSet * 1, e.querySelector('b').textContent])")

    def expect_rows(self):
        items = self.items()
        self.assertLess(len(items), 60, "only what is seen is there")
        for position, place in items:
            finding = self.found[position - 1]
            name = finding["file"].rpartition("/")[2]
            self.assertEqual(place, f"{name}:{finding['line']}:{finding['column']}")
        return [position for position, _ in items]

    def test_lists_are_windows(self):
        self.assertGreaterEqual(len(self.found), 100000)
        self.open()
        self.assertIn(1, self.expect_rows())
        self.js("const list = document.getElementById('findings'); list.scrollTop = list.scrollHeight / 2")
        wait_for(lambda: 1 not in [position for position, _ in self.items()], "scrolled list")
        self.assertAlmostEqual(self.expect_rows()[0], len(self.found) / 2, delta=100)
        self.element("#findings").send_keys(Keys.END)
        self.assertEqual(self.expect_rows()[-1], len(self.found))
        self.keys(Keys.ENTER)
        self.wait_for_code(self.found[-1]["file"].removeprefix("src/"))
        self.keys(Keys.ESCAPE)
        wait_for(lambda: self.element("#overview").is_displayed(), "overview")
        self.assertEqual(self.expect_rows()[-1], len(self.found), "where one came from")

    def test_filters_and_bars(self):
        self.open()
        self.keys("/", "folder42/file00")
        wait_for(lambda: "of" in self.element("#shown").text, "filtered list")
        wanted = sum("folder42/file00" in finding["file"] for finding in self.found)
        self.assertEqual(self.element("#shown").text, f"{wanted:,} of {len(self.found):,}")
        bars = self.js("return [...document.querySelectorAll('#folders li')].map(e => !e.hidden)")
        self.assertEqual((len(bars), sum(bars)), (100, 6))
        self.element("#folders + .more").click()
        self.assertTrue(all(self.js("return [...document.querySelectorAll('#folders li')].map(e => !e.hidden)")))


if __name__ == "__main__":
    unittest.main()
