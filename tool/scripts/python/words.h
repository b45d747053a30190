//===- scripts/python/words.h - ports words of Python files -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PYTHON_WORDS_H
#define MUSAPORT_SCRIPTS_PYTHON_WORDS_H

#include "scripts/flags.h"
#include "scripts/script_porter.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// A word of a list or string.
struct PythonWord {
  std::string text;
  bool isKnown = true;                  ///< false: something that is not a constant string
  bool mayGo = false;                   ///< it may be removed
  bool isCalled = false;                ///< it may be the name of a program
  bool isBehindToolkit = false;         ///< it is a path inside the CUDA toolkit's folder
  bool isComposed = false;              ///< it continues with something unknown
  bool isSearched = false;              ///< other words may start with it
  std::optional<std::string> separator; ///< separator, if several words may replace one
};

struct PythonWords {
  std::vector<PythonWord> words;
  bool haveFlags = false; ///< they are part of a compiler's command line
  FlagsOf of = FlagsOf::Any;
};

/// The port of words. Offsets are relative to a word.
struct PythonWordsPort {
  struct Range {
    size_t word = 0;
    uint32_t begin = 0;
    size_t lastWord = 0;
    uint32_t end = 0;
  };
  struct Edited {
    Range range;
    std::string text;
  };
  struct Decided {
    Range range;
    const Rule *rule = nullptr;
    std::string name;
    std::optional<std::string> to; ///< nullopt: it stays
  };
  struct Remark {
    Severity severity = Severity::Warning;
    Range range;
    std::string message, note;
  };
  std::vector<Edited> edits;
  std::vector<Decided> decisions;
  std::vector<Remark> remarks;
  std::vector<Range> macros; ///< names of macros of the sources
  std::vector<size_t> dropped;
  std::vector<size_t> done; ///< flags and their arguments, which need no further porting
};

/// `context` belongs to no tree.
PythonWordsPort portPythonWords(const PythonWords &words, const ScriptContext &context);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PYTHON_WORDS_H
