//===- report/report.h - what a run found and did ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REPORT_REPORT_H
#define MUSAPORT_REPORT_REPORT_H

#include "report/diagnostic.h"
#include "report/ignore_comment.h"
#include "report/source_view.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// Edits that the rules of one library made.
struct LibraryCount {
  std::string library;
  uint64_t edits = 0;
  uint64_t unverified = 0; ///< edits by rules whose MUSA name has no public evidence
  uint64_t differs = 0;
};

/// A CUDA name that is still in the output.
struct RemainingName {
  std::string name;
  uint64_t count = 0;
  uint64_t files = 0; ///< that use it
  std::string reason; ///< "declared by the tree", "no MUSA counterpart: <note>", "kept: ...", "no
                      ///< rule knows it"
  Place first;        ///< in the input tree
};

struct UnverifiedName {
  std::string from, to, library;
  uint64_t count = 0;
  Place first;
};

struct RenamedFile {
  std::string from, to; ///< relative to source and output
};

struct SkippedFile {
  std::string path, reason;
};

/// What a port makes of code that nvcc takes and a parser's error is about
/// (rewrite/nvcc_dialect.h).
enum class Mend : uint8_t {
  None,
  SharedConstructor, ///< call no constructor of a __shared__ variable
  TemplateKeyword,   ///< write `template` before the name
};

/// A source that was parsed, and how.
struct ParsedUnit {
  struct Error {
    Place place; ///< without a file if the parser crashed
    std::string message;
    /// If the error is that nothing declares this name. Empty behind a missing header, which may.
    std::string unknownName = {};
    /// The header of the standard library that would mend it, with its delimiters.
    std::string standardHeader = {};
    Mend mend = Mend::None;
  };
  std::string file;
  llvm::StringRef language;           ///< cuda, c++, c
  std::string folder;                 ///< absolute; relative paths in the arguments start here
  std::vector<std::string> arguments; ///< what the build says, or else what the tree tells
  std::vector<Error> errors;          ///< the first ones; empty if it parses
  std::vector<Error> lacking = {}; ///< those that a port mends by headers of the standard library
};

/// Files of an output that was updated.
struct UpdateCounts {
  uint64_t updated = 0;    ///< not edited, replaced by the new port's version
  uint64_t merged = 0;     ///< edited, and changed by the new port
  uint64_t added = 0;      ///< by the new port
  uint64_t removed = 0;    ///< not edited, no longer in the new port
  uint64_t conflicted = 0; ///< conflicts that the user has to resolve

  bool any() const { return updated + merged + added + removed + conflicted != 0; }
};

struct Report {
  std::string version;      ///< of musa-port
  std::string architecture; ///< mp_31
  std::vector<std::string> sources;
  std::string output;          ///< empty: in place, --check, --diff
  uint64_t filesPorted = 0;    ///< with at least one edit
  uint64_t filesUnchanged = 0; ///< sources without an edit
  uint64_t filesCopied = 0;    ///< files that are not sources
  uint64_t links = 0;
  uint64_t excluded = 0;
  uint64_t filesWritten = 0; ///< including links, without files that were already up to date
  uint64_t edits = 0;
  uint64_t includesRewritten = 0;     ///< a part of `edits`
  uint64_t guardsTranslated = 0;      ///< a part of `edits`
  llvm::StringRef side = "CUDA";      ///< the side whose names are ported
  std::optional<UpdateCounts> update; ///< of `musa-port update`; the rest is about the new port
  std::vector<RenamedFile> renamed;
  std::vector<SkippedFile> skipped;
  std::vector<LibraryCount> libraries;    ///< most edits first
  std::vector<RemainingName> remaining;   ///< most first
  std::vector<UnverifiedName> unverified; ///< most first
  std::vector<Diagnostic> diagnostics;    ///< in order of file and line
  std::vector<ParsedUnit> units;          ///< in the tree's order; only of runs that parse
  std::vector<IgnoreComment> ignores; ///< ignore comments in the sources, until they are applied
  std::vector<SourceView> views;      ///< sorted by path; filled if requested
};

struct Statistics {
  double seconds = 0;
  uint64_t bytes = 0, tokens = 0, files = 0;
  unsigned threads = 0;
};

/// `text`, which may be a file's name, with control characters as \xNN: a terminal obeys them.
std::string forTerminal(llvm::StringRef text);
/// The same for each line of a message, such as one of another program.
std::string linesForTerminal(llvm::StringRef text);

/// Prints like Clang: file:line:column: error: message [id], the source line, a caret; then the
/// notes.
void printDiagnostic(llvm::raw_ostream &out, const Diagnostic &diagnostic, bool color);

/// Prints the final summary. `verbose` lists every renamed file and unverified name; otherwise long
/// lists end with a line that says how many more there are and where to see them.
void printSummary(llvm::raw_ostream &out, const Report &report, bool verbose, bool color);
void printStatistics(llvm::raw_ostream &out, const Statistics &statistics);

/// JSON as described by docs/reference/report.schema.json, for `--report FILE.json`.
std::string toJson(const Report &report);

/// SARIF 2.1.0, for `--report FILE.sarif`. Files in `workingFolder` are named relative to it.
std::string toSarif(const Report &report, llvm::StringRef workingFolder);

/// A self-contained page, for `--report FILE.html`. `readSource` returns the bytes of a file, if it
/// can. It is asked for files that a diagnostic names and `report.views` lacks.
std::string toHtml(const Report &report,
                   llvm::function_ref<std::optional<std::string>(llvm::StringRef)> readSource);

} // namespace musaport

#endif // MUSAPORT_REPORT_REPORT_H
