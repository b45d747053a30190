//===- source/text_places.h - places in a text, for diagnostics -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a byte range of a text into a diagnostic about it, and makes text safe to quote in
// messages.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_TEXT_PLACES_H
#define MUSAPORT_SOURCE_TEXT_PLACES_H

#include "report/diagnostic.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace musaport {

/// The bytes [begin, end) of a text.
struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// `text` as shown in a message: one line, shortened if long, control characters as \xNN.
std::string printable(llvm::StringRef text);
/// The same between single quotes.
std::string quote(llvm::StringRef text);

/// A text and its lines, for making diagnostics about it. Does not copy its strings.
class TextPlaces {
public:
  TextPlaces(llvm::StringRef path, llvm::StringRef text);

  size_t lineCount() const { return lineStarts.size(); }
  uint32_t line(uint32_t offset) const;
  /// Line `number`, from 1, without its line end; behind the last line, empty.
  llvm::StringRef lineText(uint32_t number) const;
  Diagnostic diagnostic(llvm::StringRef id, Severity severity, ByteRange range,
                        const llvm::Twine &message) const;
  llvm::StringRef path() const { return file; }
  llvm::StringRef text() const { return bytes; }

private:
  llvm::StringRef file;
  llvm::StringRef bytes;
  std::vector<uint32_t> lineStarts;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_TEXT_PLACES_H
