//===- scripts/port_python.h - the port of Python files ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Python files are read by musa-converter (docs/reference/converter.md), a program of its own, in
// one run for all of a tree. It asks a musa-port of its own by which rules, and what words become
// (python/questions.h); what files and macros are called is decided here.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PORT_PYTHON_H
#define MUSAPORT_SCRIPTS_PORT_PYTHON_H

#include "scripts/script.h"
#include "source/child_process.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct PythonFile {
  std::string path;        ///< in UTF-8
  bool isLaunched = false; ///< it is what is started: it imports torch_musa
};

/// What musa-converter is asked, and the rules that its answer names by their numbers.
struct PythonRequest {
  std::string text;
  std::vector<const Rule *> rules;
};
PythonRequest makePythonRequest(llvm::ArrayRef<PythonFile> files, const RuleSet &rules);

/// What it says of one file.
struct PythonAnswer {
  struct Decision {
    enum class By : uint8_t { Rule, Python, File, Macro } by = By::Python;
    size_t rule = 0; ///< By::Rule: its number
    ByteRange range; ///< where what is decided about stands
    std::string name;
    std::optional<std::string> to; ///< none: it stays
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
/// Of as many files as were asked about, by one of `rules` rules. Anything else is an error.
llvm::Expected<std::vector<PythonAnswer>> parsePythonAnswers(llvm::StringRef text, size_t files,
                                                             size_t rules);

/// One run of musa-converter.
class PythonPort {
public:
  /// Starts it. Whatever goes wrong is said by finish().
  PythonPort(llvm::ArrayRef<PythonFile> files, const RuleSet &rules);

  /// Why there is no port of the files.
  struct Problem {
    bool isAbsent = false; ///< it is not installed, or lacks what it needs
    std::string message;
  };
  /// Waits for all answers.
  std::optional<Problem> finish();

  /// Of file `number` of those that were asked about. It may be written to meanwhile: an answer
  /// that does not fit `buffer` has no edits, and a diagnostic.
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

#endif // MUSAPORT_SCRIPTS_PORT_PYTHON_H
