# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is measured: operators and two networks, each as a function of the device and of how many elements its inputs have."""

import torch
import torch.nn.functional as F
from torch import nn

ROW = 1024  # elements of a row, where an operator works on rows


def numbers(device, *sizes):
    return torch.rand(*sizes, generator=torch.Generator().manual_seed(0)).sub_(0.5).to(device)


def indices(device, below, *sizes):
    return torch.randint(below, sizes, generator=torch.Generator().manual_seed(0)).to(device)


def on_vectors(operation, count=1):
    def make(device, elements):
        inputs = [numbers(device, elements) for _ in range(count)]
        return lambda: operation(*inputs)
    return make


def on_rows(operation, length=ROW):
    def make(device, elements):
        x = numbers(device, elements // length, length)
        return lambda: operation(x)
    return make


def on_images(operation, channels=32):
    def make(device, elements):
        side = int((elements // channels) ** 0.5)
        x = numbers(device, 1, channels, side, side)
        return lambda: operation(x)
    return make


def by_index(operation):
    def make(device, elements):
        x, index = numbers(device, elements // 64, 64), indices(device, elements // 64, elements // 64)
        return lambda: operation(x, index)
    return make


def with_module(module_of, sizes_of, backward=False):
    def make(device, elements):
        torch.manual_seed(0)
        sizes = sizes_of(elements)
        module = module_of(sizes).to(device)
        x = numbers(device, *sizes).requires_grad_(backward)

        def run():
            y = module(x)
            if backward:
                y.sum().backward()
            return y
        if backward:
            return run
        return lambda: torch.no_grad()(run)()
    return make


def on_gradient(operation, make_input):
    """Forward and backward."""
    def make(device, elements):
        x = make_input(device, elements).requires_grad_()
        weights = numbers(device, *operation(x).shape)

        def run():
            x.grad = None
            (operation(x) * weights).sum().backward()
        return run
    return make


def matrices(operation, batch=0):
    def make(device, elements):
        side = int((elements // max(batch, 1)) ** 0.5)
        sizes = (batch, side, side) if batch else (side, side)
        a, b = numbers(device, *sizes), numbers(device, *sizes)
        return lambda: operation(a, b)
    return make


def attention(device, elements):
    heads, width = 8, 64
    q, k, v = (numbers(device, 1, heads, elements // heads // width, width) for _ in range(3))
    return lambda: F.scaled_dot_product_attention(q, k, v)


def losses(operation):
    def make(device, elements):
        x = numbers(device, elements // ROW, ROW)
        return lambda: operation(x, indices(device, ROW, elements // ROW))
    return make


class Block(nn.Module):
    def __init__(self, before, after, stride):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(),
            nn.Conv2d(after, after, 3, 1, 1, bias=False), nn.BatchNorm2d(after))
        self.short = nn.Identity() if before == after else nn.Sequential(
            nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))

    def forward(self, x):
        return F.relu(self.body(x) + self.short(x))


def resnet18():
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    for before, after in ((64, 64), (64, 128), (128, 256), (256, 512)):
        layers += [Block(before, after, 1 if before == after else 2), Block(after, after, 1)]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


def image_batch(elements):
    return (1, 3, 64, 64) if elements < 1 << 18 else (1, 3, 224, 224)


def token_batch(elements):
    return 1, max(16, elements // 256 // 16), 256


def transformer(_sizes):
    layer = nn.TransformerEncoderLayer(256, 4, 1024, dropout=0.0, batch_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


# The convolutions of ResNet-18: channels before and after, the kernel, the stride, and the side of the image.
RESNET_CONVOLUTIONS = [(3, 64, 7, 2, 224), (64, 64, 3, 1, 56), (64, 128, 3, 2, 56), (64, 128, 1, 2, 56), (128, 128, 3, 1, 28),
                       (128, 256, 3, 2, 28), (128, 256, 1, 2, 28), (256, 256, 3, 1, 14), (256, 512, 3, 2, 14), (256, 512, 1, 2, 14),
                       (512, 512, 3, 1, 7)]


def resnet_convolutions(device, _elements):
    pairs = []
    for before, after, kernel, stride, side in RESNET_CONVOLUTIONS:
        pairs.append((numbers(device, 1, before, side, side), numbers(device, after, before, kernel, kernel), stride, kernel // 2))
    return lambda: [F.conv2d(x, weight, None, stride, padding) for x, weight, stride, padding in pairs]


OPERATORS = {
    "add": on_vectors(torch.add, 2),
    "mul": on_vectors(torch.mul, 2),
    "div": on_vectors(torch.div, 2),
    "exp": on_vectors(torch.exp),
    "pow": on_vectors(lambda x: x.pow(2.5)),
    "sigmoid": on_vectors(torch.sigmoid),
    "tanh": on_vectors(torch.tanh),
    "relu": on_vectors(torch.relu),
    "gelu": on_vectors(F.gelu),
    "clamp": on_vectors(lambda x: x.clamp(-0.2, 0.2)),
    "where": on_vectors(lambda x, y: torch.where(x > y, x, y), 2),
    "addcmul": on_vectors(torch.addcmul, 3),
    "to half": on_vectors(lambda x: x.half()),
    "copy of a transposed": on_rows(lambda x: x.t().contiguous()),
    "cat": on_vectors(lambda x, y: torch.cat([x, y]), 2),
    "roll": on_rows(lambda x: x.roll(7, 1)),
    "flip": on_rows(lambda x: x.flip(1)),
    "pad": on_images(lambda x: F.pad(x, (1, 1, 1, 1))),
    "sum": on_vectors(torch.sum),
    "sum of rows": on_rows(lambda x: x.sum(1)),
    "sum of columns": on_rows(lambda x: x.sum(0)),
    "mean of rows": on_rows(lambda x: x.mean(1)),
    "amax of rows": on_rows(lambda x: x.amax(1)),
    "argmax of rows": on_rows(lambda x: x.argmax(1)),
    "var of rows": on_rows(lambda x: x.var(1)),
    "norm": on_vectors(torch.norm),
    "logsumexp of rows": on_rows(lambda x: x.logsumexp(1)),
    "cumsum of rows": on_rows(lambda x: x.cumsum(1)),
    "softmax": on_rows(lambda x: x.softmax(1)),
    "log_softmax": on_rows(lambda x: x.log_softmax(1)),
    "layer_norm": on_rows(lambda x: F.layer_norm(x, x.shape[1:]), 768),
    "group_norm": on_images(lambda x: F.group_norm(x, 8)),
    "batch_norm": on_images(lambda x: F.batch_norm(x, None, None, training=True)),
    "sort of rows": on_rows(lambda x: x.sort(1)),
    "topk of rows": on_rows(lambda x: x.topk(8, 1)),
    "unique": on_vectors(lambda x: x.mul(100).int().unique()),
    "nonzero": on_vectors(lambda x: (x > 0).nonzero()),
    "masked_select": on_vectors(lambda x: x.masked_select(x > 0)),
    "index": by_index(lambda x, index: x[index]),
    "index_select": by_index(lambda x, index: x.index_select(0, index)),
    "gather": by_index(lambda x, index: x.gather(0, index[:, None].expand_as(x))),
    "scatter_add": by_index(lambda x, index: torch.zeros_like(x).scatter_add(0, index[:, None].expand_as(x), x)),
    "index_add": by_index(lambda x, index: torch.zeros_like(x).index_add(0, index, x)),
    "embedding": by_index(lambda x, index: F.embedding(index, x)),
    "matmul": matrices(torch.matmul),
    "bmm": matrices(torch.bmm, 16),
    "linear": matrices(F.linear),
    "conv2d": on_images(lambda x: F.conv2d(x, x.new_ones(32, 32, 3, 3), padding=1)),
    "depthwise conv2d": on_images(lambda x: F.conv2d(x, x.new_ones(32, 1, 3, 3), padding=1, groups=32)),
    "max_pool2d": on_images(lambda x: F.max_pool2d(x, 3, 2)),
    "avg_pool2d": on_images(lambda x: F.avg_pool2d(x, 3, 2)),
    "interpolate": on_images(lambda x: F.interpolate(x, scale_factor=2, mode="bilinear")),
    "attention": attention,
    "cross_entropy": losses(F.cross_entropy),
    "mse_loss": on_vectors(F.mse_loss, 2),
    "smooth_l1_loss": on_vectors(F.smooth_l1_loss, 2),
    "gelu and back": on_gradient(F.gelu, numbers),
    "softmax and back": on_gradient(lambda x: x.softmax(1), lambda device, n: numbers(device, n // ROW, ROW)),
    "layer_norm and back": on_gradient(lambda x: F.layer_norm(x, (768,)), lambda device, n: numbers(device, n // 768, 768)),
    "conv2d and back": on_gradient(lambda x: F.conv2d(x, x.new_ones(32, 32, 3, 3), padding=1),
                                   lambda device, n: numbers(device, 1, 32, int((n // 32) ** 0.5), int((n // 32) ** 0.5))),
    "convolutions of ResNet-18": resnet_convolutions,
    "ResNet-18": with_module(lambda _: resnet18().eval(), image_batch),
    "ResNet-18 and back": with_module(lambda _: resnet18(), image_batch, backward=True),
    "transformer": with_module(lambda sizes: transformer(sizes).eval(), token_batch),
    "transformer and back": with_module(transformer, token_batch, backward=True),
}
