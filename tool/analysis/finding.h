//===- analysis/finding.h - what a check found ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_FINDING_H
#define MUSAPORT_ANALYSIS_FINDING_H

#include "report/diagnostic.h"

#include <compare>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace musaport {

/// Some findings hold only for one decision of the port about a name: that all uses of it are the
/// tree's own and stay (`isOwn`, see own_names.h), or that it is ported as CUDA's. For any other
/// finding, `name` is empty.
struct AboutName {
  std::string name;
  bool isOwn = false;

  auto operator<=>(const AboutName &) const = default;
};

/// A finding in a file. Findings of all translation units and views form one set, because those in
/// a header are found many times.
struct Finding {
  std::string file;    ///< absolute
  uint32_t offset = 0; ///< in bytes from the start of the file
  uint32_t length = 1; ///< bytes to underline, at least 1
  llvm::StringRef id;  ///< the check's
  Severity severity = Severity::Warning;
  std::string message;            ///< what is wrong, one line, no full stop
  std::vector<std::string> notes; ///< what to do
  std::vector<Fix> fixes;         ///< to the CUDA source, all or none; empty if the user decides
  AboutName about;

  auto key() const {
    return std::tie(file, offset, id, message, length, severity, notes, fixes, about);
  }
  bool operator<(const Finding &other) const { return key() < other.key(); }
  bool operator==(const Finding &other) const { return key() == other.key(); }
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_FINDING_H
