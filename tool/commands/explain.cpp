//===- commands/explain.cpp - musa-port explain -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "source/file_io.h"
#include "source/text_places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport {

int Session::explain() {
  unsigned line = 0;
  if (options.arguments.size() != 1)
    return refuse("explain takes one FILE:LINE");
  auto [path, number] = StringRef(options.arguments[0]).rsplit(':');
  if (number.getAsInteger(10, line) || line == 0)
    return refuse("explain takes FILE:LINE, not '" + options.arguments[0] + "'");
  if (!llvm::sys::fs::exists(path) || isFolder(path))
    return refuse("no such file: '" + path + "'");

  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return refuse(text.takeError());
  const size_t lines = TextPlaces(path, StringRef(*text).rtrim('\n')).lineCount();
  if (line > lines)
    return refuse("'" + path + "' has only " + llvm::Twine(lines) + " lines");

  // The tree matters (what it declares, where includes lead): that of the project file, or else the
  // file's folder.
  if (llvm::Error error = settle(path, {}, llvm::sys::path::parent_path(realPath(path)).str()))
    return refuse(std::move(error));
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return refuse(rules.takeError());
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return refuse(tree.takeError());
  const std::string wanted = realPath(path);
  for (size_t i = 0; i < tree->files.size(); ++i) {
    if (realPath(tree->root + "/" + tree->files[i].path) != wanted)
      continue;
    llvm::Expected<PortOptions> port = portOptions(*tree);
    if (!port)
      return refuse(port.takeError());
    llvm::Expected<std::vector<Decision>> decisions = explainLine(*tree, i, line, **rules, *port);
    if (!decisions)
      return refuse(decisions.takeError());
    if (decisions->empty())
      llvm::outs() << forTerminal(path) << ":" << line << ": no rule concerns this line\n";
    for (const Decision &decision : *decisions)
      llvm::outs() << forTerminal(path) << ":" << line << ": "
                   << forTerminal("'" + decision.text + "': " + decision.verdict) << '\n';
    return exitDone;
  }
  return refuse("'" + path + "' is not among the files that are ported from '" + tree->root + "'");
}

} // namespace musaport
