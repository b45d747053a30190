//===- analysis/view_questions.h - does code depend on its view? -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_VIEW_QUESTIONS_H
#define MUSAPORT_ANALYSIS_VIEW_QUESTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace musaport {

struct ViewQuestions {
  /// Whether an own file expands or tests a macro that differs between the views, directly or
  /// through another macro, or has a condition on a macro that a header defines under such a
  /// condition. If not, the preprocessor produces the same own code for the other view.
  bool asked = false;
  /// These macros of headers. The initial content comes from headers that were read earlier.
  std::vector<std::string> headerMacros;
};

/// Call this before the first token. Fills `questions`, which must outlive the preprocessor.
void watchViewQuestions(clang::Preprocessor &preprocessor, llvm::ArrayRef<std::string> viewMacros,
                        llvm::function_ref<bool(llvm::StringRef file)> isOwn,
                        ViewQuestions &questions);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_VIEW_QUESTIONS_H
