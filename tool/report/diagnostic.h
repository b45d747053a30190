//===- report/diagnostic.h - what a person has to know ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A diagnostic is a plain value: where, how bad, what is wrong, what to do. It
// carries its source line, so that it can be shown after the file's bytes are gone.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REPORT_DIAGNOSTIC_H
#define MUSAPORT_REPORT_DIAGNOSTIC_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace musaport {

/// Error: the port is not right until a person has decided. Warning: it works,
/// and behaves differently. Remark: good to know.
enum class Severity : uint8_t { Remark, Warning, Error };

/// A place in a file as people count: lines and columns from 1, columns in bytes.
/// line 0: the file as a whole.
struct Place {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// Bytes of a file that others take the place of.
struct Fix {
  std::string file; ///< absolute
  uint32_t offset = 0, length = 0;
  std::string text;

  auto key() const { return std::tie(file, offset, length, text); }
  bool operator<(const Fix &other) const { return key() < other.key(); }
  bool operator==(const Fix &other) const { return key() == other.key(); }
};

struct Diagnostic {
  /// Its ID, "musa-unsupported-api"; docs/reference/diagnostics/<id>.md explains it.
  llvm::StringRef id;
  Severity severity = Severity::Warning;
  Place place;
  /// The source line at `place`, without its line ending; empty if there is none to show.
  std::string sourceLine;
  /// Bytes to underline from `place.column` on; at least 1 where a line is shown.
  uint32_t length = 1;
  /// What is wrong, one line, no full stop.
  std::string message;
  /// What to do, printed as notes of their own; may be empty.
  std::vector<std::string> notes;
  /// Of the source, all at once; none if a person decides.
  std::vector<Fix> fixes;
  /// If not empty: of the diagnostics with this key only the first is shown (sayOnce()).
  std::string once;
};

} // namespace musaport

#endif // MUSAPORT_REPORT_DIAGNOSTIC_H
