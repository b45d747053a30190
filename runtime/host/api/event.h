//===- host/api/event.h - recording events ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_EVENT_H
#define MUSAPORT_HOST_API_EVENT_H

#include "model/event.h"

namespace musart {

class Stream;

/// Records the event in the stream, or in the graph that is captured from it. Throws
/// musaErrorInvalidResourceHandle if they belong to different devices.
void recordEvent(musaEvent_t event, Stream &stream, unsigned flags);

} // namespace musart

#endif // MUSAPORT_HOST_API_EVENT_H
