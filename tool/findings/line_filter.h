//===- findings/line_filter.h - findings in selected lines ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_FINDINGS_LINE_FILTER_H
#define MUSAPORT_FINDINGS_LINE_FILTER_H

#include "report/diagnostic.h"

#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace musaport {

/// Files and lines in the format of clang-tidy's --line-filter:
/// [{"name":"a.cu","lines":[[1,3],[5,5]]},{"name":"b.cuh"}]
class LineFilter {
public:
  static llvm::Expected<LineFilter> parse(llvm::StringRef json);
  /// Whether the name of the file ends with one of the names, and `place` is in one of the lines
  /// given for that name. A finding about the file as a whole passes.
  bool takes(const Place &place) const;

private:
  struct File {
    std::string name;
    std::vector<std::pair<uint32_t, uint32_t>> lines; ///< first and last; none: all
  };
  std::vector<File> files;
};

} // namespace musaport

#endif // MUSAPORT_FINDINGS_LINE_FILTER_H
