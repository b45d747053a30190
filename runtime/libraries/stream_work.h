//===- libraries/stream_work.h - host code as work of a stream ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_STREAM_WORK_H
#define MUSAPORT_LIBRARIES_STREAM_WORK_H

#include "musa_runtime_api.h"

#include <functional>

namespace musaport {

/// Runs `work` when all that was put into `stream` before it is done. If the stream is captured,
/// `work` becomes a node of the graph, runs whenever the graph does, and lives as long as it.
/// `work` may not call the runtime. What it throws makes the device lost. A profiler knows it by
/// `name`, a literal.
musaError_t submit(musaStream_t stream, std::function<void()> work,
                   const char *name = __builtin_FUNCTION());

/// At its end the program waits for work that runs. submit() sees to that; a library calls this too
/// if something of its own has to be registered with atexit() behind it, which then runs before.
void waitForWorkAtExit();

} // namespace musaport

#endif // MUSAPORT_LIBRARIES_STREAM_WORK_H
