//===- host/exec/barrier_report.h - messages about misused barriers -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_BARRIER_REPORT_H
#define MUSAPORT_HOST_EXEC_BARRIER_REPORT_H

#include "exec/fiber.h"
#include "exec/kernel.h"

#include <string>

namespace musart {

/// `x.mu:12`
std::string text(Place place);
/// Whether two places are the same in the program. A barrier in a template has several Place
/// objects.
bool same(Place a, Place b);

/// The message if a thread waits at one place while others of its block wait at another.
std::string divergenceText(Place own, Place others);

/// The message if only some threads reach a barrier because the others have returned. Known GPUs do
/// not wait for returned threads either, but no manual guarantees it.
std::string returnedText(Place place, unsigned returned, unsigned threads);
/// Prints that message as a warning, once per barrier of a kernel.
void warnReturned(const __musa_kernel &kernel, Place place, unsigned returned, unsigned threads);

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_BARRIER_REPORT_H
