# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chapter 8.1 of torch_musa's manual: its program, word for word. A stand-in for torchvision has a small network and images."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

TORCHVISION = {
    "__init__.py": "from . import datasets, models, transforms\n",
    "models.py": """
        import enum
        import torch.nn as nn

        ResNet50_Weights = enum.Enum("ResNet50_Weights", "IMAGENET1K_V1")

        def resnet50(weights=None):
            return nn.Sequential(nn.Conv2d(3, 4, 3, stride=2), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
                                 nn.Linear(16, 10))
    """,
    "datasets.py": """
        import torch

        class CIFAR10:
            def __init__(self, root, train, download, transform):
                self.transform = transform

            def __len__(self):
                return 32 * 20

            def __getitem__(self, index):
                return self.transform(torch.full((3, 32, 32), index / 640)), index % 10
    """,
    "transforms.py": """
        class Compose:
            def __init__(self, steps):
                self.steps = steps

            def __call__(self, image):
                for step in self.steps:
                    image = step(image)
                return image

        def Resize(size):
            return lambda image: image

        CenterCrop = Resize

        def ToTensor():
            return lambda image: image
    """,
}

SETUP = """
import torch
import torch_musa
import torchvision.models as models
from torch.profiler import profile, record_function, schedule
import torch.nn as nn
import torch.optim
import torch.utils.data
import torchvision
import torchvision.transforms as T

model = models.resnet50(weights=models.ResNet50_Weights.IMAGENET1K_V1)
model.musa()

transform = T.Compose([T.Resize(256), T.CenterCrop(224), T.ToTensor()])
trainset = torchvision.datasets.CIFAR10(root='./data', train=True,
                                       download=True, transform=transform)
trainloader = torch.utils.data.DataLoader(trainset, batch_size=32,
                                       shuffle=True, num_workers=0)

criterion = nn.CrossEntropyLoss().musa()
optimizer = torch.optim.SGD(model.parameters(), lr=0.001, momentum=0.9)
device = torch.device("musa:0")
model.train()

my_schedule = schedule(
    skip_first=1,
    wait=1,
    warmup=1,
    active=2,
    repeat=2)
"""

PROFILE = """
def trace_handler(p):
    output = p.key_averages().table(sort_by="self_musa_time_total", row_limit=10)
    print(output)
    p.export_chrome_trace("/tmp/trace_" + str(p.step_num) + ".json")

# with_stack=True requires experimental_config's setting at torch 2.0.0 which has not resolved
# the issue, https://github.com/pytorch/pytorch/issues/100253
with profile(
    schedule=my_schedule,
    on_trace_ready=trace_handler,
    profile_memory=True,
    record_shapes=True,
    with_stack=True,
    experimental_config=torch._C._profiler._ExperimentalConfig(verbose=True)
) as prof:
    with record_function("model_training"):
        for step, data in enumerate(trainloader, 0):
            print("step: {}".format(step))
            inputs, labels = data[0].to(device=device), data[1].to(device=device)
            outputs = model(inputs)
            loss = criterion(outputs, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            prof.step()
            if step >= 10:
                break

print(prof.key_averages(group_by_input_shape=True).table(sort_by="musa_time_total", row_limit=10))
print(prof.key_averages(group_by_stack_n=5).table(sort_by="self_musa_time_total", row_limit=2))
# clone FlameGraph and execute `./flamegraph.pl --title "MUSA time" --countname "us." /tmp/
# profiler_stacks.txt > perf_viz.svg`
prof.export_stacks("/tmp/profiler_stacks.txt", "self_musa_time_total")
"""


class Manual(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "torchvision").mkdir()
        for name, text in TORCHVISION.items():
            (self.folder / "torchvision" / name).write_text(textwrap.dedent(text))

    def test_the_best_practice(self):
        program = (SETUP + PROFILE).replace("/tmp/", f"{self.folder}/")  # runs beside others
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=600, cwd=self.folder,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join([str(self.folder), os.environ.get("PYTHONPATH", "")])})
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in "step: 10", "Self MUSA time total", "MUSA Mem", "Source Location", "Input Shapes":
            self.assertIn(text, done.stdout)
        for step in 5, 9:
            events = json.loads((self.folder / f"trace_{step}.json").read_text())["traceEvents"]
            self.assertLessEqual({"kernel", "gpu_memcpy", "cpu_op", "privateuse1_runtime", "python_function"},
                                 {event.get("cat") for event in events})
        stacks = (self.folder / "profiler_stacks.txt").read_text().splitlines()
        self.assertTrue(stacks)
        for line in stacks:
            self.assertRegex(line, r"^.+ \d+$")


if __name__ == "__main__":
    unittest.main()
