# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Headless Chromium, and the report's page in it."""

import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

ROOT = Path(__file__).resolve().parents[2]
MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port")).resolve()
# Where many programs run at once.
PATIENCE = 60


def chromium(width=1280, height=900):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    # In a container it has no sandbox of its own and little /dev/shm. It asks for updates of its own accord.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
                     "--disable-component-update", "--disable-gpu", "--force-prefers-reduced-motion",
                     f"--window-size={width},{height}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(PATIENCE)
    driver.set_script_timeout(PATIENCE)
    return driver


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if result := condition():
            return result
        time.sleep(0.02)
    raise AssertionError(f"in {PATIENCE} s there was no {what}")


def open_page(driver, path, fragment=""):
    """Loads the page anew, and waits until it has been drawn."""
    driver.get("about:blank")
    driver.get(f"{Path(path).as_uri()}{fragment}")
    wait_for(lambda: driver.execute_script("return performance.getEntriesByName('shown').length"), "page")


class PageTest(unittest.TestCase):
    """A tree that a test class writes, its reports, and a browser."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = Path(folder.name).resolve()
        cls.prepare()
        cls.driver = chromium()
        cls.addClassCleanup(cls.driver.quit)

    @classmethod
    def write(cls, path, content):
        path = cls.work / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    @classmethod
    def port(cls, *arguments):
        done = subprocess.run([MUSA_PORT, *arguments], cwd=cls.work, capture_output=True, check=False)
        if done.returncode > 1:
            raise AssertionError(done.stderr.decode(errors="replace"))

    def tearDown(self):
        faults = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(faults, [])

    def open(self, page="report.html", fragment=""):
        open_page(self.driver, self.work / page, fragment)
        if fragment.startswith("#file="):
            self.wait_for_code()

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def element(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def keys(self, *keys):
        """To whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def hover(self, selector):
        ActionChains(self.driver).move_to_element(self.element(selector)).perform()

    def focused(self):
        return self.driver.switch_to.active_element

    def wait_for_code(self, title=None):
        wait_for(lambda: self.js("return document.querySelector('#code .line') !== null && !document.getElementById('file').hidden && "
                                 "(arguments[0] === null || document.getElementById('file-title').textContent === arguments[0])", title),
                 f"code of {title}")

    def sides(self):
        """The lines of the file that is shown, and those of its port: all of them, as they would be printed."""
        self.js("dispatchEvent(new Event('beforeprint'))")
        halves = self.js("""return [...document.querySelectorAll('#code .line')].map(line => [...line.children].map(
            half => half.classList.contains('absent') ? null : half.querySelector('.text').textContent))""")
        self.js("dispatchEvent(new Event('afterprint'))")
        return [[half for half in column if half is not None] for column in zip(*halves)]
