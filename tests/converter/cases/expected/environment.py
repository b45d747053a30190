# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variables of the environment, and what is only called so: a key of somebody's own, a label."""
import copy
import os
import os as system
import subprocess
from os import environ, getenv
from unittest import mock

os.environ["MUSA_VISIBLE_DEVICES"] = "0"
os.environ.setdefault("MCCL_DEBUG", "INFO")
os.environ.pop("MUSA_LAUNCH_BLOCKING", None)
home = system.environ.get("MUSA_HOME") or environ["MUSA_PATH"] or getenv("MUSA_ROOT", "CUDA_HOME")
if "MUSA_HOME" not in os.environ and "MUSA_HOME" in environ.keys():
    del os.environ["MUSA_HOME"]
os.putenv("MUSA_HOME", home)
os.unsetenv("MUSA_HOME")
os.environ.update({"MCCL_DEBUG": "INFO"}, MUSA_HOME=home)

env = os.environ.copy()
env["MUSA_VISIBLE_DEVICES"] = "1"
given = {"MUSA_VISIBLE_DEVICES": "2", "MUSA_HOME": home}
given["MUSA_LAUNCH_BLOCKING"] = "1"
subprocess.run(["x"], env=given)
subprocess.Popen("x", env={**os.environ, "MUSA_VISIBLE_DEVICES": "3"})
subprocess.check_call("x", env=dict(os.environ, MUSA_VISIBLE_DEVICES="4"))
more = copy.deepcopy(os.environ) | {"MUSA_VISIBLE_DEVICES": "5"}
more = dict(os.environ)
more.update({"MUSA_VISIBLE_DEVICES": "6"})
merged = {"MUSA_VISIBLE_DEVICES": "7"}
subprocess.run("x", env={**more, **merged})
itself = {"CUDA_VISIBLE_DEVICES": "8"}
itself = other = {**itself, **itself}
other, itself = itself | other, other
other = itself = other | itself
saved = {name: os.environ.get(name) for name in ("MUSA_HOME", "MUSA_PATH", "PATH")}
for name in ["MUSA_VISIBLE_DEVICES", "MCCL_DEBUG"]:
    if name in os.environ:
        del os.environ[name]
KEY = "MUSA_VISIBLE_DEVICES"
os.environ[KEY] = "7"


def flag(name, default="0"):
    return os.environ.get(name, default) == "1"


def visible():
    inner = environ
    return flag("FORCE_MUSA") or flag(default="CUDA_HOME", name="FORCE_MUSA") or inner["MUSA_HOME"]


def test(monkeypatch):
    monkeypatch.setenv("MUSA_VISIBLE_DEVICES", "0")
    monkeypatch.delenv("MUSA_VISIBLE_DEVICES")
    with mock.patch.dict(os.environ, {"MUSA_VISIBLE_DEVICES": "0"}), mock.patch.dict("os.environ", {"MUSA_HOME": ""}):
        pass


# What is not known to be one.
info = {"CUDA_HOME": home, "TORCH": 1}
info["CUDA_HOME"] = home
print(info.get("CUDA_HOME"), "CUDA_HOME" in info, "CUDA_HOME")
info.setdefault("CUDA_HOME", home)
report("CUDA_HOME", env={"CUDA_HOME": home})
__all__ = ["CUDA_HOME", "flag"]
info.update(CUDA_HOME=home)
