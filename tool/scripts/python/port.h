//===- scripts/python/port.h - ports Python files ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A separate program, musa-converter (docs/reference/converter.md), reads all Python files of a
// tree in one run. It asks its own musa-port process which rules apply and how words are ported
// (questions.h). The new names of files and macros are decided here.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PYTHON_PORT_H
#define MUSAPORT_SCRIPTS_PYTHON_PORT_H

#include "scripts/script.h"
#include "source/child_process.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct PythonFile {
  std::string path;        ///< in UTF-8
  bool isLaunched = false; ///< run as a program: it has to import torch_musa
};

/// The request to musa-converter, and the rules that its answer refers to by number.
struct PythonRequest {
  std::string text;
  std::vector<const Rule *> rules;
};
PythonRequest makePythonRequest(llvm::ArrayRef<PythonFile> files, const RuleSet &rules);

/// The answer of musa-converter about one file.
struct PythonAnswer {
  struct Decision {
    enum class By : uint8_t { Rule, Python, File, FileEnd, Folder, Macro } by = By::Python;
    size_t rule = 0; ///< for By::Rule: the rule's number
    ByteRange range; ///< the text that the decision is about
    std::string name;
    std::optional<std::string> to; ///< nullopt: it stays
  };
  struct Remark {
    uint32_t line = 1, column = 1, length = 1;
    Severity severity = Severity::Warning;
    std::string message, note;
  };
  std::vector<Edit> edits;
  std::vector<Decision> decisions;
  std::vector<Remark> remarks;
};
/// Parses answers about exactly `files` files that refer to rules below `rules`. Anything else is
/// an error.
llvm::Expected<std::vector<PythonAnswer>> parsePythonAnswers(llvm::StringRef text, size_t files,
                                                             size_t rules);

/// A run of musa-converter.
class PythonPort {
public:
  /// Starts it. Errors are reported by finish().
  PythonPort(llvm::ArrayRef<PythonFile> files, const RuleSet &rules);

  /// Why the files could not be ported.
  struct Problem {
    bool isAbsent = false; ///< musa-converter is not installed, or lacks a dependency
    std::string message;
    std::string details; ///< all that musa-converter said about it; may be empty
  };
  /// Waits for all answers.
  std::optional<Problem> finish();

  /// Ports file `number` of those in the request. The file may have changed meanwhile: if the
  /// answer does not fit `buffer`, there are no edits, but a diagnostic.
  FileResult port(size_t number, size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                  const ScriptContext &context) const;

private:
  PythonRequest request;
  size_t files;
  std::optional<ChildProcess> child;
  std::optional<Problem> problem;
  std::vector<PythonAnswer> answers;
};

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PYTHON_PORT_H
