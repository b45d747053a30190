// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUTLASS's device-wide GEMM, without tensor cores and with Ampere's, against sums in double; and a
// kernel of CuTe's layouts.
#include <cute/tensor.hpp>
#include <cutlass/gemm/device/gemm.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

namespace {

using cutlass::gemm::GemmShape;
using RowMajor = cutlass::layout::RowMajor;
using ColumnMajor = cutlass::layout::ColumnMajor;
template <typename T> constexpr int vectorOf = 128 / cutlass::sizeof_bits<T>::value;

template <typename T> class DeviceVector {
public:
  explicit DeviceVector(const std::vector<T> &values) : count(values.size()) {
    cudaMalloc(&items, count * sizeof(T));
    cudaMemcpy(items, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~DeviceVector() { cudaFree(items); }
  DeviceVector(const DeviceVector &) = delete;
  DeviceVector &operator=(const DeviceVector &) = delete;
  T *data() const { return items; }
  std::vector<T> values() const {
    std::vector<T> result(count);
    cudaMemcpy(result.data(), items, count * sizeof(T), cudaMemcpyDeviceToHost);
    return result;
  }

private:
  T *items = nullptr;
  size_t count;
};

// Quarters from -2 to 2, or integers from -8 to 8: every type has them, and the products.
template <typename T> std::vector<T> randomValues(size_t count, std::mt19937 &random) {
  std::vector<T> values(count);
  const float unit = std::numeric_limits<T>::is_integer ? 1.0f : 0.25f;
  for (T &value : values)
    value = T((int(random() % 17) - 8) * unit);
  return values;
}

// D = 2 A B + 3 C; the operator's types say the rest. Returns whether all of D is as in double.
template <typename Gemm> bool isRight(const char *name, int m, int n, int k) {
  using A = typename Gemm::ElementA;
  using B = typename Gemm::ElementB;
  using C = typename Gemm::ElementC;
  using Scale = typename Gemm::EpilogueOutputOp::ElementCompute;
  const auto layoutA = Gemm::LayoutA::packed({m, k});
  const auto layoutB = Gemm::LayoutB::packed({k, n});
  const auto layoutC = Gemm::LayoutC::packed({m, n});
  std::mt19937 random(m + n + k);
  const auto a = randomValues<A>(size_t(m) * k, random);
  const auto b = randomValues<B>(size_t(k) * n, random);
  const auto c = randomValues<C>(size_t(m) * n, random);
  const DeviceVector<A> deviceA(a);
  const DeviceVector<B> deviceB(b);
  const DeviceVector<C> deviceC(c), deviceD(std::vector<C>(c.size(), C(0)));

  Gemm gemm;
  const typename Gemm::Arguments arguments({m, n, k}, {deviceA.data(), layoutA},
                                           {deviceB.data(), layoutB}, {deviceC.data(), layoutC},
                                           {deviceD.data(), layoutC}, {Scale(2), Scale(3)});
  const cutlass::Status status = gemm(arguments);
  const cudaError_t error = cudaDeviceSynchronize();
  const auto d = deviceD.values();
  // Sums of these are exact in float; half and bfloat16 round once.
  const double tolerance = cutlass::sizeof_bits<C>::value == 16 ? 1.0 / 128 : 0;
  double worst = 0;
  bool right = status == cutlass::Status::kSuccess && error == cudaSuccess;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int i = 0; i < k; ++i)
        sum += double(a[layoutA({row, i})]) * double(b[layoutB({i, column})]);
      const size_t at = layoutC({row, column});
      const double expected = 2 * sum + 3 * double(c[at]);
      const double difference =
          std::fabs(double(d[at]) - expected) / std::max(1.0, std::fabs(expected));
      right &= difference <= tolerance; // and not NaN
      worst = std::max(worst, difference);
    }
  std::printf("%s: %s, %s, largest relative error %g\n", name, cutlassGetStatusString(status),
              cudaGetErrorString(error), worst);
  return right;
}

template <typename A, typename LayoutA, typename LayoutB, typename C>
using Simt = cutlass::gemm::device::Gemm<A, LayoutA, A, LayoutB, C, RowMajor>;

template <typename A, typename C, typename Sum, typename Block, typename Warp, typename Instruction,
          typename Epilogue =
              cutlass::epilogue::thread::LinearCombination<C, vectorOf<C>, Sum, Sum>>
using Ampere =
    cutlass::gemm::device::Gemm<A, RowMajor, A, ColumnMajor, C, RowMajor, Sum,
                                cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, Block, Warp,
                                Instruction, Epilogue,
                                cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 3>;

// Macros of both: MUTLASS has its own.
CUTLASS_DEVICE unsigned blockRow() { return blockIdx.y; }
CUTE_HOST_DEVICE int tileSize() { return 16; }

// Transposes through shared memory, with CuTe's tensors.
__global__ void transpose(const float *from, float *to, int rows, int columns) {
  using namespace cute;
  __shared__ float tile[16 * 16];
  if (threadIdx.y >= tileSize())
    return;
  const Tensor source =
      make_tensor(make_gmem_ptr(from), make_shape(rows, columns), make_stride(columns, 1));
  Tensor target = make_tensor(make_gmem_ptr(to), make_shape(columns, rows), make_stride(rows, 1));
  Tensor shared = make_tensor(make_smem_ptr(tile), Layout<Shape<_16, _16>, Stride<_16, _1>>{});
  const auto block = local_tile(source, Shape<_16, _16>{}, make_coord(blockRow(), blockIdx.x));
  shared(threadIdx.y, threadIdx.x) = block(threadIdx.y, threadIdx.x);
  __syncthreads();
  auto out = local_tile(target, Shape<_16, _16>{}, make_coord(blockIdx.x, blockIdx.y));
  out(threadIdx.y, threadIdx.x) = shared(threadIdx.x, threadIdx.y);
}

bool cuteTransposes() {
  const int rows = 64, columns = 48;
  std::vector<float> values(rows * columns);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(i);
  const DeviceVector<float> from(values), to(std::vector<float>(values.size(), -1));
  transpose<<<dim3(columns / 16, rows / 16), dim3(16, 16)>>>(from.data(), to.data(), rows, columns);
  const cudaError_t error = cudaDeviceSynchronize();
  const std::vector<float> result = to.values();
  bool right = error == cudaSuccess;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      right = right && result[column * rows + row] == values[row * columns + column];
  std::printf("CuTe's transpose: %s\n", right ? "right" : "wrong");
  return right;
}

} // namespace

int main() {
  using cutlass::half_t;
  using Half = Ampere<half_t, half_t, float, GemmShape<64, 64, 32>, GemmShape<32, 32, 32>,
                      GemmShape<16, 8, 16>>;
  using HalfToFloat = Ampere<half_t, float, float, GemmShape<128, 128, 32>, GemmShape<64, 64, 32>,
                             GemmShape<16, 8, 16>>;
  using Bfloat16 = Ampere<cutlass::bfloat16_t, float, float, GemmShape<64, 64, 32>,
                          GemmShape<32, 32, 32>, GemmShape<16, 8, 16>>;
  using Tf32 = Ampere<cutlass::tfloat32_t, float, float, GemmShape<64, 64, 16>,
                      GemmShape<32, 32, 16>, GemmShape<16, 8, 8>>;
  using Double = cutlass::gemm::device::Gemm<
      double, RowMajor, double, ColumnMajor, double, RowMajor, double,
      cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, GemmShape<64, 64, 16>,
      GemmShape<32, 32, 16>, GemmShape<8, 8, 4>,
      cutlass::epilogue::thread::LinearCombination<double, 1, double, double>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 3>;
  using Int8 = Ampere<int8_t, int32_t, int32_t, GemmShape<64, 64, 64>, GemmShape<32, 32, 64>,
                      GemmShape<16, 8, 32>>;
  bool right = isRight<Simt<float, ColumnMajor, ColumnMajor, float>>("float, without tensor cores",
                                                                     130, 77, 65);
  right &= isRight<Simt<double, RowMajor, ColumnMajor, double>>("double, without tensor cores", 64,
                                                                96, 33);
  right &= isRight<Half>("half", 128, 64, 96);
  right &= isRight<HalfToFloat>("half to float", 256, 128, 64);
  right &= isRight<Bfloat16>("bfloat16 to float", 64, 128, 64);
  right &= isRight<Tf32>("tf32", 128, 64, 48);
  right &= isRight<Double>("double", 64, 64, 32);
  right &= isRight<Int8>("int8 to int32", 128, 64, 128);
  right &= cuteTransposes();
  std::printf(right ? "all right\n" : "WRONG\n");
  return right ? 0 : 1;
}
