# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mmcv's nms on device musa, as torch_musa's manual shows it (7.2.4), with the numbers that it prints."""

import numpy as np
import torch
import torch_musa  # noqa: F401: makes the device known
from mmcv.ops import nms

boxes = torch.tensor([[6.0, 3.0, 8.0, 7.0], [3.0, 6.0, 9.0, 11.0], [3.0, 7.0, 10.0, 12.0], [1.0, 4.0, 13.0, 7.0]])
scores = torch.tensor([0.6, 0.9, 0.7, 0.2])
dets, inds = nms(boxes.musa(), scores.musa(), iou_threshold=0.3, offset=0)
print(dets)
print(inds)
assert dets.device == inds.device == torch.device("musa:0")
expected = np.array([[3.0, 6.0, 9.0, 11.0, 0.9], [6.0, 3.0, 8.0, 7.0, 0.6], [1.0, 4.0, 13.0, 7.0, 0.2]], np.float32)
assert (dets.cpu().numpy() == expected).all() and inds.tolist() == [1, 0, 3]
