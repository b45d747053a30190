//===- scripts/cmake/sources.cpp - finds program sources in scripts -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/passes.h"

#include "source/name_characters.h"

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

} // namespace

void warnOfSources(Porter &porter, const Command &command) {
  for (const Argument &argument : command.arguments) {
    if (argument.role != Role::Source)
      continue;
    if (StringRef name = nameOfCudas(porter, argument.text); !name.empty())
      porter.warn(porter.rangeOf(name),
                  "this source text in the script uses '" + name + "', and stays",
                  "write it for MUSA, or its check always fails");
  }
}

} // namespace musaport::cmake
