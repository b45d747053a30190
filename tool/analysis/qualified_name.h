//===- analysis/qualified_name.h - the qualified name of a declaration -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_QUALIFIED_NAME_H
#define MUSAPORT_ANALYSIS_QUALIFIED_NAME_H

#include <string>

namespace clang {
class NamedDecl;
} // namespace clang

namespace musaport {

/// "Pool::cudaFree": the name as CUDA's documentation writes it, without template arguments, inline
/// and anonymous namespaces, and the name of an unscoped enumeration.
std::string qualifiedName(const clang::NamedDecl &declaration);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_QUALIFIED_NAME_H
