//===- analysis/view_questions.h - does code ask for its view? ---*- C++ -*-===//
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
  /// A file that is asked for expands or tests one of the macros that differ between the views,
  /// also by way of another macro, or has a condition with a macro that a header defines behind
  /// such a condition. Else what the preprocessor makes of the own files is the same for the other
  /// view.
  bool asked = false;
  /// Those macros of headers. What is there at the beginning is of headers that were read before.
  std::vector<std::string> headerMacros;
};

/// Before the first token: fills `questions`, which has to live as long as the preprocessor.
void watchViewQuestions(clang::Preprocessor &preprocessor, llvm::ArrayRef<std::string> viewMacros,
                        llvm::function_ref<bool(llvm::StringRef file)> isOwn,
                        ViewQuestions &questions);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_VIEW_QUESTIONS_H
