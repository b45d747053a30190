//===- edits/edit.cpp - what changes in a file ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits/edit.h"

#include <cassert>

using namespace llvm;

namespace musaport {

std::string applyEdits(StringRef buffer, ArrayRef<Edit> edits) {
  size_t size = buffer.size();
  for (const Edit &edit : edits)
    size += edit.text.size() - edit.length; // wraps and wraps back
  std::string result;
  result.reserve(size);
  size_t done = 0;
  for (const Edit &edit : edits) {
    assert(edit.offset >= done && "edits must be sorted and must not overlap");
    result += buffer.slice(done, edit.offset);
    result += edit.text;
    done = static_cast<size_t>(edit.offset) + edit.length;
  }
  assert(done <= buffer.size() && "edit behind the end");
  result += buffer.substr(done);
  return result;
}

} // namespace musaport
