//===- tree/python_files.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/python_files.h"

#include "source/file_io.h"
#include "source/locked_folder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using llvm::StringRef;

namespace musaport {

/// A request is JSON, which is UTF-8.
bool PythonFiles::isAskable(FileRecord &file) {
  if (llvm::json::isUTF8(file.shownPath))
    return true;
  file.note("musa-python", "a Python file whose name is not UTF-8: copied, not ported",
            "rename it");
  return false;
}

void PythonFiles::start(llvm::ArrayRef<FileRecord *> files) {
  if (context.options.python == PortOptions::Python::Off)
    return;
  std::vector<PythonFile> request;
  for (FileRecord *file : files) {
    if (!isAskable(*file))
      continue;
    askedFiles.push_back(file->number);
    request.push_back({file->shownPath,
                       context.options.launched.contains(context.tree.files[file->number].path)});
  }
  if (!request.empty())
    run.emplace(request, context.rules);
}

void PythonFiles::askAlone(FileRecord &file) {
  if (context.options.python == PortOptions::Python::Off || !isAskable(file))
    return;
  StringRef path = context.tree.files[file.number].path;
  askedFiles.push_back(file.number);
  llvm::Expected<LockedFolder> folder = LockedFolder::makeInTemporary("musa-port-python");
  if (!folder) {
    failure = {false, "cannot make a temporary folder: " + llvm::toString(folder.takeError()), ""};
    return;
  }
  const std::string copy = pathUnder(folder->path(), path.substr(path.rfind('/') + 1));
  if (llvm::Error error = writeNewFile(copy, file.bytes, 0600)) {
    failure = {false, llvm::toString(std::move(error)), ""};
    return;
  }
  run.emplace(PythonFile{copy, context.options.launched.contains(path)}, context.rules);
  finish(); // while there is the copy
}

void PythonFiles::finish() {
  if (run)
    failure = run->finish();
}

void PythonFiles::port(FileRecord &file, PortingThread &thread,
                       std::vector<Decision> *decisions) const {
  const auto found = llvm::lower_bound(askedFiles, file.number);
  const bool isAsked = found != askedFiles.end() && *found == file.number;
  if (!isAsked || failure) {
    if (StringRef(file.bytes).contains_insensitive("cuda"))
      hasCudaLeft = true;
    return copies.port(file, thread, decisions);
  }
  file.size = file.bytes.size();
  file.result = run->port(found - askedFiles.begin(), file.number, file.shownPath, file.bytes,
                          context.forScript(decisions));
  file.ignores = findIgnoreComments(file.shownPath, file.bytes, CommentStyle::Script);
}

std::optional<Diagnostic> PythonFiles::report() const {
  if (!failure || (failure->isAbsent && !hasCudaLeft))
    return std::nullopt;
  const bool isError = !failure->isAbsent || context.options.python == PortOptions::Python::Require;
  Diagnostic diagnostic;
  diagnostic.id = "musa-python";
  diagnostic.severity = isError ? Severity::Error : Severity::Warning;
  // Of one file alone: that file.
  diagnostic.place.file =
      context.tree.root.empty() ? context.tree.files.front().path : context.tree.root;
  diagnostic.message = "Python files are copied, not ported: " + failure->message;
  if (!failure->details.empty())
    diagnostic.notes.push_back("musa-converter said:\n" + failure->details);
  diagnostic.notes.push_back(
      failure->isAbsent
          ? "musa-converter ports them: it has to be beside musa-port or in PATH, and "
            "needs Python and LibCST; --python=off copies them"
          : "--python=off copies them");
  return diagnostic;
}

} // namespace musaport
