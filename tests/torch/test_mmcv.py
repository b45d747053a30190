# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two operators of mmcv, from the sources of its package: ported by musa-port, built by torch_musa, run on musa.

tests/external/extensions takes the whole package through; this is what is quick.
"""

import json
import sys
import tempfile
import unittest
from pathlib import Path

import support  # first: it sets the environment

import torch
import torch_musa  # noqa: F401: makes the device known
import torchvision
from torch_musa.utils.musa_extension import load
from torch_musa.utils.simple_porting import SimplePorting

EXTERNAL = Path(__file__).resolve().parents[1] / "external"
sys.path.insert(0, str(EXTERNAL))

import fetch  # noqa: E402

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

# What mmcv's own table of all operators (cudabind.cpp, pybind.cpp) says of these two.
BINDING = """
#include <torch/extension.h>
#include "pytorch_cpp_helper.hpp"
#include "pytorch_device_registry.hpp"
Tensor NMSCUDAKernelLauncher(Tensor boxes, Tensor scores, float iou_threshold, int offset);
Tensor nms_impl(Tensor boxes, Tensor scores, float iou_threshold, int offset);
Tensor nms(Tensor boxes, Tensor scores, float iou_threshold, int offset);
REGISTER_DEVICE_IMPL(nms_impl, PrivateUse1, NMSCUDAKernelLauncher);
void ROIAlignForwardCUDAKernelLauncher(Tensor input, Tensor rois, Tensor output, Tensor argmax_y, Tensor argmax_x,
    int aligned_height, int aligned_width, float spatial_scale, int sampling_ratio, int pool_mode, bool aligned);
void roi_align_forward_impl(Tensor input, Tensor rois, Tensor output, Tensor argmax_y, Tensor argmax_x,
    int aligned_height, int aligned_width, float spatial_scale, int sampling_ratio, int pool_mode, bool aligned);
void roi_align_forward(Tensor input, Tensor rois, Tensor output, Tensor argmax_y, Tensor argmax_x,
    int aligned_height, int aligned_width, float spatial_scale, int sampling_ratio, int pool_mode, bool aligned);
REGISTER_DEVICE_IMPL(roi_align_forward_impl, PrivateUse1, ROIAlignForwardCUDAKernelLauncher);
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("nms", &nms);
  m.def("roi_align_forward", &roi_align_forward);
}
"""


class MmcvTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        work = Path(folder.name)
        (work / "csrc").symlink_to(fetch.tree("mmcv"))
        rules = json.loads((EXTERNAL / "extensions/mmcv/rules.json").read_text())
        ported = Path(SimplePorting(work / "csrc", mapping_rule=rules).run())
        binding = work / "binding.cpp"
        binding.write_text(BINDING)
        sources = [ported / "pytorch" / name for name in
                   ("nms.cpp", "roi_align.cpp", "cuda/nms_cuda.mu", "cuda/roi_align_cuda.mu")]
        cls.module = load(
            "mmcv_subset", [*sources, binding], build_directory=str(work / "build"),
            extra_cflags=["-DMMCV_WITH_MUSA"], extra_musa_cflags=["-DMMCV_WITH_MUSA"],
            extra_include_paths=[ported / "pytorch", ported / "common", ported / "common/cuda"])

    def test_nms(self):
        """The example of torch_musa's manual, and boxes at random against torchvision's."""
        boxes = torch.tensor([[6.0, 3.0, 8.0, 7.0], [3.0, 6.0, 9.0, 11.0], [3.0, 7.0, 10.0, 12.0], [1.0, 4.0, 13.0, 7.0]])
        scores = torch.tensor([0.6, 0.9, 0.7, 0.2])
        self.assertEqual(self.module.nms(boxes.musa(), scores.musa(), 0.3, 0).tolist(), [1, 0, 3])
        corners = torch.rand(500, 2) * 100
        boxes, scores = torch.cat([corners, corners + 5 + torch.rand(500, 2) * 30], 1), torch.rand(500)
        found = self.module.nms(boxes.musa(), scores.musa(), 0.4, 0)
        self.assertEqual(found.tolist(), torchvision.ops.nms(boxes, scores, 0.4).tolist())

    def test_roi_align(self):
        for dtype, tolerance in ((torch.float32, 1e-5), (torch.float64, 1e-12), (torch.float16, 1e-2)):
            features = torch.rand(2, 3, 20, 30, dtype=torch.float64).to(dtype)
            rois = torch.tensor([[0, 1.5, 2.0, 20.0, 15.0], [1, 3.0, 0.0, 29.0, 19.0], [0, 5.0, 5.0, 6.0, 6.5]], dtype=dtype)
            output = torch.zeros(3, 3, 7, 5, dtype=dtype, device="musa")
            places = torch.zeros(0, dtype=dtype, device="musa")
            self.module.roi_align_forward(features.musa(), rois.musa(), output, places, places, 7, 5, 0.5, 2, 1, True)
            wide = torch.float32 if dtype == torch.float16 else dtype
            expected = torchvision.ops.roi_align(features.to(wide), rois.to(wide), (7, 5), 0.5, 2, True)
            torch.testing.assert_close(output.cpu(), expected.to(dtype), rtol=tolerance, atol=tolerance)


if __name__ == "__main__":
    unittest.main()
