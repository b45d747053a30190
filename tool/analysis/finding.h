//===- analysis/finding.h - what a check has found --------------*- C++ -*-===//
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

/// A name that a finding is about, if it is right for one decision of the port's alone: that all of
/// the name is the tree's own, and stays (own_names.h), or that it is ported as CUDA's.
struct AboutName {
  std::string name;
  bool isOwn = false;

  auto operator<=>(const AboutName &) const = default;
};

/// A finding in a file. Those of all translation units and views are one set: a header's are found
/// many times.
struct Finding {
  std::string file;    ///< absolute
  uint32_t offset = 0; ///< bytes from the file's begin
  uint32_t length = 1; ///< to underline, at least 1
  llvm::StringRef id;  ///< the check's
  Severity severity = Severity::Warning;
  std::string message;            ///< what is wrong, one line, no full stop
  std::vector<std::string> notes; ///< what to do
  std::vector<Fix> fixes;         ///< of the CUDA source, all at once; none if a person decides
  AboutName about;

  auto key() const {
    return std::tie(file, offset, id, message, length, severity, notes, fixes, about);
  }
  bool operator<(const Finding &other) const { return key() < other.key(); }
  bool operator==(const Finding &other) const { return key() == other.key(); }
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_FINDING_H
