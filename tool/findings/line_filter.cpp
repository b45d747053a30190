//===- findings/line_filter.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "findings/line_filter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <limits>

using llvm::StringRef;

namespace musaport {

llvm::Expected<LineFilter> LineFilter::parse(StringRef json) {
  auto fault = [](const llvm::Twine &what) {
    return llvm::createStringError(
        what + "; it looks like [{\"name\":\"a.cu\",\"lines\":[[1,3]]},{\"name\":\"b.cuh\"}]");
  };
  llvm::Expected<llvm::json::Value> document = llvm::json::parse(json);
  if (!document)
    return fault("--line-filter is not JSON: " + llvm::toString(document.takeError()));
  const llvm::json::Array *entries = document->getAsArray();
  if (entries == nullptr)
    return fault("--line-filter is not a list");
  LineFilter filter;
  for (const llvm::json::Value &entry : *entries) {
    const llvm::json::Object *object = entry.getAsObject();
    const auto name = object ? object->getString("name") : std::nullopt;
    if (!name || name->empty())
      return fault("--line-filter has an entry without a 'name'");
    File &file = filter.files.emplace_back();
    file.name = name->str();
    const llvm::json::Value *lines = object->get("lines");
    if (lines == nullptr)
      continue;
    const llvm::json::Array *ranges = lines->getAsArray();
    if (ranges == nullptr || ranges->empty())
      return fault("--line-filter: the 'lines' of '" + *name + "' are not a list of ranges");
    for (const llvm::json::Value &range : *ranges) {
      const llvm::json::Array *pair = range.getAsArray();
      const auto first = pair && pair->size() == 2 ? (*pair)[0].getAsInteger() : std::nullopt;
      const auto last = pair && pair->size() == 2 ? (*pair)[1].getAsInteger() : std::nullopt;
      if (!first || !last || *first < 1 || *last < *first ||
          *last > std::numeric_limits<uint32_t>::max())
        return fault("--line-filter: a range of '" + *name +
                     "' is not a pair of line numbers from 1 on");
      file.lines.emplace_back(static_cast<uint32_t>(*first), static_cast<uint32_t>(*last));
    }
  }
  return filter;
}

bool LineFilter::takes(const Place &place) const {
  // A name is longer than what is shown where the tool runs in a folder that it names.
  llvm::SmallString<256> path(place.file);
  if (llvm::sys::fs::make_absolute(path))
    path = place.file; // no folder to start from
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return llvm::any_of(files, [&](const File &file) {
    if (!path.str().ends_with(file.name))
      return false;
    return file.lines.empty() || place.line == 0 ||
           llvm::any_of(file.lines, [&](const std::pair<uint32_t, uint32_t> &lines) {
             return lines.first <= place.line && place.line <= lines.second;
           });
  });
}

} // namespace musaport
