# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks on device musa against the CPU: training, mixed precision, inference, a scripted model."""

import copy
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import support
import torch
import torch_musa
import torchvision
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class Net(nn.Module):
    """Two convolutions and three linear layers, for 32 by 32 images of ten kinds."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        return self.fc3(F.relu(self.fc2(F.relu(self.fc1(x)))))


def images(count):
    """Images whose kind shows: each kind is a pattern of its own under noise."""
    generator = torch.Generator().manual_seed(7)
    patterns = torch.randn(10, 3, 32, 32, generator=generator)
    labels = torch.randint(10, (count,), generator=generator)
    return TensorDataset(patterns[labels] + 0.5 * torch.randn(count, 3, 32, 32, generator=generator), labels)


def train(model, device, data, epochs, lr=0.01):
    """The loss of each step."""
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    losses = []
    for _ in range(epochs):
        for inputs, labels in DataLoader(data, batch_size=16):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(inputs.to(device)), labels.to(device))
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses


class Training(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.model = Net()

    def test_steps_agree_with_the_cpu(self):
        other = copy.deepcopy(self.model)
        data = images(160)
        expected = train(self.model, "cpu", data, epochs=1)
        actual = train(other, "musa", data, epochs=1)
        torch.testing.assert_close(actual, expected, rtol=1e-4, atol=1e-5)
        for (name, want), have in zip(self.model.named_parameters(), other.parameters()):
            self.assertEqual(have.device.type, "musa", name)
            torch.testing.assert_close(have.cpu(), want, rtol=1e-3, atol=1e-5, msg=name)

    def test_it_learns(self):
        data = images(160)
        losses = train(self.model, "musa", data, epochs=8, lr=0.02)
        inputs, labels = data.tensors
        right = (self.model(inputs.to("musa")).argmax(1).cpu() == labels).float().mean().item()
        self.assertLess(losses[-1], 0.5 * losses[0])
        self.assertGreater(right, 0.9)

    def test_mixed_precision(self):
        data = images(160)
        self.model.to("musa")
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.02, momentum=0.9)
        scaler = torch.amp.GradScaler("musa")
        losses = []
        for _ in range(8):
            for inputs, labels in DataLoader(data, batch_size=16):
                optimizer.zero_grad()
                with torch.amp.autocast("musa", dtype=torch.float16):
                    output = self.model(inputs.to("musa"))
                    self.assertEqual(output.dtype, torch.float16)
                    loss = F.cross_entropy(output, labels.to("musa"))
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
                losses.append(loss.item())
        self.assertLess(losses[-1], 0.5 * losses[0])


class Inference(unittest.TestCase):
    def test_resnet18(self):
        torch.manual_seed(0)
        model = torchvision.models.resnet18(weights=None).eval()
        x = torch.randn(1, 3, 64, 64)
        with torch.inference_mode():
            expected = model(x)
            actual = model.to("musa")(x.to("musa"))
        self.assertEqual(actual.device.type, "musa")
        torch.testing.assert_close(actual.cpu(), expected, rtol=1e-3, atol=1e-4)

    def test_scripted(self):
        torch.manual_seed(0)
        model = Net().eval()
        x = torch.randn(2, 3, 32, 32)
        expected = model(x)
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "model.pt")
            torch.jit.script(model).save(path)
            loaded = torch.jit.load(path, map_location="musa")
        torch.testing.assert_close(loaded(x.to("musa")).cpu(), expected, rtol=1e-3, atol=1e-4)


class Deployment(unittest.TestCase):
    def test_from_a_program_without_python(self):
        torch.manual_seed(0)
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "model.pt")
            torch.jit.script(Net().eval()).save(path)
            done = subprocess.run([os.environ["DEPLOY"], path], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        cpu, musa = ([float(x) for x in line.split()] for line in done.stdout.splitlines())
        self.assertEqual(len(cpu), 10)
        torch.testing.assert_close(torch.tensor(musa), torch.tensor(cpu), rtol=1e-3, atol=1e-4)


class Leaks(unittest.TestCase):
    def test_all_memory_is_returned(self):
        torch.manual_seed(0)
        torch.musa.reset_peak_memory_stats()
        train(Net(), "musa", images(32), epochs=1)
        self.assertGreater(torch.musa.max_memory_allocated(), 0)
        torch_musa._MUSAC._clear_blas_workspaces()
        self.assertEqual(torch.musa.memory_allocated(), 0)


if __name__ == "__main__":
    unittest.main()
