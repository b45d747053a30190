//===- mcc/lacking_names.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "lacking_names.h"

#include "clang/AST/DeclBase.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace musaport {
namespace {

// The first argument of each is the name.
constexpr unsigned missingHeader[] = {
    diag::err_pp_file_not_found,
    diag::err_pp_file_not_found_typo_not_fatal,
};
constexpr unsigned undeclaredName[] = {
    diag::err_no_member,
    diag::err_no_member_suggest,
    diag::err_no_member_template,
    diag::err_no_member_template_suggest,
    diag::err_no_template,
    diag::err_no_template_suggest,
    diag::err_typename_nested_not_found,
    diag::err_undeclared_use,
    diag::err_undeclared_use_suggest,
    diag::err_undeclared_var_use,
    diag::err_undeclared_var_use_suggest,
    diag::err_unknown_nested_typename_suggest,
    diag::err_unknown_type_or_class_name_suggest,
    diag::err_unknown_typename,
    diag::err_unknown_typename_suggest,
    diag::ext_implicit_function_decl_c99,
};

/// Such a member is the program's own, whatever it is called.
bool isMemberOfClass(const Diagnostic &diagnostic) {
  if (diagnostic.getNumArgs() < 2)
    return false;
  switch (diagnostic.getArgKind(1)) {
  case DiagnosticsEngine::ak_qualtype:
    return true;
  case DiagnosticsEngine::ak_declcontext:
    return reinterpret_cast<const DeclContext *>(diagnostic.getRawArg(1))->isRecord();
  default:
    return false;
  }
}

llvm::SmallString<64> firstArgument(const Diagnostic &diagnostic) {
  constexpr llvm::StringLiteral first = "%0";
  llvm::SmallString<64> text;
  diagnostic.FormatDiagnostic(first.begin(), first.end(), text);
  return text;
}

/// A name a line; none where there is no file.
llvm::StringSet<> readNames(const std::string &path) {
  llvm::StringSet<> names;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return names;
  for (llvm::StringRef lines = (*file)->getBuffer(); !lines.empty();) {
    const auto [name, rest] = lines.split('\n');
    names.insert(name);
    lines = rest;
  }
  return names;
}

} // namespace

bool LackingNamesConsumer::isLacking(llvm::StringRef name) {
  if (!lacking)
    lacking = readNames(path);
  return lacking->contains(name);
}

void LackingNamesConsumer::BeginSourceFile(const LangOptions &options,
                                           const Preprocessor *preprocessor) {
  next->BeginSourceFile(options, preprocessor);
}

void LackingNamesConsumer::EndSourceFile() { next->EndSourceFile(); }

std::string LackingNamesConsumer::explain(const Diagnostic &diagnostic) {
  const bool isHeader = llvm::is_contained(missingHeader, diagnostic.getID());
  const bool isName =
      llvm::is_contained(undeclaredName, diagnostic.getID()) && !isMemberOfClass(diagnostic);
  if (!isHeader && !isName)
    return "";
  const llvm::SmallString<64> argument = firstArgument(diagnostic);
  const llvm::StringRef name = argument.str().trim('\'');
  if (isHeader && (name.starts_with("mutlass/") || name.starts_with("mute/")))
    return ("'" + name +
            "' is a header of MUTLASS that is not there; `./dev build mutlass` makes those that "
            "CUTLASS has; see docs/reference/libraries.md")
        .str();
  if (!isLacking(name))
    return "";
  return ("'" + name + "' is a " + (isHeader ? "header" : "name") +
          " of MUSA that the host backend does not have; see docs/reference/host_names.md")
      .str();
}

void LackingNamesConsumer::HandleDiagnostic(DiagnosticsEngine::Level level,
                                            const Diagnostic &diagnostic) {
  DiagnosticConsumer::HandleDiagnostic(level, diagnostic); // counts
  if (level == DiagnosticsEngine::Note) {
    // Where the name is that Clang suggested in an error, and the error now does not.
    if (!replaced || diagnostic.getID() != diag::note_previous_decl)
      next->HandleDiagnostic(level, diagnostic);
    return;
  }
  const std::string message = level >= DiagnosticsEngine::Error ? explain(diagnostic) : "";
  replaced = !message.empty();
  if (!replaced) {
    next->HandleDiagnostic(level, diagnostic);
    return;
  }
  // The engine that asks is busy with this diagnostic.
  DiagnosticsEngine engine(diagnostic.getDiags()->getDiagnosticIDs(), new DiagnosticOptions,
                           next.get(), /*ShouldOwnClient=*/false);
  SourceManager &sources = diagnostic.getSourceManager();
  engine.setSourceManager(&sources);
  engine.Report(StoredDiagnostic(level, diagnostic.getID(), message,
                                 FullSourceLoc(diagnostic.getLocation(), sources),
                                 diagnostic.getRanges(), /*Fixits=*/{}));
}

} // namespace musaport
