//===- host/api/copies.h - musaMemcpy's rules -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_COPIES_H
#define MUSAPORT_HOST_API_COPIES_H

#include "model/operation.h"

namespace musart {

/// Whether a call returns only when the copy is made.
enum class Wait : bool { No, Yes };

/// Checks that both sides are what `kind` says, and large enough, as far as they are known.
void copyBytes(void *dst, const void *src, size_t count, musaMemcpyKind kind, musaStream_t stream,
               Wait wait);

// For graphs and the driver API.

/// What the parameters say, checked.
Copy makeCopy(const musaMemcpy3DParms &parameters);
Fill makeFill(const musaMemsetParams &parameters);
/// Puts a fill that was made so into a stream.
void submitFill(const Fill &fill, musaStream_t stream, Wait wait);

} // namespace musart

#endif // MUSAPORT_HOST_API_COPIES_H
