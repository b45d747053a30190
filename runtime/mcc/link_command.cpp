//===- mcc/link_command.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "link_command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace musaport {
namespace {

std::string joined(StringRef folder, const Twine &name) {
  SmallString<128> path = folder;
  sys::path::append(path, name);
  return path.str().str();
}

/// Empty where the linker would take a shared library, or finds nothing.
std::string findArchive(StringRef name, ArrayRef<StringRef> folders, bool isStatic) {
  if (name.consume_front(":")) {
    for (StringRef folder : folders)
      if (std::string path = joined(folder, name); sys::fs::exists(path))
        return path;
    return "";
  }
  for (StringRef folder : folders) {
    if (!isStatic && sys::fs::exists(joined(folder, "lib" + name + ".so")))
      return "";
    if (std::string path = joined(folder, "lib" + name + ".a"); sys::fs::exists(path))
      return path;
  }
  return "";
}

/// A linker's options whose argument is a word of its own, and no input.
bool takesWord(StringRef option) {
  return is_contained({"-o", "-m", "-z", "-e", "-u", "-T", "-h", "-soname", "-rpath", "-rpath-link",
                       "-dynamic-linker", "-plugin", "-Map", "--version-script", "--defsym"},
                      option);
}

} // namespace

std::vector<std::string> linkedFiles(ArrayRef<const char *> arguments) {
  // A linker looks in all folders, in those too that come behind a library.
  std::vector<StringRef> folders;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument.consume_front("-L"))
      folders.push_back(argument.empty() && i + 1 < arguments.size() ? arguments[++i] : argument);
  }
  std::vector<std::string> result;
  bool isStatic = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "-L" || takesWord(argument)) {
      ++i;
    } else if (argument == "-Bstatic" || argument == "-static") {
      isStatic = true;
    } else if (argument == "-Bdynamic") {
      isStatic = false;
    } else if (argument.consume_front("-l")) {
      if (std::string path = findArchive(argument, folders, isStatic); !path.empty())
        result.push_back(std::move(path));
    } else if (!argument.starts_with("-")) {
      result.push_back(argument.str());
    }
  }
  return result;
}

int LinkCommand::Execute(ArrayRef<std::optional<StringRef>> redirects, std::string *message,
                         bool *failed) const {
  if (failed != nullptr)
    *failed = false; // to begin at all: nobody else sets it
  SmallString<128> object;
  if (std::error_code error = sys::fs::createTemporaryFile("mcc-device", "o", object)) {
    errs() << "mcc: error: cannot make a temporary file: " << error.message() << '\n';
    return 1;
  }
  const FileRemover remover(object);
  const ArrayRef<const char *> arguments = getArguments();
  bool linked = false;
  if (const int status = linkDevice(linkedFiles(arguments), object, linked); status != 0)
    return status;
  if (!linked)
    return Command::Execute(redirects, message, failed);
  // Before the first input: libraries that come later have what it needs.
  opt::ArgStringList list(arguments.begin(), arguments.end());
  auto *const isInput = find_if(list, [&](StringRef argument) {
    return any_of(getInputInfos(), [&](const clang::driver::InputInfo &input) {
      return input.isFilename() && argument == input.getFilename();
    });
  });
  list.insert(isInput, object.c_str());
  Command command = *this;
  command.replaceArguments(std::move(list));
  return command.Execute(redirects, message, failed);
}

} // namespace musaport
