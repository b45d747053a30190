//===- error.h - errors of the runtime as std::error_code has them -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_ERROR_H
#define THRUST_SYSTEM_MUSA_ERROR_H

#include <thrust/detail/config.h>
#include <thrust/system/error_code.h>
#include <thrust/system_error.h>

THRUST_NAMESPACE_BEGIN
namespace system {

/// The std::error_code category for values of musaError_t.
inline const error_category &musa_category() {
  class category : public error_category {
  public:
    const char *name() const override { return "musa"; }
    std::string message(int error) const override {
      const auto code = static_cast<musaError_t>(error);
      return std::string(musaGetErrorName(code)) + ": " + musaGetErrorString(code);
    }
  };
  static const category result;
  return result;
}

namespace musa::detail {
inline void throw_on_error(musaError_t status, const char *what = "") {
  if (status == musaSuccess)
    return;
  (void)musaGetLastError();
  throw thrust::system::system_error(static_cast<int>(status), musa_category(), what);
}
} // namespace musa::detail

} // namespace system
using system::musa_category;
namespace cuda_cub {
using system::musa::detail::throw_on_error;
} // namespace cuda_cub
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_ERROR_H
