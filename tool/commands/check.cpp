//===- commands/check.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "checks/check.h"
#include "checks/check_tree.h"
#include "checks/findings_cache.h"
#include "headers/embedded_headers.h"
#include "source/file_io.h"
#include "version.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport {

int Session::listChecks() {
  for (const CheckDescription &check : allChecks())
    llvm::outs() << check.id << ": " << check.summary << '\n';
  return exitDone;
}

/// nullopt where there is none: without a home, or where nothing can be written.
llvm::Expected<std::optional<FindingsCache>> Session::openCache() {
  llvm::SmallString<128> folder(options.cache.value_or(""));
  if (!options.useCache || (folder.empty() && !llvm::sys::path::cache_directory(folder)))
    return std::nullopt;
  if (!options.cache)
    llvm::sys::path::append(folder, "musa-port", "check");
  // The program, which has the headers and the default rules in it, and what else the rules are.
  std::string origin = version.str();
  llvm::sys::fs::file_status program;
  if (std::error_code error = llvm::sys::fs::status("/proc/self/exe", program))
    return llvm::createFileError("/proc/self/exe", error);
  for (int64_t number :
       {static_cast<int64_t>(program.getSize()),
        static_cast<int64_t>(program.getLastModificationTime().time_since_epoch().count()),
        static_cast<int64_t>(settings.rules.defaults),
        static_cast<int64_t>(settings.rules.direction)})
    origin += " " + std::to_string(number);
  for (const std::string &path : settings.ruleFiles) {
    llvm::Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    origin += "\n" + hashOf(*text);
  }
  llvm::Expected<FindingsCache> cache = FindingsCache::open(folder, origin);
  if (cache)
    return std::move(*cache);
  if (options.cache)
    return cache.takeError();
  llvm::consumeError(cache.takeError());
  return std::nullopt;
}

int Session::check() {
  if (llvm::Error error =
          settle(options.arguments.empty() ? "." : options.arguments[0], options.arguments, {}))
    return refuse(std::move(error));
  llvm::Expected<std::vector<const CheckDescription *>> checks = selectChecks(options.checks);
  if (!checks)
    return refuse(checks.takeError());
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return refuse(rules.takeError());
  BuildArguments build;
  if (options.build) {
    llvm::Expected<BuildArguments> read = readBuildArguments(*options.build);
    if (!read)
      return refuse(read.takeError());
    build = std::move(*read);
  }
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return refuse(tree.takeError());
  llvm::Expected<std::optional<FindingsCache>> cache = openCache();
  if (!cache)
    return refuse(cache.takeError());
  CheckTreeOptions how;
  how.threads = options.threads;
  how.cache = *cache ? &**cache : nullptr;
  how.hasFp64 = settings.hasFp64;
  llvm::Expected<CheckedTree> checked =
      checkTree(*tree, build, *checks, **rules, embeddedHeaders(), how);
  if (!checked)
    return refuse(checked.takeError());
  if (options.stats)
    llvm::outs() << checked->units << " units: " << checked->parsed << " parsed ("
                 << checked->parsedForHost << " of them for the host, too), "
                 << checked->units - checked->parsed << " from the cache\n";
  Report report = newReport();
  report.diagnostics = std::move(checked->diagnostics);
  return conclude(report, nullptr, /*summarize=*/false);
}

} // namespace musaport
