//===- tree/port_tree.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/port_tree.h"

#include "edits/changes.h"
#include "source/file_io.h"
#include "source/parallel.h"
#include "tree/dangling_includes.h"
#include "tree/destination.h"
#include "tree/fill_report.h"
#include "tree/kind_of_file.h"
#include "tree/python_files.h"
#include "tree/script_files.h"
#include "tree/source_files.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <chrono>
#include <mutex>

using llvm::StringRef;

namespace musaport {
namespace {

/// Files stay in memory between the two passes up to this many bytes, tokens included; others are
/// read again.
constexpr size_t memoryBudget = 64u << 20;

class TreePort {
public:
  TreePort(const Tree &tree, const RuleSet &rules, const PortOptions &options);

  llvm::Error run(Report &report, Statistics &statistics);
  llvm::Expected<std::vector<Decision>> explain(size_t file, unsigned line);
  std::string portOne(StringRef buffer, Report &report);

private:
  const KindOfFile &kindOf(const FileRecord &file) const;

  void declareAll();
  void declare(FileRecord &file, DeclaringThread &thread);
  void merge(ScriptDeclarations scripts);
  void portAll();
  void port(FileRecord &file, PortingThread &thread);
  void portText(FileRecord &file, PortingThread &thread);
  void startPython();
  void portPython();
  void addTo(Report &report, Statistics &statistics);

  bool load(FileRecord &file);
  /// Keeps the first failure; the workers stop.
  void check(llvm::Error error);
  bool stopped() const { return failed.load(std::memory_order_relaxed) || interrupted(); }

  const Tree &tree;
  const RuleSet &rules;
  const PortOptions &options;
  const unsigned threads;

  std::vector<Diagnostic> diagnostics; ///< about the tree as a whole
  const NewNames names;
  PortContext context;
  const SourceFiles sources;
  const ScriptFiles scripts;
  PythonFiles python;
  const CopiedScripts copiedScripts;
  const CopiedFiles copiedFiles;
  const CopiedSources copiedSources;
  const DanglingIncludes danglingIncludes;
  std::vector<FileRecord> files;
  Destination destination;
  std::atomic<size_t> memoryUsed = 0;

  std::atomic<bool> failed = false;
  std::mutex failureMutex;
  std::string failure;
};

TreePort::TreePort(const Tree &tree, const RuleSet &rules, const PortOptions &options)
    : tree(tree), rules(rules), options(options), threads(std::max(1u, options.threads)),
      names(tree, rules, options.renameFolders, diagnostics),
      context{tree, rules, options, names, {}}, sources(context), scripts(context), python(context),
      copiedScripts(context), copiedFiles(context), copiedSources(context),
      danglingIncludes(tree, names), files(tree.files.size()),
      destination(tree, names, rules, options) {
  for (size_t i = 0; i < files.size(); ++i) {
    files[i].number = i;
    files[i].shownPath = pathUnder(tree.root, tree.files[i].path);
  }
}

/// Build scripts are ported from CUDA to MUSA only.
const KindOfFile &TreePort::kindOf(const FileRecord &file) const {
  const TreeFile &ofTree = tree.files[file.number];
  if (ofTree.kind == FileKind::Source)
    return sources;
  if (ofTree.kind == FileKind::Other && CopiedSources::has(ofTree.path))
    return copiedSources;
  if (ofTree.kind != FileKind::BuildScript)
    return copiedFiles;
  if (rules.direction() != Direction::CudaToMusa)
    return copiedScripts;
  if (findScriptKind(ofTree.path))
    return scripts;
  if (isPythonFile(ofTree.path))
    return python;
  return copiedScripts;
}

void TreePort::check(llvm::Error error) {
  if (!error)
    return;
  std::lock_guard lock(failureMutex);
  std::string message = llvm::toString(std::move(error));
  if (failure.empty())
    failure = std::move(message);
  failed = true;
}

bool TreePort::load(FileRecord &file) {
  if (file.isLoaded)
    return true;
  llvm::Expected<std::string> bytes = readFile(file.shownPath, &file.mode);
  if (!bytes) {
    check(bytes.takeError());
    return false;
  }
  file.bytes = std::move(*bytes);
  file.isLoaded = true;
  return true;
}

//===--- Pass 1 --------------------------------------------------------------//

void TreePort::declare(FileRecord &file, DeclaringThread &thread) {
  const KindOfFile &kind = kindOf(file);
  if (!kind.declares() || !load(file))
    return;
  kind.declare(file, thread);
  const size_t cost = file.bytes.capacity() + file.tokens.capacity() * sizeof(Token);
  if (memoryUsed.fetch_add(cost) + cost > memoryBudget) {
    memoryUsed -= cost;
    file.release();
  }
}

void TreePort::declareAll() {
  std::vector<DeclaringThread> declaring(threads);
  forEachInParallel(files.size(), threads, [&](unsigned thread, size_t file) {
    if (!stopped() && names.isWritten[file])
      declare(files[file], declaring[thread]);
  });
  ScriptDeclarations all;
  for (const DeclaringThread &thread : declaring)
    all.add(thread.scripts);
  merge(std::move(all));
}

void TreePort::merge(ScriptDeclarations ofScripts) {
  completeDeclarations(rules, ofScripts);
  context.declared = mergeDeclarations(files, std::move(ofScripts), tree, names, rules.direction());
  context.declared.carryChains.follow([&](llvm::function_ref<void(const SourceText &)> visit) {
    for (FileRecord &file : files) {
      if (stopped() || !names.isWritten[file.number] || &kindOf(file) != &sources)
        continue;
      const bool wasLoaded = file.isLoaded;
      if (!load(file))
        continue;
      sources.visitText(file, visit);
      if (!wasLoaded)
        file.release();
    }
  });
}

//===--- Pass 2 --------------------------------------------------------------//

/// Decides what becomes of a file whose text is loaded.
void TreePort::portText(FileRecord &file, PortingThread &thread) {
  std::vector<Decision> decisions;
  kindOf(file).port(file, thread, options.keepViews ? &decisions : nullptr);
  danglingIncludes.report(file);
  reportKeptErrors(file, options.parseErrors, context.declared.names);
  // For the HTML report: of a file that changed, or that something is to be said of.
  const FileResult &result = file.result;
  if (options.keepViews &&
      !(result.edits.empty() && result.uses.empty() && result.diagnostics.empty()))
    file.view = std::make_unique<SourceView>(
        viewSource(file.shownPath, names.paths[file.number], file.bytes,
                   changesOf(result.edits, std::move(decisions))));
}

void TreePort::port(FileRecord &file, PortingThread &thread) {
  if (tree.files[file.number].kind == FileKind::Link)
    return check(destination.writeLink(file.number));
  if (!kindOf(file).looksAtText() && !destination.takesCopyOf(file.number))
    return;
  if (!load(file))
    return;
  portText(file, thread);
  check(file.isCopied ? destination.copy(file.number, file.bytes, file.mode)
                      : destination.write(file.number, file.bytes, file.result.edits, file.mode));
  file.release();
}

void TreePort::portAll() {
  startPython();
  std::vector<PortingThread> porting(threads);
  std::atomic<size_t> done = 0;
  forEachInParallel(files.size(), threads, [&](unsigned thread, size_t file) {
    if (stopped() || !names.isWritten[file])
      return;
    if (!llvm::binary_search(python.asked(), file))
      port(files[file], porting[thread]);
    const size_t count = ++done;
    if (thread == 0 && options.progress)
      options.progress(count, files.size());
  });
  portPython();
}

/// musa-converter begins with the Python files while the others are ported.
void TreePort::startPython() {
  std::vector<FileRecord *> all;
  for (FileRecord &file : files)
    if (names.isWritten[file.number] && &kindOf(file) == &python)
      all.push_back(&file);
  python.start(all);
}

void TreePort::portPython() {
  if (stopped())
    return; // no one needs the answers: PythonFiles ends musa-converter
  python.finish();
  std::vector<PortingThread> porting(threads);
  forEachInParallel(python.asked().size(), threads, [&](unsigned thread, size_t number) {
    if (!stopped())
      port(files[python.asked()[number]], porting[thread]);
  });
}

//===--- The whole -----------------------------------------------------------//

void TreePort::addTo(Report &report, Statistics &statistics) {
  llvm::append_range(report.diagnostics, diagnostics);
  report.filesWritten = destination.filesWritten();
  fillReport(report, statistics, tree, names, rules, files);
}

llvm::Error TreePort::run(Report &report, Statistics &statistics) {
  const auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = destination.open(diagnostics)) {
    llvm::append_range(report.diagnostics, diagnostics);
    return error;
  }
  declareAll();
  if (!stopped())
    portAll();
  if (std::optional<Diagnostic> problem = python.report())
    diagnostics.push_back(std::move(*problem));
  const bool wasInterrupted = interrupted(); // not while the changes are made: then all are
  if (!failed && !wasInterrupted)
    check(destination.finish(diagnostics));
  if (failed) {
    llvm::append_range(report.diagnostics, diagnostics);
    return llvm::createStringError(failure);
  }
  if (wasInterrupted)
    return llvm::createStringError("interrupted; nothing was written");
  addTo(report, statistics);
  if (options.diffOut)
    for (const std::string &diff : destination.unifiedDiffs())
      *options.diffOut << diff;
  statistics.threads = threads;
  statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return llvm::Error::success();
}

llvm::Expected<std::vector<Decision>> TreePort::explain(size_t number, unsigned line) {
  declareAll();
  FileRecord &file = files[number];
  if (failed || !load(file))
    return llvm::createStringError(failure);
  const KindOfFile &kind = kindOf(file);
  if (&kind == &python) {
    python.askAlone(file);
    if (python.problem())
      return llvm::createStringError(python.problem()->message);
  }
  std::vector<Decision> all, onLine;
  PortingThread porting;
  kind.port(file, porting, &all);
  llvm::stable_sort(all, [](const Decision &a, const Decision &b) { return a.offset < b.offset; });
  for (Decision &decision : all)
    if (1 + StringRef(file.bytes).take_front(decision.offset).count('\n') == line)
      onLine.push_back(std::move(decision));
  return onLine;
}

std::string TreePort::portOne(StringRef buffer, Report &report) {
  FileRecord &file = files.front();
  file.bytes = buffer.str();
  file.isLoaded = true;
  DeclaringThread declaring;
  kindOf(file).declare(file, declaring);
  merge(std::move(declaring.scripts));
  if (&kindOf(file) == &python)
    python.askAlone(file);
  PortingThread porting;
  portText(file, porting);
  if (std::optional<Diagnostic> problem = python.report())
    diagnostics.push_back(std::move(*problem));
  Statistics unused;
  addTo(report, unused);
  return applyEdits(buffer, file.result.edits);
}

} // namespace

llvm::Error portTree(const Tree &tree, const RuleSet &rules, const PortOptions &options,
                     Report &report, Statistics &statistics) {
  return TreePort(tree, rules, options).run(report, statistics);
}

std::string portBuffer(StringRef name, StringRef buffer, const RuleSet &rules, Report &report,
                       const PortOptions &options) {
  Tree tree;
  TreeFile file;
  file.path = name.str();
  file.kind = findScriptKind(name) || isPythonFile(name) ? FileKind::BuildScript : FileKind::Source;
  tree.files.push_back(std::move(file));
  return TreePort(tree, rules, options).portOne(buffer, report);
}

llvm::Expected<std::vector<Decision>> explainLine(const Tree &tree, size_t file, unsigned line,
                                                  const RuleSet &rules,
                                                  const PortOptions &options) {
  return TreePort(tree, rules, options).explain(file, line);
}

} // namespace musaport
