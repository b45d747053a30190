//===- report/source_view.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "report/source_view.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Compression.h"

#include <nlohmann/json.hpp>

using llvm::StringRef;

namespace musaport {

SourceView viewSource(StringRef path, StringRef output, StringRef source,
                      llvm::ArrayRef<Change> changes) {
  using Json = nlohmann::ordered_json;
  Json edits = Json::array(), reasons = Json::array();
  llvm::StringMap<size_t> reasonIndices;
  for (const Change &change : changes) {
    auto [entry, isNew] = reasonIndices.try_emplace(change.why, reasons.size());
    if (isNew)
      reasons.push_back({change.why, change.library.str(), change.note.str()});
    edits.push_back({change.offset, change.length, change.text, entry->second});
  }
  std::string text = Json{{"changes", std::move(edits)}, {"reasons", std::move(reasons)}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
  text += '\n';
  text += source;
  llvm::SmallVector<uint8_t, 0> packed;
  llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(text), packed);
  return {path.str(), output.str(), changes.size(), llvm::toStringRef(packed).str()};
}

} // namespace musaport
