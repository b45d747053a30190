//===- rewrite/function_templates.h - declarations of function templates -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc's host compiler takes a definition with `static` behind a declaration without it, if it is a
// template's. Clang, and so mcc, does not.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_FUNCTION_TEMPLATES_H
#define MUSAPORT_REWRITE_FUNCTION_TEMPLATES_H

#include "rewrite/source_text.h"
#include "source/include_resolver.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace musaport {

/// A function template's declaration or definition, outside of classes and functions.
struct FunctionTemplate {
  /// "a::f<2>(int,const T &)": with its namespaces and the number of the template's parameters.
  std::string signature;
  size_t staticWord = 0;  ///< the token `static`; 0 if there is none
  bool isDefined = false; ///< a body follows
};

std::vector<FunctionTemplate> findFunctionTemplates(llvm::StringRef buffer,
                                                    llvm::ArrayRef<Token> tokens);

/// The signatures of those that a source declares without `static`. Sorted.
std::vector<std::string> findDeclaredTemplates(llvm::StringRef buffer,
                                               llvm::ArrayRef<Token> tokens);

/// By their signatures the files of the tree that declare them.
using DeclaredTemplates = llvm::StringMap<llvm::SmallVector<size_t, 1>>;

/// The tokens `static` of definitions of which `file`, or a file that it includes, has a
/// declaration without it.
std::vector<size_t> findWrongStatics(const SourceText &text, const DeclaredTemplates &declared,
                                     size_t file, const IncludeResolver &includes);

} // namespace musaport

#endif // MUSAPORT_REWRITE_FUNCTION_TEMPLATES_H
