//===- scripts/cmake/sources.cpp - sources in scripts, and of a folder -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/passes.h"

#include "source/name_characters.h"
#include "source/tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

/// The first name of CUDA's in a source, or an empty string.
StringRef nameOfCudas(Porter &porter, StringRef source) {
  llvm::SmallVector<const Rule *, 4> &found = porter.found;
  auto isCudas = [&] {
    return !found.empty() && found.front()->status != Status::Keep &&
           found.front()->owner != Owner::Framework;
  };
  for (StringRef rest = source; !rest.empty();) {
    if (rest.consume_front("\\")) { // \n
      rest = rest.drop_front(std::min<size_t>(1, rest.size()));
      continue;
    }
    StringRef name = rest.take_while(isNameCharacter);
    StringRef header =
        rest.take_while([](char c) { return isNameCharacter(c) || StringRef("./-").contains(c); });
    porter.rules.header(header, found);
    StringRef cudas = isCudas() ? header : name;
    if (!isCudas())
      porter.rules.identifier(name, found);
    if (!name.empty() && isCudas())
      return cudas;
    rest = rest.drop_front(std::max<size_t>(1, name.size()));
  }
  return {};
}

/// Whether the tree has a CUDA source in the folder. Of what a variable stands for nothing is
/// known.
bool mayHaveSources(StringRef folder, const Tree &tree) {
  const size_t brace = folder.rfind('}');
  StringRef known = brace == StringRef::npos ? folder : folder.substr(brace + 1);
  while (known.consume_front(".") || known.consume_front("/"))
    ;
  known = known.rtrim("/");
  return llvm::any_of(tree.files, [&](const TreeFile &file) {
    if (!StringRef(file.path).ends_with(".cu"))
      return false;
    StringRef parent = llvm::sys::path::parent_path(file.path);
    return known.empty() ||
           (parent.consume_back(known) && (parent.empty() || parent.ends_with("/")));
  });
}

} // namespace

void addSourcesOfFolder(Porter &porter, const Command &command) {
  if (command.lower != "aux_source_directory" || command.arguments.size() != 2 ||
      !porter.context.renamesSources || !mayHaveSources(command.text(0), porter.context.tree))
    return;
  const CMakeToken &close = porter.script.tokens[porter.script.commands[command.number].close];
  const uint32_t at = close.offset + close.length;
  const auto begin = static_cast<uint32_t>(command.name.data() - porter.buffer.data());
  StringRef line = porter.buffer.take_front(begin);
  line = line.substr(line.rfind('\n') + 1);
  const std::string end = ((porter.buffer.contains("\r\n") ? "\r\n" : "\n") +
                           (line.trim(" \t").empty() ? line : StringRef()))
                              .str();
  const std::string found = (command.text(1) + "_musa").str();
  porter.edit({at, at}, (end + "file(GLOB " + found + " \"" + command.text(0) + "/*.mu\")" + end +
                         "list(APPEND " + command.text(1) + " ${" + found + "})")
                            .str());
  porter.recorder.decide({at, at}, "CMake knows no .mu, and collects none of them", {});
  porter.added += 2;
}

void warnOfSources(Porter &porter, const Command &command) {
  for (const Argument &argument : command.arguments) {
    if (!argument.isProse)
      porter.warnOfPython(argument.text);
    if (argument.role != Role::Source)
      continue;
    if (StringRef name = nameOfCudas(porter, argument.text); !name.empty())
      return porter.warn(porter.rangeOf(name),
                         "this source text in the script uses '" + name + "', and stays",
                         command.lower == "file" ? "write it for MUSA"
                                                 : "write it for MUSA, or its check always fails");
  }
}

} // namespace musaport::cmake
