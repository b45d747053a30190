//===- port_file_fuzzer.cpp - any bytes, ported -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports any bytes with the default rules; what has asm statements with --translate-ptx, too. The
// port must not crash, must keep comments and strings, must say of places that are in the file what
// it says, and must be the same when it is ported again.
//===----------------------------------------------------------------------===//
#include "source_fuzzer.h"

#include "rules/architecture.h"

#include <cstdint>

namespace musaport {
namespace {

void check(llvm::StringRef name, llvm::StringRef input) {
  static const RuleSet rules({true, defaultArchitecture()}, {});
  PortOptions options;
  checkPort(name, input, rules, options);
  if (!input.contains("asm"))
    return;
  options.translatePtx = true;
  checkPort(name, input, rules, options);
}

} // namespace
} // namespace musaport

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string input(reinterpret_cast<const char *>(data), size);
  musaport::check(size % 2 == 0 ? "x.cu" : "x.cuh", input);
  return 0;
}
