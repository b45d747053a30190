//===- libraries/dnn/call.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "call.h"

#include "stream_work.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <oneapi/dnnl/dnnl.hpp>

namespace musaport::dnn {
namespace {

Status statusOf(musaError_t error) {
  switch (error) {
  case musaSuccess:
    return Status::SUCCESS;
  case musaErrorMemoryAllocation:
    return Status::ALLOC_FAILED;
  case musaErrorNotSupported:
    return Status::NOT_SUPPORTED;
  default:
    return Status::EXECUTION_FAILED;
  }
}

Status statusOf(dnnl_status_t status) {
  switch (status) {
  case dnnl_out_of_memory:
    return Status::ALLOC_FAILED;
  case dnnl_invalid_arguments:
    return Status::INVALID_PARAMETER;
  case dnnl_unimplemented:
    return Status::NOT_SUPPORTED;
  default:
    return Status::INTERNAL_ERROR;
  }
}

Status caught(const std::function<Status()> &body) {
  try {
    return body();
  } catch (const Refusal &refusal) {
    return refusal.status;
  } catch (const ::dnnl::error &error) {
    return statusOf(error.status);
  } catch (const std::bad_alloc &) {
    return Status::ALLOC_FAILED;
  } catch (const std::exception &) {
    return Status::INTERNAL_ERROR;
  }
}

/// The stream knows one error of memory.
Work withErrorsOfMemory(Work work) {
  return [work = std::move(work)] {
    try {
      work();
    } catch (const ::dnnl::error &error) {
      if (error.status == dnnl_out_of_memory)
        throw std::bad_alloc();
      throw;
    }
  };
}

const char *nameOf(Type type) {
  switch (type) {
#define NAME(type)                                                                                 \
  case Type::type:                                                                                 \
    return #type;
    NAME(HALF)
    NAME(FLOAT)
    NAME(DOUBLE)
    NAME(BFLOAT16)
    NAME(INT8)
    NAME(INT16)
    NAME(INT32)
    NAME(INT64)
    NAME(UINT8)
    NAME(UINT16)
    NAME(UINT32)
    NAME(UINT64)
    NAME(BOOL)
    NAME(QINT8)
    NAME(FP8_E4M3)
    NAME(FP8_E5M2)
#undef NAME
  }
  return "?";
}

std::string textOf(const Dims &numbers) {
  std::string text = "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  return text + "]";
}

/// One line: the function, and each tensor's type, sizes and, if there are gaps, strides.
void log(const char *name, std::initializer_list<const Tensor *> tensors) {
  std::string line = std::string("[mudnn] INFO ") + name + "(";
  const char *separator = "";
  for (const Tensor *tensor : tensors) {
    const View view = Access::view(*tensor);
    line += separator;
    separator = ", ";
    if (!view.isThere()) {
      line += "none";
      continue;
    }
    line += nameOf(view.type) + textOf(view.dims);
    if (!isContiguous(view))
      line += ":" + textOf(view.strides);
  }
  std::fprintf(stderr, "%s)\n", line.c_str());
}

bool isLogging() {
  static const bool is = [] {
    const char *level = std::getenv("MUDNN_LOG_LEVEL");
    return level != nullptr && std::strcmp(level, "INFO") == 0;
  }();
  return is;
}

} // namespace

View Access::view(const Tensor &tensor) {
  View view;
  view.type = tensor.type;
  view.format = tensor.format;
  view.data = tensor.data;
  view.dims.assign(tensor.dims, tensor.dims + tensor.rank);
  view.strides.assign(tensor.strides, tensor.strides + tensor.rank);
  view.scale = tensor.scale;
  return view;
}

void Access::setLayout(Tensor &tensor, const Dims &dims, const Dims &strides) {
  tensor.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), tensor.dims);
  std::copy(strides.begin(), strides.end(), tensor.strides);
}

View optional(const Tensor &tensor) { return Access::view(tensor); }

View optional(Tensor &tensor) {
  View view = Access::view(tensor);
  for (int i = 0; i < view.rank(); ++i)
    require(!view.isThere() || view.dims[i] == 1 || view.strides[i] != 0);
  return view;
}

View viewOf(const Tensor &tensor) {
  View view = Access::view(tensor);
  require(view.data != nullptr || view.count() == 0);
  return view;
}

View viewOf(Tensor &tensor) {
  View view = optional(tensor);
  require(view.data != nullptr || view.count() == 0);
  return view;
}

Status call(const char *name, Handle &handle, std::initializer_list<const Tensor *> tensors,
            const std::function<Work()> &plan) {
  if (isLogging())
    log(name, tensors);
  if (!Access::isValid(handle))
    return Status::NOT_INITIALIZED;
  return caught([&] {
    Work work = plan();
    if (!work)
      return Status::SUCCESS;
    return statusOf(submit(Access::stream(handle), withErrorsOfMemory(std::move(work)), name));
  });
}

Status checked(const std::function<void()> &body) {
  return caught([&] {
    body();
    return Status::SUCCESS;
  });
}

} // namespace musaport::dnn
