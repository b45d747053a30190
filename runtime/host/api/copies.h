//===- host/api/copies.h - the rules of musaMemcpy --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_COPIES_H
#define MUSAPORT_HOST_API_COPIES_H

#include "model/operation.h"

namespace musart {

/// Whether a call returns only after the copy is done.
enum class Wait : bool { No, Yes };

/// Copies after checking, for known memory, that both sides match `kind` and are large enough.
void copyBytes(void *dst, const void *src, size_t count, musaMemcpyKind kind, musaStream_t stream,
               Wait wait);

// For use by graphs and the driver API.

/// Checks the parameters and turns them into a Copy.
Copy makeCopy(const musaMemcpy3DParms &parameters);
Fill makeFill(const musaMemsetParams &parameters);
/// Submits such a fill to a stream.
void submitFill(const Fill &fill, musaStream_t stream, Wait wait);

} // namespace musart

#endif // MUSAPORT_HOST_API_COPIES_H
