//===- source/depfile.cpp - dependencies for build systems ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/depfile.h"

using namespace llvm;

namespace musaport {

namespace {

/// Make's quoting, as compilers write it.
void append(std::string &rule, StringRef name) {
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == ' ') {
      // Backslashes before a blank count; elsewhere they are letters.
      for (size_t j = i; j > 0 && name[j - 1] == '\\'; --j)
        rule += '\\';
      rule += '\\';
    } else if (name[i] == '#') {
      rule += '\\';
    } else if (name[i] == '$') {
      rule += '$';
    }
    rule += name[i];
  }
}

} // namespace

std::string makeRule(StringRef target, ArrayRef<std::string> files) {
  std::string rule;
  append(rule, target);
  rule += ':';
  for (StringRef file : files) {
    if (file.contains('\n'))
      continue;
    rule += " \\\n  ";
    append(rule, file);
  }
  rule += '\n';
  return rule;
}

} // namespace musaport
