#include "pytorch_device_registry.hpp"

#ifdef MMCV_WITH_CUDA
void box_area_cuda(const Tensor boxes, Tensor areas);
REGISTER_DEVICE_IMPL(box_area_impl, CUDA, box_area_cuda);
REGISTER_DEVICE_IMPL(box_area_impl, CPU, box_area_cpu);
#endif

void box_area(const Tensor boxes, Tensor areas) {
  // boxes.is_cuda() must hold
  TORCH_CHECK(boxes.is_cuda(), "boxes.is_cuda()");
  DISPATCH_DEVICE_IMPL(box_area_impl, boxes, areas);
}
