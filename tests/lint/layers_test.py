# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layers.py, on small trees."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LAYERS = Path(__file__).resolve().parent / "layers.py"
PAGE = "page.md"
STALE = "page.md is not what the sources are: tests/lint/layers.py --draw writes it anew\n"

# Each file includes what is on a lower floor.
TREE = {
    "app/ui/window.cpp": '#include "ui/window.h"\n\n#include "base/text.h"\n#include "core/model.h"\n',
    "app/ui/window.h": '#include "core/model.h"\n',
    "app/core/model.h": '// The model.\n#include "base/text.h"\n#include "elsewhere.h"\n',
    "app/core/CMakeLists.txt": "add_library(core STATIC model.cpp)\ntarget_link_libraries(core PUBLIC\n  base elsewhere)\n",
    "app/base/text.h": "#include <string>\n",
    "app/base/CMakeLists.txt": "add_library(base STATIC text.cpp)\n",
}
APP = {"title": "The app", "include_from": ["app"], "floors": [["ui"], ["core"], ["base"]]}


class LayersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.layers = {"picture": PAGE, "parts": {"app": dict(APP)}}
        for path, text in TREE.items():
            self.write(path, text)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def run_layers(self, *arguments):
        self.write("tests/lint/layers.json", json.dumps(self.layers))
        return subprocess.run([sys.executable, "-B", LAYERS, "--root", self.root, *arguments],
                              capture_output=True, text=True, check=False)

    def assert_finds(self, *problems):
        """Nothing else, with a picture that is not stale."""
        self.run_layers("--draw")
        result = self.run_layers()
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.stdout, "".join(f"{problem}\n" for problem in problems))
        self.assertEqual(result.returncode, 1 if problems else 0)

    def test_what_goes_down_is_fine(self):
        self.assert_finds()

    def test_an_include_that_goes_up_is_named_and_each_cycle_that_it_makes(self):
        self.write("app/base/text.h", '#include <string>\n\n  # include "ui/window.h" // up\n')
        self.assert_finds(
            "app/base/text.h:3: app/base includes ui/window.h of app/ui, which is not below it",
            "cycle: app/base -> app/ui -> app/base\n"
            "    app/base/text.h:3: app/base includes ui/window.h\n"
            "    app/ui/window.cpp:3: app/ui includes base/text.h",
            "cycle: app/core -> app/base -> app/ui -> app/core\n"
            "    app/core/model.h:2: app/core includes base/text.h\n"
            "    app/base/text.h:3: app/base includes ui/window.h\n"
            "    app/ui/window.cpp:4: app/ui includes core/model.h")

    def test_an_include_may_stand_in_angles(self):
        self.write("app/base/text.h", "#include <core/model.h>\n")
        self.write("app/core/model.h", "")
        self.write("app/core/CMakeLists.txt", "")
        self.assert_finds("app/base/text.h:1: app/base includes core/model.h of app/core, which is not below it")

    def test_files_may_be_modules(self):
        self.write("app/base/CMakeLists.txt", "")
        self.write("app/main.cpp", '#include "table.h"\n#include "ui/window.h"\n')
        self.write("app/table.h", '#include "base/text.h"\n')
        self.write("app/table.cpp", '#include "table.h"\n#include "main.h"\n')
        self.write("app/main.h", "")
        self.layers["parts"]["app"]["floors"] = [["."], ["ui"], ["core"], ["table"], ["base"]]
        self.assert_finds("app/table.cpp:2: app/table includes main.h of app, which is not below it",
                          "cycle: app -> app/table -> app\n"
                          "    app/main.cpp:1: app includes table.h\n"
                          "    app/table.cpp:2: app/table includes main.h")

    def test_python_imports(self):
        self.layers["parts"]["py"] = {"title": "Python", "include_from": [], "floors": [["main"], ["a"], ["b"]]}
        self.write("py/main.py", "import json\nfrom a import x\n\ndef f():\n    from . import b\n")
        self.write("py/a.py", "from .b import y\n")
        self.write("py/b.py", "import os, a\n")
        self.assert_finds("py/b.py:1: py/b imports a of py/a, which is not below it",
                          "cycle: py/a -> py/b -> py/a\n"
                          "    py/a.py:1: py/a imports b\n"
                          "    py/b.py:1: py/b imports a")

    def test_a_part_inside_of_a_module(self):
        self.write("app/core/a/a.h", '#include "core/b/b.h"\n#include "ui/window.h"\n')
        self.write("app/core/b/b.h", '#include "base/text.h"\n')
        self.layers["parts"]["app/core"] = {"title": "Inside", "include_from": ["app"], "floors": [["model", "b"], ["a"]]}
        self.assert_finds("app/core/a/a.h:2: app/core includes ui/window.h of app/ui, which is not below it",
                          "app/core/a/a.h:1: app/core/a includes core/b/b.h of app/core/b, which is not below it",
                          "cycle: app/core -> app/ui -> app/core\n"
                          "    app/core/a/a.h:2: app/core includes ui/window.h\n"
                          "    app/ui/window.cpp:4: app/ui includes core/model.h")

    def test_a_cycle_over_three_modules(self):
        self.write("app/ui/window.cpp", "")
        self.write("app/base/text.h", '#include "../ui/window.h"\n')
        self.assert_finds(
            "app/base/text.h:1: app/base includes ../ui/window.h of app/ui, which is not below it",
            "cycle: app/base -> app/ui -> app/core -> app/base\n"
            "    app/base/text.h:1: app/base includes ../ui/window.h\n"
            "    app/ui/window.h:1: app/ui includes core/model.h\n"
            "    app/core/model.h:2: app/core includes base/text.h")

    def test_modules_of_a_floor_do_not_include_each_other(self):
        self.layers["parts"]["app"]["floors"] = [["ui"], ["core", "net"], ["base"]]
        self.write("app/net/socket.cpp", '#include "core/model.h"\n')
        self.assert_finds("app/net/socket.cpp:1: app/net includes core/model.h of app/core, which is not below it")

    def test_cmake_links_and_compiles_what_is_below(self):
        self.write("app/base/CMakeLists.txt",
                   "# target_link_libraries(base core)\nadd_library(base STATIC text.cpp\n  ../core/model.cpp)\n"
                   "target_link_libraries(base PRIVATE core)\n")
        self.assert_finds(
            "app/base/CMakeLists.txt:3: app/base compiles ../core/model.cpp of app/core, which is not below it",
            "app/base/CMakeLists.txt:4: app/base links core of app/core, which is not below it",
            "cycle: app/base -> app/core -> app/base\n"
            "    app/base/CMakeLists.txt:3: app/base compiles ../core/model.cpp\n"
            "    app/core/model.h:2: app/core includes base/text.h")

    def test_an_exception_is_for_what_needs_it(self):
        self.layers["exceptions"] = [{"from": "app/core", "to": "app/ui", "why": "for now"}]
        self.write("app/core/model.h", '#include "ui/window.h"\n')
        self.assert_finds()
        self.write("app/core/model.h", '#include "base/text.h"\n')
        self.assert_finds("layers.json: nothing in app/core uses app/ui against the floors any more: "
                          "remove the exception")

    def test_every_source_is_on_a_floor_and_every_floor_is_there(self):
        self.write("app/net/socket.cpp", '#include "core/model.h"\n')
        self.write("app/main.cpp", "")
        self.write("app/ui/icons/icon.h", "")  # a module's
        self.layers["parts"]["app"]["floors"] = [["ui"], ["core", "gone"], ["base"]]
        self.assert_finds("layers.json: app/gone: there is neither a folder nor a file app/gone",
                          "layers.json: app/main.cpp is on no floor", "layers.json: app/net/socket.cpp is on no floor")

    def test_folders_may_be_one_module(self):
        self.write("app/main.cpp", '#include "ui/window.h"\n')
        self.write("app/ui/other.cpp", '#include "main.h"\n')
        self.write("app/main.h", "")
        self.layers["parts"]["app"]["modules"] = {"program": [".", "ui"]}
        self.layers["parts"]["app"]["floors"] = [["program"], ["core"], ["base"]]
        self.assert_finds()

    def test_another_part_is_used_where_that_is_said(self):
        self.write("lib/main.cpp", '#include "base/text.h"\n')
        self.layers["parts"]["lib"] = {"title": "The library", "include_from": ["app"], "floors": [["."]]}
        self.assert_finds("lib/main.cpp:1: lib includes base/text.h of app/base, which is not below it")
        self.layers["parts"]["lib"]["uses"] = ["app/base"]
        self.assert_finds()

    def test_a_part_without_any_include_is_a_mistake(self):
        self.layers["parts"]["app"]["include_from"] = []
        self.write("app/core/CMakeLists.txt", "")
        self.assert_finds("layers.json: no include between the folders of app was found: is include_from right?")

    def test_the_picture_follows_the_sources(self):
        self.assertEqual(self.run_layers().stdout, STALE)
        self.assertEqual(self.run_layers("--draw").returncode, 0)
        self.assertEqual(self.run_layers().stdout, "")
        self.write("app/ui/window.h", "")
        self.write("app/ui/window.cpp", "")
        result = self.run_layers()
        self.assertEqual((result.stdout, result.returncode), (STALE, 1))

    def test_the_picture_leaves_out_what_another_way_says(self):
        self.layers["exceptions"] = [{"from": "app/base", "to": "app/core", "why": "for now"}]
        self.write("app/base/text.h", '#include "core/model.h"\n')
        self.run_layers("--draw")
        text = (self.root / PAGE).read_text()
        self.assertIn("""
## The app

```mermaid
flowchart TD
  app_ui["ui"]
  app_core["core"]
  app_base["base"]
  app_ui --> app_core
  app_core --> app_base
  app_base -. for now .-> app_core
```

| module | includes |
|---|---|
| `ui` | `core`, `base` |
| `core` | `base` |
| `base` | none |
""", text)


if __name__ == "__main__":
    unittest.main()
