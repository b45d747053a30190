#include "pytorch_device_registry.hpp"

#ifdef MMCV_WITH_MUSA
void box_area_cuda(const Tensor boxes, Tensor areas);
REGISTER_DEVICE_IMPL(box_area_impl, PrivateUse1, box_area_cuda);
REGISTER_DEVICE_IMPL(box_area_impl, CPU, box_area_cpu);
#endif

void box_area(const Tensor boxes, Tensor areas) {
  // boxes.is_cuda() must hold
  TORCH_CHECK(boxes.is_privateuseone(), "boxes.is_cuda()");
  DISPATCH_DEVICE_IMPL(box_area_impl, boxes, areas);
}
