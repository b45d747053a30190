//===- analyze_file_fuzzer.cpp - any bytes, parsed and ported ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does with any bytes what `musa-port --analyze` does with a CUDA source: shows what Clang parses
// to all checks, ports with what they know of names, and translates PTX. Nothing crashes but Clang,
// findings and their fixes are of bytes that are there, and the port of the port changes nothing.
//===----------------------------------------------------------------------===//
#include "crash_recovery.h"
#include "source_fuzzer.h"

#include "analysis/analysis.h"
#include "analysis/check_description.h"
#include "analysis/file_snapshot.h"
#include "analysis/own_names.h"
#include "checks/check_table.h"
#include "headers/embedded_headers.h"
#include "rules/architecture.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <cstdint>
#include <map>
#include <set>

namespace musaport {
namespace {

using llvm::StringRef;

constexpr llvm::StringLiteral sourceFile = "/fuzzed/x.cu";

/// Of CUDA's headers, in place of musa_port/nvcc.h, what comes without the C++ library, which would
/// make an input take ten times as long.
constexpr llvm::StringLiteral start = R"(
#include "cuda_level.h"
#define CUDART_VERSION CUDA_VERSION
#define __CUDACC__ 1
#define __NVCC__ 1
#include "musa_port/device/keywords.h"
#include "cuda_runtime_api.h"
#include "musa_port/device/atomics.h"
#include "musa_port/device/bits.h"
#include "musa_port/device/sync.h"
#include "musa_port/device/warp.h"
#include "musa_port/host/launch.h"
)";

/// Some of another file system's files: an input may include nothing else.
class SomeFiles : public llvm::vfs::ProxyFileSystem {
public:
  SomeFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> all,
            const llvm::StringMap<Asked> &visible)
      : ProxyFileSystem(std::move(all)) {
    for (const auto &path : visible)
      paths.insert(normal(path.first()));
  }
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    return isVisible(path) ? ProxyFileSystem::status(path) : missing();
  }
  bool exists(const llvm::Twine &path) override {
    return isVisible(path) && ProxyFileSystem::exists(path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    return isVisible(path) ? ProxyFileSystem::openFileForRead(path) : missing();
  }

private:
  static std::error_code missing() {
    return std::make_error_code(std::errc::no_such_file_or_directory);
  }
  static std::string normal(const llvm::Twine &path) {
    llvm::SmallString<256> result;
    path.toVector(result);
    llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
    return result.str().str();
  }
  bool isVisible(const llvm::Twine &path) const { return paths.contains(normal(path)); }

  std::set<std::string> paths;
};

class NoVisitor : public ParseVisitor {
public:
  void visit(clang::ASTContext &) override {}
};

/// What all inputs have in common: CUDA's headers are parsed once.
class Analyzer {
public:
  Analyzer() {
    for (const CheckDescription &check : allChecks())
      if (check.make != nullptr)
        checks.push_back(&check);
    analysis.checks = checks;
    analysis.viewMacros = llvm::cantFail(viewMacros(cudaArchitecture, headers));
    FileSnapshot snapshot(headers.files);
    auto read = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(snapshot);
    for (View view : {View::Device, View::Host}) {
      preambles[view] = precompilePreamble(unit, view, analysis, headersWith("", read));
      if (preambles[view].precompiled.bytes.empty())
        fail("CUDA's headers cannot be precompiled", {}, {});
    }
    visible = llvm::makeIntrusiveRefCnt<SomeFiles>(headers.files, read->asked);
  }

  void check(const std::string &input) const {
    const ParseHeaders files = headersWith(input, visible);
    std::optional<llvm::Expected<UnitFindings>> found;
    auto run = [&] {
      found.emplace(analyze(unit, analysis, files, [&](View view) { return preambles.at(view); }));
    };
    if (!runRecovering(run)) {
      if (!parses(files))
        return; // not ours
      run();    // shows where
      fail("what Clang parses crashes an analysis", input, {});
    }
    if (!*found)
      fail("cannot be parsed: " + llvm::toString(found->takeError()), input, {});
    for (const Finding &finding : (*found)->findings)
      checkFinding(finding, input);
    if (!whyNotTokenized(input).empty())
      return;
    PortOptions options;
    OwnNames names((*found)->names);
    names.visitSource(sourceFile, input);
    options.ownNames = names.all();
    options.translatePtx = true;
    checkPort(sourceFile, input, rules, options);
  }

private:
  ParseHeaders headersWith(StringRef input,
                           const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &others) const {
    auto source = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    source->addFile(sourceFile, 0, llvm::MemoryBuffer::getMemBuffer(input));
    auto replace = [&](StringRef header, StringRef text) {
      source->addFile(headers.cuda + "/musa_port/" + header, 0,
                      llvm::MemoryBuffer::getMemBuffer(text));
    };
    replace("nvcc.h", start);
    replace("host/runtime_templates.h", "");
    auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(others);
    all->pushOverlay(source);
    return {all, headers.cuda, headers.clang};
  }

  /// Whether Clang does, with nobody who looks.
  bool parses(const ParseHeaders &files) const {
    return runRecovering([&] {
      for (View view : {View::Device, View::Host}) {
        NoVisitor visitor;
        llvm::consumeError(
            parse(unit, view, cudaArchitecture, files, visitor, preambles.at(view).precompiled)
                .takeError());
      }
    });
  }

  static void checkFinding(const Finding &finding, StringRef input) {
    auto failFor = [&](StringRef what) {
      fail(what, input,
           (finding.id + ", " + llvm::Twine(finding.offset) + ": " + finding.message).str());
    };
    if (finding.file != sourceFile)
      failFor("a finding is in another file");
    if (!isOneLine(finding.message) || !llvm::all_of(finding.notes, isOneLine))
      failFor("what is said is no line");
    if (finding.length == 0 || finding.offset + uint64_t(finding.length) > input.size() + 1)
      failFor("what is found is not in the file");
    std::set<Fix> fixes(finding.fixes.begin(), finding.fixes.end());
    uint64_t end = 0;
    for (const Fix &fix : fixes) {
      if (fix.file != sourceFile || fix.offset < end ||
          fix.offset + uint64_t(fix.length) > input.size())
        failFor("a fix is not of the file, or of another one's bytes");
      end = fix.offset + uint64_t(fix.length);
    }
  }

  const RuleSet rules{{true, *findArchitecture("mp_21")}, {}};
  const unsigned cudaArchitecture = cudaArchitectureOf(rules.architecture());
  const ParseHeaders headers = embeddedHeaders();
  const TranslationUnit unit{
      .folder = "/fuzzed", .file = "x.cu", .arguments = {}, .hasFp64 = false};
  std::vector<const CheckDescription *> checks;
  Analysis analysis{{}, rules, [](StringRef file) { return file == sourceFile; }, {}};
  std::map<View, Preamble> preambles;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> visible;
};

} // namespace
} // namespace musaport

/// Clang is not instrumented: of the memory that LLVM's allocators take it never says which of it
/// is used, though code of ours that is compiled from LLVM's headers does say that none is; and
/// what it has when it crashes is lost.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is AddressSanitizer's.
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0:detect_leaks=0"; }

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const musaport::Analyzer analyzer;
  analyzer.check(std::string(reinterpret_cast<const char *>(data), size));
  return 0;
}
