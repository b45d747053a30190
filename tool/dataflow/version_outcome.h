//===- dataflow/version_outcome.h - does a condition depend on the version? -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_DATAFLOW_VERSION_OUTCOME_H
#define MUSAPORT_DATAFLOW_VERSION_OUTCOME_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>

namespace musaport {

/// Whether the value of a condition depends on MUSA's own version, which is unknown here. The value
/// of a condition that only asks whether there is a version does not.
inline bool dependsOnVersion(llvm::function_ref<std::optional<bool>(int64_t)> condition) {
  const std::optional<bool> first = condition(1);
  if (!first)
    return false;
  auto differs = [&](int64_t version) { return condition(version) == !*first; };
  for (int64_t major = 1; major <= 30; ++major) // as CUDA and its libraries write versions
    for (int64_t minor = 0; minor < 10; ++minor)
      if (differs(major) || differs(1000 * major + 10 * minor) ||
          differs(1000 * major + 100 * minor) || differs(10000 * major + 100 * minor))
        return true;
  return differs(1'000'000'000);
}

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_VERSION_OUTCOME_H
