//===- rtc/options.h - options of the compiler as a library -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RTC_OPTIONS_H
#define MUSAPORT_RTC_OPTIONS_H

#include <string>
#include <string_view>
#include <vector>

namespace mtrtc {

/// What the options of a compilation mean.
struct CompileOptions {
  std::vector<std::string> ofMcc;
  std::string architecture;   ///< mp_31; empty: the current device's
  bool searchesSource = true; ///< quoted includes are also looked for in the folder of the source
  bool relocatable = false;   ///< the device code is to be linked with that of others
  bool allIsDevice = false;   ///< functions without an attribute are __device__
};

/// Reads NVRTC's options, and mcc's own. False if one is neither: `fault` then says which.
bool readOptions(const std::vector<std::string_view> &given, CompileOptions &options,
                 std::string &fault);

} // namespace mtrtc

#endif // MUSAPORT_RTC_OPTIONS_H
