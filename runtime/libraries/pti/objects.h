//===- libraries/pti/objects.h - devices, contexts and streams --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_PTI_OBJECTS_H
#define MUSAPORT_LIBRARIES_PTI_OBJECTS_H

#include "mupti.h"
#include "musa_port/host/trace.h"

#include <optional>

namespace musaport::pti {

/// Of the current device, if it is a stream 0. Nothing: the handle is none of a stream.
std::optional<__musa_traced_stream> findStream(musaStream_t stream, bool perThread);

/// A record for each device, and for its context.
void recordDevices();
void recordContexts();
/// A record if the call has created a stream.
void recordCreation(const __musa_traced_call &call);
/// What the call has created; null: no stream.
musaStream_t createdBy(const __musa_traced_call &call);

} // namespace musaport::pti

#endif // MUSAPORT_LIBRARIES_PTI_OBJECTS_H
