# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variables of the environment, and what is only called so: a key of somebody's own, a label."""
import copy
import os
import os as system
import subprocess
from os import environ, getenv
from unittest import mock

os.environ["CUDA_VISIBLE_DEVICES"] = "0"
os.environ.setdefault("NCCL_DEBUG", "INFO")
os.environ.pop("CUDA_LAUNCH_BLOCKING", None)
home = system.environ.get("CUDA_HOME") or environ["CUDA_PATH"] or getenv("CUDA_ROOT", "CUDA_HOME")
if "CUDA_HOME" not in os.environ and "CUDA_HOME" in environ.keys():
    del os.environ["CUDA_HOME"]
os.putenv("CUDA_HOME", home)
os.unsetenv("CUDA_HOME")
os.environ.update({"NCCL_DEBUG": "INFO"}, CUDA_HOME=home)

env = os.environ.copy()
env["CUDA_VISIBLE_DEVICES"] = "1"
given = {"CUDA_VISIBLE_DEVICES": "2", "CUDA_HOME": home}
given["CUDA_LAUNCH_BLOCKING"] = "1"
subprocess.run(["x"], env=given)
subprocess.Popen("x", env={**os.environ, "CUDA_VISIBLE_DEVICES": "3"})
subprocess.check_call("x", env=dict(os.environ, CUDA_VISIBLE_DEVICES="4"))
more = copy.deepcopy(os.environ) | {"CUDA_VISIBLE_DEVICES": "5"}
more = dict(os.environ)
more.update({"CUDA_VISIBLE_DEVICES": "6"})
merged = {"CUDA_VISIBLE_DEVICES": "7"}
subprocess.run("x", env={**more, **merged})
itself = {"CUDA_VISIBLE_DEVICES": "8"}
itself = other = {**itself, **itself}
other, itself = itself | other, other
other = itself = other | itself
saved = {name: os.environ.get(name) for name in ("CUDA_HOME", "CUDA_PATH", "PATH")}
for name in ["CUDA_VISIBLE_DEVICES", "NCCL_DEBUG"]:
    if name in os.environ:
        del os.environ[name]
KEY = "CUDA_VISIBLE_DEVICES"
os.environ[KEY] = "7"


def flag(name, default="0"):
    return os.environ.get(name, default) == "1"


def visible():
    inner = environ
    return flag("FORCE_CUDA") or flag(default="CUDA_HOME", name="FORCE_CUDA") or inner["CUDA_HOME"]


def test(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    with mock.patch.dict(os.environ, {"CUDA_VISIBLE_DEVICES": "0"}), mock.patch.dict("os.environ", {"CUDA_HOME": ""}):
        pass


# What is not known to be one.
info = {"CUDA_HOME": home, "TORCH": 1}
info["CUDA_HOME"] = home
print(info.get("CUDA_HOME"), "CUDA_HOME" in info, "CUDA_HOME")
info.setdefault("CUDA_HOME", home)
report("CUDA_HOME", env={"CUDA_HOME": home})
__all__ = ["CUDA_HOME", "flag"]
info.update(CUDA_HOME=home)
