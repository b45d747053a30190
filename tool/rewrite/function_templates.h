//===- rewrite/function_templates.h - declarations of function templates -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc's host compiler takes a definition with `static` behind a declaration without it, if it is a
// template's. Clang, and so mcc, does not.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_FUNCTION_TEMPLATES_H
#define MUSAPORT_REWRITE_FUNCTION_TEMPLATES_H

#include "rewrite/source_text.h"

#include <string>
#include <vector>

namespace musaport {

/// A function template's declaration or definition.
struct FunctionTemplate {
  std::string signature;  ///< "f<2>(int,const T &)": with the number of the template's parameters
  size_t staticWord = 0;  ///< the token `static`; 0 if there is none
  bool isDefined = false; ///< a body follows
};

/// The one whose head is tokens[i], `template`; its signature is empty if it is none.
FunctionTemplate functionTemplateAt(const SourceText &text, size_t i);

/// The signatures of those that a source declares without `static`. Sorted.
std::vector<std::string> findDeclaredTemplates(llvm::StringRef buffer,
                                               llvm::ArrayRef<Token> tokens);

} // namespace musaport

#endif // MUSAPORT_REWRITE_FUNCTION_TEMPLATES_H
