#include "box_kernel.muh"
#include "../../common/box_helper.hpp"
#include "pytorch_cuda_helper.hpp"

void box_area_cuda(const Tensor boxes, Tensor areas) {
  at::musa::MUSAGuard device_guard(boxes.device());
  musaStream_t stream = at::musa::getCurrentMUSAStream();
  AT_DISPATCH_FLOATING_TYPES(boxes.scalar_type(), "box_area", [&] {
    box_area_cuda_kernel<scalar_t><<<1, 512, 0, stream>>>(
        boxes.size(0), boxes.data_ptr<scalar_t>(), areas.data_ptr<scalar_t>());
  });
  AT_MUSA_CHECK(musaGetLastError());
}
