//===- mcc/lacking_names.h - names that only the SDK has ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_LACKING_NAMES_H
#define MUSAPORT_MCC_LACKING_NAMES_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <optional>
#include <string>

namespace musaport {

/// Passes diagnostics on. If Clang finds no declaration of a MUSA name, or no MUSA header, and the
/// reason is that the host backend lacks it, the error says so, and says where to read what to do.
class LackingNamesConsumer : public clang::DiagnosticConsumer {
public:
  /// `names` is the path of a file with one name per line, which embed_rules makes of the rules and
  /// of rules/host/names.tsv. It is read at the first error that it could explain. If it does not
  /// exist, no error changes.
  LackingNamesConsumer(std::unique_ptr<clang::DiagnosticConsumer> next, std::string names)
      : next(std::move(next)), path(std::move(names)) {}

  void BeginSourceFile(const clang::LangOptions &options,
                       const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

private:
  bool isLacking(llvm::StringRef name);
  /// The message that replaces Clang's error; empty if Clang's stays.
  std::string explain(const clang::Diagnostic &diagnostic);

  std::unique_ptr<clang::DiagnosticConsumer> next;
  std::string path;
  std::optional<llvm::StringSet<>> lacking; ///< read at the first lookup
  bool replaced = false;                    ///< of the last diagnostic that is not a note
};

} // namespace musaport

#endif // MUSAPORT_MCC_LACKING_NAMES_H
