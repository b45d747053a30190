//===- tree/recorded_file.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/recorded_file.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace musaport {

std::string fingerprintOfFile(StringRef bytes) {
  return utohexstr(xxh3_64bits(bytes), /*LowerCase=*/true, /*Width=*/16);
}

std::string fingerprintOfLink(StringRef target) { return "link:" + fingerprintOfFile(target); }

std::string encodePath(StringRef path) {
  std::string result;
  while (!path.empty()) {
    auto *start = reinterpret_cast<const UTF8 *>(path.data());
    size_t size = getNumBytesForUTF8(*start);
    if (path.front() == '%' || !isLegalUTF8Sequence(start, start + path.size())) {
      result += '%';
      result += toHex(path.take_front(1));
      size = 1;
    } else {
      result += path.take_front(size);
    }
    path = path.drop_front(size);
  }
  return result;
}

std::string decodePath(StringRef text) {
  std::string result;
  while (!text.empty()) {
    bool encoded = text.size() >= 3 && text[0] == '%' && isHexDigit(text[1]) && isHexDigit(text[2]);
    result += encoded ? static_cast<char>(hexFromNibbles(text[1], text[2])) : text[0];
    text = text.drop_front(encoded ? 3 : 1);
  }
  return result;
}

} // namespace musaport
