//===- dataflow/arch_outcome.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/arch_outcome.h"

#include "rules/cuda_architecture.h"

namespace musaport {

std::optional<unsigned> turningPoint(ArchitectureCondition condition) {
  constexpr unsigned first = 100;
  constexpr unsigned last = 1300;
  std::optional<bool> before = condition(first);
  std::optional<unsigned> point;
  for (unsigned number = first; number <= last; number += 10) { // 8.6 is 860
    std::optional<bool> value = condition(number);
    if (!value || (*value != *before && point))
      return std::nullopt;
    if (*value != *before)
      point = number;
    before = value;
  }
  return point ? std::optional<unsigned>(cudaArchitectureFrom(*point)) : std::nullopt;
}

std::string asCapability(unsigned number) {
  return std::to_string(number / 100) + "." + std::to_string(number % 100 / 10);
}

std::string describeThreshold(unsigned cuda) {
  const std::optional<unsigned> threshold = musaThreshold(cuda);
  if (!threshold)
    return "no MUSA GPU";
  for (const Architecture &architecture : architectures())
    if (architecture.musaArch == *threshold)
      return architecture.name.str() + " and newer";
  return std::to_string(*threshold);
}

} // namespace musaport
