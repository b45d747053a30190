// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels call of torch_musa's headers.
#include "torch_musa/csrc/aten/musa/MUSAAtomic.muh"
#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include "torch_musa/csrc/aten/musa/MUSADeviceUtils.muh"
#include "torch_musa/csrc/aten/musa/MUSADtype.muh"
#include "torch_musa/csrc/aten/musa/MUSAMacros.muh"
#include "torch_musa/csrc/aten/musa/MUSAMath.muh"
#include "torch_musa/csrc/aten/musa/detail/IndexUtils.muh"
#include "torch_musa/csrc/aten/ops/Copy.h"
#include "torch_musa/csrc/aten/ops/musa/Loops.muh"
#include "torch_musa/csrc/aten/ops/musa/OffsetCalculator.muh"
#include "torch_musa/csrc/aten/ops/musa/Reduce.muh"
#include "torch_musa/csrc/aten/utils/Utils.h"

#include "stubs.h"

#include <ATen/native/ReduceOpsUtils.h>
#include <ATen/native/TensorIterator.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <torch/csrc/utils/pybind.h>

using at::musa::gpuAtomicAdd; // as ports write it that were made for torch_musa

namespace at::native {
namespace {
std::string first(const Tensor &) { return "first of musa"; }
std::string second(const Tensor &) { return "second of musa"; }
} // namespace
REGISTER_MUSA_DISPATCH(first_stub, &first)
REGISTER_DISPATCH(second_stub, &second)
} // namespace at::native

namespace {

using namespace at::musa;

static_assert(is_pow2<64>::value && !is_pow2<65>::value);
static_assert(log2_down<63>::value == 5 && log2_down<64>::value == 6 && log2_down<1>::value == 0);
static_assert(log2_up<63>::value == 6 && log2_up<64>::value == 6 && log2_up<65>::value == 7);
static_assert(at::musa::ceil_div(9, 4) == 3 && at::musa::round_up(9, 4) == 12);
static_assert(VecType<float>::vlen == 4 && VecType<at::Half>::vlen == 8 &&
              VecType<int8_t, 32>::vlen == 4);
static_assert(sizeof(Dtype<at::Half>::Vec4) == 8 && alignof(Half2) == 4);
static_assert(std::is_same_v<Dtype<float>::Vec2, float2>);

template <typename T> __global__ void addOne(T *sum, T one) { gpuAtomicAdd(sum, one); }
template <typename T> double sumOf(int64_t threads) {
  T *sum;
  C10_MUSA_CHECK(musaMallocManaged(&sum, sizeof *sum));
  *sum = T(0);
  addOne<<<1, static_cast<int>(threads)>>>(sum, T(1));
  C10_MUSA_CHECK(musaDeviceSynchronize());
  const double result = static_cast<double>(static_cast<float>(*sum));
  C10_MUSA_CHECK(musaFree(sum));
  return result;
}
double sumOfHalves(int64_t threads) {
  __half *sum;
  C10_MUSA_CHECK(musaMallocManaged(&sum, sizeof *sum));
  *sum = __float2half(0);
  addOne<<<1, static_cast<int>(threads)>>>(sum, __float2half(1));
  C10_MUSA_CHECK(musaDeviceSynchronize());
  const double result = __half2float(*sum);
  C10_MUSA_CHECK(musaFree(sum));
  return result;
}

/// x * y + 2, four elements a thread.
template <typename T> __global__ void combine(T *out, const T *x, const T *y) {
  using Vec = VecType<T, 32 * sizeof(T)>;
  const int at = static_cast<int>(threadIdx.x) * Vec::vlen;
  Vec sum = Vec::load(x, at) * Vec::load(y, at) + T(2);
  sum = sum - Vec(T(1)) + VecType<float, 128>(1.0f);
  Vec::store(out, at, sum);
}
at::Tensor combined(const at::Tensor &x, const at::Tensor &y) {
  at::Tensor out = at::empty_like(x);
  AT_DISPATCH_ALL_MTGPU_TYPES_AND_HALF(x.scalar_type(), "combined", [&] {
    combine<<<1, static_cast<int>(x.numel() / 4), 0, getCurrentMUSAStream()>>>(
        out.mutable_data_ptr<scalar_t>(), x.const_data_ptr<scalar_t>(),
        y.const_data_ptr<scalar_t>());
  });
  C10_MUSA_KERNEL_LAUNCH_CHECK();
  return out;
}

/// What a kernel computes of one number, or of two, for each element.
template <typename Result, typename Function>
at::Tensor each(const at::Tensor &x, Function function) {
  at::Tensor out = at::empty(x.sizes(), x.options().dtype(c10::CppTypeToScalarType<Result>::value));
  auto iterator = at::TensorIteratorConfig()
                      .add_output(out)
                      .add_const_input(x)
                      .check_all_same_dtype(false)
                      .build();
  at::musa::gpu_kernel(iterator, function);
  return out;
}

__global__ void swapLanes(int *out) {
  __SYNCTHREADS;
  out[threadIdx.x] = at::musa::WARP_SHFL_XOR(static_cast<int>(threadIdx.x), 1) * 100 +
                     at::musa::WARP_SHFL(static_cast<int>(threadIdx.x), 5);
}

__global__ void offsetsOf(int64_t *out, at::musa::OffsetCalculator<1> calculator) {
  out[threadIdx.x] = calculator.get(threadIdx.x)[0];
}

std::vector<std::pair<uint32_t, uint32_t>> divided(const std::vector<uint32_t> &dividends,
                                                   uint32_t divisor) {
  const FastDivmod divmod(divisor);
  DivmodHelper<uint32_t> helper(divisor);
  DivmodHelper<uint64_t> wide(divisor);
  std::vector<std::pair<uint32_t, uint32_t>> result;
  for (uint32_t dividend : dividends) {
    uint32_t quotient, remainder, again, rest;
    uint64_t third, last;
    divmod(quotient, remainder, dividend);
    helper(again, rest, dividend);
    wide(third, last, dividend);
    TORCH_CHECK(divmod.div(dividend) == quotient && again == quotient && rest == remainder);
    TORCH_CHECK(third == quotient && last == remainder);
    result.emplace_back(quotient, remainder);
  }
  return result;
}

struct Greater {
  __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

} // namespace

void bindKernels(pybind11::module_ &m) {
  using at::Tensor;
  m.def("sum_of", [](const std::string &type, int64_t threads) {
    return type == "float"      ? sumOf<float>(threads)
           : type == "half"     ? sumOf<at::Half>(threads)
           : type == "bfloat16" ? sumOf<at::BFloat16>(threads)
           : type == "__half"   ? sumOfHalves(threads)
                                : sumOf<int16_t>(threads);
  });
  m.def("combined", &combined);
  m.def("divided", &divided);
  m.def("gcd", [](int64_t a, int64_t b) {
    return std::make_pair(at::musa::gcd(a, b), at::musa::lcm(a, b));
  });
  m.def("sigmoid", [](const Tensor &x) {
    return each<float>(x, [] __device__(float value) -> float { return at::musa::sigmoid(value); });
  });
  m.def("radix", [](const Tensor &x) {
    return each<int64_t>(x, [] __device__(float value) -> int64_t {
      return RadixTypeConvert<float>::convert(value);
    });
  });
  m.def("radix_back", [](const Tensor &x) {
    return each<float>(x, [] __device__(float value) -> float {
      return RadixTypeConvert<float>::deconvert(RadixTypeConvert<float>::convert(value));
    });
  });
  m.def("radix_of_integers", [](const Tensor &x) {
    return each<int64_t>(x, [] __device__(int32_t value) -> int64_t {
      return RadixTypeConvert<int32_t>::convert(value);
    });
  });
  m.def("less_than_two_or_nan", [](const Tensor &x) {
    return each<bool>(x, [] __device__(float value) -> bool { return is_lt_or_nan(value, 2.0f); });
  });
  m.def("at_most_two_or_nan", [](const Tensor &x) {
    return each<float>(x,
                       [] __device__(float value) -> float { return fminf_or_nan(value, 2.0f); });
  });
  m.def("maximum", [](const Tensor &x) {
    Tensor out = at::empty({}, x.options());
    auto iterator =
        at::native::make_reduction("maximum", out, x, at::OptionalIntArrayRef(), false, at::kFloat);
    at::native_musa_reduce::gpu_reduce_kernel<float, float>(
        iterator, at::native_musa_reduce::func_wrapper<float>(Greater()), -1e30f);
    return out;
  });
  m.def("copied", [](const Tensor &x) {
    Tensor out = at::empty(x.sizes(), x.options());
    auto iterator = at::TensorIteratorConfig().add_output(out).add_const_input(x).build();
    at::musa::direct_copy_kernel_musa(iterator);
    return out;
  });
  m.def("swapped_lanes", [](Tensor out) {
    swapLanes<<<1, static_cast<int>(out.numel()), 0, getCurrentMUSAStream()>>>(
        out.mutable_data_ptr<int>());
    return out;
  });
  // Of rows of seven elements that are ten apart.
  m.def("offsets", [](Tensor out) {
    const int64_t sizes[] = {7, 5}, strides[] = {4, 40}, element = 4;
    const int64_t *const stridesOfEach[] = {strides};
    offsetsOf<<<1, static_cast<int>(out.numel()), 0, getCurrentMUSAStream()>>>(
        out.mutable_data_ptr<int64_t>(),
        at::musa::OffsetCalculator<1>(2, sizes, stridesOfEach, &element));
    return out;
  });
  m.def("variant_info", [] {
    at::musa::detail::VariantTensorInfo<float, uint32_t> info;
    info.dims = 2;
    info.sizes[1] = 7;
    info.Swap(0, 1);
    return std::make_pair(info.sizes[0], info.sizes[1]);
  });
}
