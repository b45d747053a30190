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
  /// Whether one of the tree's files may depend on the view: it expands or tests a macro that
  /// differs between the views, directly or through another macro, or it has a condition on a macro
  /// that a header defines under a condition on the view. If not, the tree's code is the same in
  /// both views.
  bool asked = false;
  /// The macros that headers define under a condition on the view. The initial content comes from
  /// headers that were read earlier.
  std::vector<std::string> headerMacros;
};

/// Call this before the first token. Fills `questions`, which must outlive the preprocessor.
void watchViewQuestions(clang::Preprocessor &preprocessor, llvm::ArrayRef<std::string> viewMacros,
                        llvm::function_ref<bool(llvm::StringRef file)> isOwn,
                        ViewQuestions &questions);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_VIEW_QUESTIONS_H
