//===- tree/script_files.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/script_files.h"

#include "scripts/copied_script.h"
#include "source/script_names.h"
#include "tree/source_files.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether a Visual Studio project does; the older form has no element of its own for it.
bool compilesCuda(StringRef project) {
  return project.contains("<CudaCompile") || project.contains(".cu\"");
}

} // namespace

void ScriptFiles::declare(FileRecord &file, DeclaringThread &thread) const {
  const std::string &path = context.tree.files[file.number].path;
  const ScriptKind *kind = findScriptKind(path);
  if (file.isText("if it is a script, convert it to UTF-8") && kind->declare)
    kind->declare(path, file.bytes, context.rules, thread.scripts);
}

void ScriptFiles::port(FileRecord &file, PortingThread &, std::vector<Decision> *decisions) const {
  const ScriptKind *kind = findScriptKind(context.tree.files[file.number].path);
  file.size = file.bytes.size();
  if (file.unreadable.empty() && kind->type == ScriptType::HeaderTemplate)
    noteUnportedInclude(file, context.rules);
  if (file.unreadable.empty())
    file.result = kind->port(file.number, file.shownPath, file.bytes, context.forScript(decisions));
  file.ignores = findIgnoreComments(file.shownPath, file.bytes, kind->comments);
}

void CopiedScripts::port(FileRecord &file, PortingThread &, std::vector<Decision> *) const {
  StringRef path = context.tree.files[file.number].path, text = file.bytes;
  const Direction direction = context.rules.direction();
  file.isCopied = true;
  file.ignores = findIgnoreComments(file.shownPath, text, CommentStyle::Script);
  if (direction == Direction::MusaToCuda && (findScriptKind(path) || isPythonFile(path)) &&
      text.contains_insensitive(sourceSide(direction).word)) {
    file.note("musa-build-script", "the build scripts name MUSA: copied, not ported",
              "scripts are ported from CUDA to MUSA only; change this one and the others by hand");
    file.notes.back().severity = Severity::Error;
    file.notes.back().once = "build scripts that name MUSA"; // in the tree
  }
  if (scriptTypeOf(path) == ScriptType::VisualStudio) {
    // Its own names of files are in it, too: one finding is enough.
    if (direction == Direction::CudaToMusa && compilesCuda(text))
      file.note("musa-build-script",
                "this Visual Studio project compiles CUDA sources: it is copied, not ported",
                "Visual Studio knows no MUSA; build the ported tree by CMake or make");
    return;
  }
  llvm::append_range(file.notes,
                     checkBuildScript(file.shownPath, text, context.names.renamed, context.rules));
}

} // namespace musaport
