//===- host/exec/barrier_report.h - what is wrong with a barrier --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_BARRIER_REPORT_H
#define MUSAPORT_HOST_EXEC_BARRIER_REPORT_H

#include "exec/fiber.h"
#include "exec/kernel.h"

#include <string>

namespace musart {

/// `x.mu:12`
std::string text(Place place);
/// Whether two places are one for the program: a barrier in a template has many.
bool same(Place a, Place b);

/// What is wrong if a thread waits at one place while others of its block wait at another.
std::string divergenceText(Place own, Place others);

/// What is wrong if only some threads have come to a barrier, since the others have returned. GPUs
/// that we know of do not wait for them either; no manual promises it.
std::string returnedText(Place place, unsigned returned, unsigned threads);
/// Prints it as a warning, once for each barrier of a kernel.
void warnReturned(const __musa_kernel &kernel, Place place, unsigned returned, unsigned threads);

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_BARRIER_REPORT_H
