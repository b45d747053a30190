//===- analysis/analyze_units.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/analyze_units.h"

#include "analysis/shared_preambles.h"
#include "source/file_io.h"
#include "source/parallel.h"

#include <deque>

using llvm::StringRef;

namespace musaport {
namespace {

/// Among so many units, parsing the headers that they share once more costs little.
constexpr size_t manyUnits = 16;

// What a worker answers begins with one of these: an entry of the cache follows, or a message.
constexpr StringRef entryMark = "entry\n", failureMark = "failure\n";

class UnitsAnalyzer {
public:
  UnitsAnalyzer(llvm::ArrayRef<TranslationUnit> units, const Analysis &analysis,
                FileSnapshot &snapshot, const ParseHeaders &headers,
                const AnalyzeUnitsOptions &options, ReceiveFindings receive,
                llvm::function_ref<void(size_t)> begin)
      : units(units), analysis(analysis), snapshot(snapshot), headers(headers), options(options),
        receive(receive), begin(begin), workers(options.processes, options.limits),
        found(units.size()), isCached(units.size(), false), withoutInstances(units.size()) {}

  llvm::Error run();

private:
  void lookUp();
  std::string analyzeHere(const TranslationUnit &unit, bool hasCrashed, SharedPreambles &preambles);
  llvm::Error analyzeOpen();
  bool finish(const TaskResult &result);
  void passOn();

  llvm::ArrayRef<TranslationUnit> units;
  const Analysis &analysis;
  FileSnapshot &snapshot;
  const ParseHeaders &headers;
  const AnalyzeUnitsOptions &options;
  ReceiveFindings receive;
  llvm::function_ref<void(size_t)> begin;

  WorkerProcesses workers;
  std::vector<std::optional<UnitFindings>> found; ///< until it is passed on
  std::vector<char> isCached;                     ///< written by several threads
  size_t passedOn = 0;
  std::vector<bool> withoutInstances; ///< the parser has crashed on them
};

/// Asks the cache.
void UnitsAnalyzer::lookUp() {
  if (options.cache == nullptr)
    return;
  forEachInParallel(units.size(), options.processes, [&](unsigned, size_t i) {
    if (interrupted())
      return;
    found[i] = options.cache->find(units[i], analysis, snapshot);
    isCached[i] = found[i].has_value();
  });
}

/// In the worker.
std::string UnitsAnalyzer::analyzeHere(const TranslationUnit &unit, bool hasCrashed,
                                       SharedPreambles &preambles) {
  auto files = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(snapshot);
  TranslationUnit parsed = unit;
  parsed.instantiatesBehindErrors &= !hasCrashed;
  llvm::Expected<UnitFindings> result =
      analyze(parsed, analysis, {files, headers.cuda, headers.clang},
              [&](View view) { return preambles.find(unit, view, *files); });
  if (!result)
    return failureMark.str() + llvm::toString(result.takeError());
  return entryMark.str() + FindingsCache::entryOf(*result, analysis, snapshot, *files);
}

/// A unit about which nothing is known but that.
UnitFindings nothingBut(std::string error) {
  UnitFindings nothing;
  nothing.errors.push_back({"", 0, 0, std::move(error)});
  return nothing;
}

/// False if the unit has to be analyzed once more: Clang may crash on templates that lack what a
/// missing header declares, and without them it does not.
bool UnitsAnalyzer::finish(const TaskResult &result) {
  std::optional<UnitFindings> &of = found[result.task];
  switch (result.end) {
  case TaskResult::End::OutOfTime:
    of = nothingBut("it takes more than " + std::to_string(workers.taskLimits().seconds) +
                    " seconds of processor time (--timeout)");
    return true;
  case TaskResult::End::OutOfMemory:
    of = nothingBut("it takes more than " + std::to_string(workers.taskLimits().megabytes) +
                    " MB of memory (--memory)");
    return true;
  case TaskResult::End::Crashed:
    if (!withoutInstances[result.task]) {
      withoutInstances[result.task] = true;
      return false;
    }
    of = nothingBut("the parser crashed");
    return true;
  case TaskResult::End::Done:
    break;
  }
  StringRef output = result.output;
  if (output.consume_front(failureMark)) {
    of = nothingBut(output.str());
    return true;
  }
  if (output.consume_front(entryMark))
    of = FindingsCache::read(output, analysis, nullptr);
  if (of && withoutInstances[result.task])
    of->errors.push_back(
        {"", 0, 0, "templates are not checked, because the parser crashed on one of them"});
  else if (of && options.cache != nullptr)
    options.cache->store(units[result.task], analysis, output);
  if (!of)
    of = nothingBut("the process that parsed it gave no answer");
  return true;
}

/// What is known, up to the first unit that is not.
void UnitsAnalyzer::passOn() {
  for (; passedOn < found.size() && found[passedOn]; ++passedOn)
    receive(passedOn, *std::exchange(found[passedOn], std::nullopt), isCached[passedOn]);
}

llvm::Error UnitsAnalyzer::analyzeOpen() {
  std::deque<size_t> waiting;
  std::vector<const TranslationUnit *> open;
  for (size_t i = 0; i < units.size(); ++i)
    if (!found[i]) {
      waiting.push_back(i);
      open.push_back(&units[i]);
    }
  SharedPreambles preambles(analysis, snapshot, headers, open);
  passOn();
  while (!waiting.empty() || !workers.isIdle()) {
    while (!waiting.empty() && !workers.isFull() && !interrupted()) {
      const size_t i = waiting.front();
      waiting.pop_front();
      begin(i);
      // The first of many units does not wait for headers to be made for all: it shows findings as
      // soon as it can.
      if (open.size() < manyUnits || &units[i] != open.front())
        preambles.prepare(units[i]);
      // Where the system has no more processes or files, one that ends makes room.
      if (llvm::Error error = workers.start(
              i, [&] { return analyzeHere(units[i], withoutInstances[i], preambles); })) {
        if (workers.isIdle())
          return error;
        llvm::consumeError(std::move(error));
        waiting.push_front(i);
        break;
      }
    }
    std::optional<TaskResult> result = workers.wait();
    if (!result)
      return llvm::Error::success();
    const size_t i = result->task;
    if (!finish(*result)) {
      waiting.push_front(i);
      continue;
    }
    preambles.parsed(units[i]);
    passOn();
  }
  return llvm::Error::success();
}

llvm::Error UnitsAnalyzer::run() {
  lookUp();
  if (interrupted())
    return llvm::Error::success();
  return analyzeOpen();
}

} // namespace

llvm::Error analyzeUnits(llvm::ArrayRef<TranslationUnit> units, const Analysis &analysis,
                         FileSnapshot &snapshot, const ParseHeaders &headers,
                         const AnalyzeUnitsOptions &options, ReceiveFindings receive,
                         llvm::function_ref<void(size_t)> begin) {
  return UnitsAnalyzer(units, analysis, snapshot, headers, options, receive, begin).run();
}

} // namespace musaport
