//===- opencl.cpp - the five kernels in OpenCL -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#define CL_TARGET_OPENCL_VERSION 300
#include "measure.h"

#include <CL/cl.h>
#include <cstring>

namespace {

constexpr const char *source = R"(
kernel void axpy(float a, global const float *x, global float *y, int n) {
  const int i = get_global_id(0);
  if (i < n)
    y[i] += a * x[i];
}

kernel void blockReduction(global const float *in, global float *out) {
  local float sums[256];
  const int t = get_local_id(0);
  sums[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 128; distance > 0; distance /= 2) {
    if (t < distance)
      sums[t] += sums[t + distance];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = sums[0];
}

#ifdef SHUFFLES
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
__attribute__((intel_reqd_sub_group_size(32)))
kernel void warpReduction(global const float *in, global float *out) {
  const int i = get_global_id(0);
  float sum = in[i];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += sub_group_shuffle_down(sum, distance);
  if (get_sub_group_local_id() == 0)
    out[i / 32] = sum;
}
#endif

kernel void matrixMultiply(global const float *a, global const float *b, global float *c, int n) {
  local float as[16][16];
  local float bs[16][16];
  const int x = get_local_id(0), y = get_local_id(1);
  const int row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    as[y][x] = a[row * n + t * 16 + x];
    bs[y][x] = b[(t * 16 + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      sum += as[y][k] * bs[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void histogram(global const uchar *in, int n, global uint *out) {
  local uint bins[256];
  bins[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&bins[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[get_local_id(0)], bins[get_local_id(0)]);
}

kernel void barriers(global int *out, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += i ^ (int)get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_local_id(0)] = sum;
}
)";

void require(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", what, status);
  std::exit(EXIT_FAILURE);
}

class Device {
public:
  Device() {
    cl_platform_id platform = nullptr;
    require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int status = 0;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    require(status, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    require(status, "clCreateCommandQueue");
    hasShuffles = build("-DSHUFFLES");
    if (!hasShuffles && !build(""))
      std::exit(EXIT_FAILURE);
  }

  template <typename T> cl_mem buffer(std::vector<T> values) {
    cl_int status = 0;
    cl_mem result = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, values.size() * sizeof(T),
                                   values.data(), &status);
    require(status, "clCreateBuffer");
    return result;
  }

  template <typename T> T first(cl_mem memory) {
    T value{};
    require(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof(T), &value, 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    return value;
  }

  template <typename... Arguments> cl_kernel kernel(const char *name, Arguments... arguments) {
    cl_int status = 0;
    cl_kernel result = clCreateKernel(program, name, &status);
    require(status, name);
    cl_uint index = 0;
    // NOLINTNEXTLINE(bugprone-sizeof-expression,bugprone-multi-level-implicit-pointer-conversion)
    (require(clSetKernelArg(result, index++, sizeof(arguments), &arguments), name), ...);
    return result;
  }

  void launch(cl_kernel work, size_t global, size_t local) {
    require(clEnqueueNDRangeKernel(queue, work, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
  }
  void launch2(cl_kernel work, size_t global, size_t local) {
    const size_t globals[] = {global, global};
    const size_t locals[] = {local, local};
    require(clEnqueueNDRangeKernel(queue, work, 2, nullptr, globals, locals, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
  }
  void wait() { require(clFinish(queue), "clFinish"); }

  bool hasShuffles = false;

private:
  bool build(const char *options) {
    cl_int status = 0;
    const char *text = source;
    program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    require(status, "clCreateProgramWithSource");
    return clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS;
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
};

} // namespace

int main() {
  using namespace measure;
  Device device;
  {
    cl_mem x = device.buffer(std::vector<float>(axpyElements, 1));
    cl_mem y = device.buffer(std::vector<float>(axpyElements, 2));
    cl_kernel all = device.kernel("axpy", 2.0F, x, y, axpyElements);
    print("axpy", axpyElements, [&] {
      device.launch(all, axpyElements, 256);
      device.wait();
    });
    cl_kernel cached = device.kernel("axpy", 2.0F, x, y, cachedElements);
    print("axpy in cache", size_t{cachedElements} * cachedRepeats, [&] {
      for (int i = 0; i < cachedRepeats; ++i)
        device.launch(cached, cachedElements, 256);
      device.wait();
    });
    check("axpy", device.first<float>(y) > 2);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
  }
  {
    cl_mem in = device.buffer(std::vector<float>(reductionElements, 1));
    cl_mem out = device.buffer(std::vector<float>(reductionElements / 32));
    cl_kernel block = device.kernel("blockReduction", in, out);
    print("block reduction", reductionElements, [&] {
      device.launch(block, reductionElements, 256);
      device.wait();
    });
    check("block reduction", device.first<float>(out) == 256);
    if (device.hasShuffles) {
      cl_kernel warp = device.kernel("warpReduction", in, out);
      print("warp reduction", reductionElements, [&] {
        device.launch(warp, reductionElements, 256);
        device.wait();
      });
      check("warp reduction", device.first<float>(out) == 32);
    }
  }
  {
    const std::vector<float> ones(size_t{matrixSize} * matrixSize, 1);
    cl_mem a = device.buffer(ones);
    cl_mem b = device.buffer(std::vector<float>(ones.size(), 2));
    cl_mem c = device.buffer(ones);
    cl_kernel multiply = device.kernel("matrixMultiply", a, b, c, matrixSize);
    print("matrix multiply", ones.size() * matrixSize, [&] {
      device.launch2(multiply, matrixSize, 16);
      device.wait();
    });
    check("matrix multiply", device.first<float>(c) == 2 * matrixSize);
  }
  {
    cl_mem in = device.buffer(histogramInput());
    cl_mem out = device.buffer(std::vector<unsigned>(256));
    cl_kernel count = device.kernel("histogram", in, histogramElements, out);
    print("histogram", histogramElements, [&] {
      device.launch(count, size_t{histogramBlocks} * 256, 256);
      device.wait();
    });
    check("histogram", device.first<unsigned>(out) == runs * histogramCount(0));
  }
  {
    cl_mem out = device.buffer(std::vector<int>(256));
    cl_kernel barriers = device.kernel("barriers", out, barrierCount);
    print("barrier", size_t{barrierCount} * 256, [&] {
      device.launch(barriers, 256, 256);
      device.wait();
    });
  }
  return 0;
}
