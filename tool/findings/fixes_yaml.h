//===- findings/fixes_yaml.h - fixes for other programs ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_FINDINGS_FIXES_YAML_H
#define MUSAPORT_FINDINGS_FIXES_YAML_H

#include "report/diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace musaport {

/// The findings and their fixes as clang-tidy's --export-fixes writes them, for
/// clang-apply-replacements and editors. Fails if a file with a finding cannot be read or the fixes
/// of one finding overlap.
llvm::Expected<std::string> toFixesYaml(llvm::ArrayRef<Diagnostic> diagnostics);

} // namespace musaport

#endif // MUSAPORT_FINDINGS_FIXES_YAML_H
