//===- rtc/object_names.h - names of kernels in an object file --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RTC_OBJECT_NAMES_H
#define MUSAPORT_RTC_OBJECT_NAMES_H

#include <string>

namespace mtrtc {

/// The mangled name of the kernel or variable whose stub, or shadow, the pointer `variable` is
/// initialized with; empty if there is none.
std::string nameOfTarget(const std::string &object, const std::string &variable);

} // namespace mtrtc

#endif // MUSAPORT_RTC_OBJECT_NAMES_H
