//===- scripts/python/words.h - words of Python files -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PYTHON_WORDS_H
#define MUSAPORT_SCRIPTS_PYTHON_WORDS_H

#include "scripts/script_porter.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// A word of a list or of a string.
struct PythonWord {
  std::string text;
  bool isKnown = true;          ///< false: something else stands here
  bool mayGo = false;           ///< it may be left out
  bool isCalled = false;        ///< a program is called by its name here
  bool isBehindToolkit = false; ///< a path within the folder where CUDA is installed
  bool isComposed = false;      ///< it goes on with something unknown
  std::optional<std::string>
      separator; ///< of several words in its place, if there is room for them
};

struct PythonWords {
  std::vector<PythonWord> words;
  bool haveFlags = false; ///< they are of a compiler's command line
  bool areDevice = false; ///< of nvcc's
};

/// What becomes of words. Offsets are those in a word.
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
    std::optional<std::string> to; ///< none: it stays
  };
  struct Remark {
    Range range;
    std::string message, note;
  };
  std::vector<Edited> edits;
  std::vector<Decided> decisions;
  std::vector<Remark> remarks;
  std::vector<Range> macros; ///< names of macros, which the sources have
  std::vector<size_t> dropped;
  std::vector<size_t> done; ///< flags, and their arguments
};

/// `context`: of no tree.
PythonWordsPort portPythonWords(const PythonWords &words, const ScriptContext &context);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PYTHON_WORDS_H
