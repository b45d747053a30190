/*===- mudnn_base.h - what all of muDNN's operations share --------*- C++ -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*/
#ifndef MUDNN_BASE_H
#define MUDNN_BASE_H

#if defined(__cplusplus) /* C gets nothing from this header */

#include "musa_runtime_api.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

/* Programs compare this with 2800, 3000 and 3100: what came with those is here. */
#define MUDNN_MAJOR 3
#define MUDNN_MINOR 1
#define MUDNN_PATCHLEVEL 0
#define MUDNN_VERSION (MUDNN_MAJOR * 1000 + MUDNN_MINOR * 100 + MUDNN_PATCHLEVEL)

namespace musaport {
namespace dnn {
struct Access; /* how the library reads a tensor and a handle */

/* A number that a program gives as an integer or as a floating-point number. */
struct Number {
  double real = 0;
  int64_t integer = 0;
  bool isInteger = false;
};
} // namespace dnn
} // namespace musaport

#pragma GCC visibility push(default)
namespace musa {
namespace dnn {

enum class Status {
  SUCCESS = 0,
  INVALID_PARAMETER,
  NOT_INITIALIZED,
  ALLOC_FAILED,
  NOT_SUPPORTED,
  INTERNAL_ERROR,
  ARCH_MISMATCH,
  EXECUTION_FAILED,
};

/* Memory that is freed with its owner. */
using MemoryHandler = ::std::unique_ptr<void, ::std::function<void(void *)>>;
/* Where workspaces come from. The host needs none, so it never calls one. */
using MemoryMaintainer = ::std::function<MemoryHandler(size_t)>;

/* How precise sums of products are. The host's are as precise as SCALAR in each. */
enum class ComputeModeType { SCALAR = 0, TENSOR, ALL };

/* Describes memory, and owns none. Strides count elements. */
class Tensor {
public:
  enum class Type {
    HALF,
    FLOAT,
    DOUBLE,
    BFLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    BOOL,
    QINT8,
    FP8_E4M3,
    FP8_E5M2,
  };
  /* The order of the dimensions: N is the batch or a filter's outputs, C are the channels. */
  enum class Format { UNKNOWN, NCW, NWC, NCHW, NHWC, HWCN, NCDHW, NDHWC, DHWCN };

  Status SetType(Type value);
  Status SetFormat(Format value);
  Status SetAddr(const void *address);
  /* Without strides the last dimension is contiguous, and the others follow without gaps. */
  Status SetNdInfo(int count, const int64_t *sizes);
  Status SetNdInfo(int count, const int64_t *sizes, const int64_t *steps);
  Status SetNdInfo(::std::initializer_list<int64_t> sizes);
  Status SetNdInfo(::std::initializer_list<int64_t> sizes, ::std::initializer_list<int64_t> steps);
  Status GetNdInfo(::std::vector<int64_t> &sizes) const;
  Status GetNdInfo(::std::vector<int64_t> &sizes, ::std::vector<int64_t> &steps) const;
  /* What a QINT8's 1 stands for. */
  Status SetQuantizationInfo(float factor);

private:
  friend struct ::musaport::dnn::Access;
  static constexpr int maxRank = 8;
  Type type = Type::FLOAT;
  Format format = Format::NCHW;
  void *data = nullptr;
  int rank = 0;
  int64_t dims[maxRank] = {};
  int64_t strides[maxRank] = {};
  float scale = 1;
};

/* Calls with a handle are ordered by its stream. */
class Handle {
public:
  Handle();
  explicit Handle(int number); /* of a device */
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
  Status SetStream(musaStream_t value);
  /* Accepted; changes nothing on the host. */
  Status SetAllowTF32(bool allowed);

private:
  friend struct ::musaport::dnn::Access;
  musaStream_t stream = nullptr;
  int device = 0;
  bool isValid = false;
};

} // namespace dnn
} // namespace musa
#pragma GCC visibility pop

#endif /* __cplusplus */

#endif /* MUDNN_BASE_H */
