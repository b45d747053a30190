//===- report/diagnostic.h - what the user has to know ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A diagnostic is a plain value: place, severity, message, advice. It carries its source line, so
// that it can be printed after the file's bytes are gone.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REPORT_DIAGNOSTIC_H
#define MUSAPORT_REPORT_DIAGNOSTIC_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace musaport {

/// Error: the port is not correct until the user decides. Warning: it works but behaves
/// differently. Remark: good to know.
enum class Severity : uint8_t { Remark, Warning, Error };

/// A place in a file, counted as editors do: lines and columns from 1, columns in bytes. line 0:
/// the file as a whole.
struct Place {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// A replacement of some bytes of a file.
struct Fix {
  std::string file; ///< absolute
  uint32_t offset = 0, length = 0;
  std::string text;

  auto key() const { return std::tie(file, offset, length, text); }
  bool operator<(const Fix &other) const { return key() < other.key(); }
  bool operator==(const Fix &other) const { return key() == other.key(); }
};

struct Diagnostic {
  /// The ID, such as "musa-unsupported-api"; docs/reference/diagnostics/<id>.md explains it.
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
  /// Fixes of the source, to be applied together; empty if the user has to decide.
  std::vector<Fix> fixes;
  /// If not empty: only the first diagnostic with this key is shown (sayOnce()).
  std::string once;
  /// If not empty: only for a tree none of whose ported build scripts defines this macro of CUDA's.
  std::string unlessDefined = {};
  /// If not empty: only if the port takes this name for CUDA's. Else a tree may declare it.
  std::string cudaName = {};
};

} // namespace musaport

#endif // MUSAPORT_REPORT_DIAGNOSTIC_H
