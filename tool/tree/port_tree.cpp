//===- tree/port_tree.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/port_tree.h"

#include "edits/changes.h"
#include "rewrite/declarations.h"
#include "rules/side_names.h"
#include "scripts/copied_script.h"
#include "scripts/port_cmake.h"
#include "scripts/port_makefile.h"
#include "scripts/port_python.h"
#include "source/file_io.h"
#include "source/parallel.h"
#include "tree/output_names.h"
#include "tree/output_tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

using llvm::StringRef;

namespace musaport {
namespace {

/// Files stay in memory between the two passes up to this many bytes, tokens included; others are
/// read again.
constexpr size_t memoryBudget = 64u << 20;

class TreePort {
public:
  TreePort(const Tree &tree, const RuleSet &rules, const PortOptions &options)
      : tree(tree), rules(rules), options(options), threads(std::max(1u, options.threads)),
        slots(tree.files.size()) {
    rules.forEachPattern([&](const Pattern &pattern) {
      if (pattern.rule->owner == Owner::Framework)
        patternNames.insert(firstNameOf(pattern));
    });
  }

  llvm::Error run(Report &report, Statistics &statistics);
  llvm::Expected<std::vector<Decision>> explain(size_t file, unsigned line);
  std::string portOne(StringRef buffer, Report &report);

private:
  /// What is known of one file on its way.
  struct Slot {
    std::string bytes;
    std::vector<Token> tokens;
    uint64_t size = 0, tokenCount = 0;
    uint32_t mode = 0; ///< permission bits
    bool inMemory = false;
    StringRef unreadable; ///< why a source is copied and not ported; see whyNotTokenized()
    Declarations declarations;
    FileResult result;
    std::vector<Diagnostic> diagnostics;
    std::vector<IgnoreComment> ignores;
    std::string diff;
    std::unique_ptr<SourceView> view;
  };

  bool isWritten(size_t file) const { return collisionFree[file]; }
  bool isSource(size_t file) const {
    return tree.files[file].kind == FileKind::Source && isWritten(file) &&
           slots[file].unreadable.empty();
  }
  /// As seen from the working folder, where a diff is applied; of a tree elsewhere, from its root.
  std::string inDiff(StringRef path) const {
    return tree.root.starts_with("/") ? path.str() : pathUnder(tree.root, path);
  }
  /// Build scripts are ported from CUDA to MUSA only.
  ScriptKind scriptKind(size_t file) const {
    return rules.direction() == Direction::CudaToMusa &&
                   tree.files[file].kind == FileKind::BuildScript
               ? classifyScript(tree.files[file].path)
               : ScriptKind::None;
  }
  std::string shown(size_t file) const { return pathUnder(tree.root, tree.files[file].path); }
  std::vector<Decision> *ifViewsAreKept(std::vector<Decision> &decisions) const {
    return options.keepViews ? &decisions : nullptr;
  }

  void nameFiles();
  llvm::Error openOutput();
  llvm::Error openInPlace();
  void readAll();
  void readSource(size_t file, llvm::StringMap<DeclarationSearch> &searches);
  void readScript(size_t file, ScriptDeclarations &declarations);
  void collectFrom(size_t file, StringRef bytes, ScriptDeclarations &declarations) const;
  bool load(size_t file);
  void tokenizeSlot(Slot &slot);
  void findDeclarationsOf(Slot &slot, llvm::StringMap<DeclarationSearch> &searches);
  void collectDeclarations();
  void portAll();
  void portSource(size_t file, FilePorter &porter);
  void portScript(size_t file);
  FileResult portScriptBytes(size_t file, StringRef bytes,
                             std::vector<Decision> *decisions = nullptr) const;
  bool askable(size_t file);
  void startPython();
  void portPython();
  FileResult portPythonAlone(size_t file, StringRef bytes,
                             std::vector<Decision> *decisions = nullptr);
  void reportPython();
  ScriptContext scriptContext(std::vector<Decision> *decisions) const;
  void copyOther(size_t file);
  void checkLeftScript(size_t file, StringRef bytes);
  void findIgnores(size_t file, StringRef bytes);
  void writeLink(size_t file);
  void write(size_t file, StringRef bytes);
  void writeResult(size_t file, StringRef bytes);
  void keepView(size_t file, StringRef bytes, std::vector<Decision> decisions);
  void removeOldNames();
  void fill(Report &report, Statistics &statistics);
  void note(size_t file, StringRef id, Severity severity, std::string message, std::string advice);
  void noteNotText(size_t file);

  /// Keeps the first failure; the workers stop.
  void fail(llvm::Error error);
  bool stopped() const { return failed.load(std::memory_order_relaxed) || interrupted(); }

  TreeContext context() const {
    const bool translatesPtx =
        options.analyze && rules.hasDefaults() && rules.direction() == Direction::CudaToMusa;
    return {rules,         tree,          outputs,       *includes,      declared, options.ownNames,
            includeMacros, includeGuards, translatesPtx, options.analyze};
  }

  const Tree &tree;
  const RuleSet &rules;
  const PortOptions &options;
  unsigned threads;

  std::vector<std::string> outputs; ///< see outputPaths()
  std::vector<bool> collisionFree;  ///< see withoutCollisions()
  std::vector<Diagnostic> treeDiagnostics;
  std::optional<IncludeResolver> includes;
  llvm::StringMap<std::string> renamedNames; ///< file names that change, for build scripts
  llvm::StringSet<> patternNames;            ///< the names that the frameworks' patterns begin with
  llvm::StringSet<> declared;
  llvm::StringSet<> includeMacros;
  llvm::StringMap<std::string> includeGuards;
  ScriptDeclarations scriptDeclarations;
  std::vector<Slot> slots;
  std::vector<size_t> pythonFiles; ///< that musa-converter is asked about
  std::optional<PythonPort> python;
  std::optional<PythonPort::Problem> pythonProblem;
  std::atomic<bool> hasPythonLeft = false; ///< some Python file that names CUDA is copied
  std::optional<OutputTree> output;
  std::atomic<size_t> memoryUsed = 0;
  std::atomic<uint64_t> changedInPlace = 0;

  std::atomic<bool> failed = false;
  std::mutex failureMutex;
  std::string failure;
};

void TreePort::fail(llvm::Error error) {
  std::lock_guard lock(failureMutex);
  std::string message = llvm::toString(std::move(error));
  if (failure.empty())
    failure = std::move(message);
  failed = true;
}

void TreePort::note(size_t file, StringRef id, Severity severity, std::string message,
                    std::string advice) {
  Diagnostic diagnostic;
  diagnostic.id = id;
  diagnostic.severity = severity;
  diagnostic.place.file = shown(file);
  diagnostic.message = std::move(message);
  if (!advice.empty())
    diagnostic.notes.push_back(std::move(advice));
  slots[file].diagnostics.push_back(std::move(diagnostic));
}

void TreePort::noteNotText(size_t file) {
  const bool isSource = tree.files[file].kind == FileKind::Source;
  note(file, "musa-not-text", Severity::Warning,
       slots[file].unreadable.str() + ": copied, not ported",
       isSource ? "if it is source code, convert it to UTF-8"
                : "if it is a script, convert it to UTF-8");
}

void TreePort::nameFiles() {
  outputs = outputPaths(tree, rules, options.renameFolders);
  collisionFree = withoutCollisions(tree, outputs, treeDiagnostics);
  for (Diagnostic &diagnostic : treeDiagnostics)
    diagnostic.place.file = pathUnder(tree.root, diagnostic.place.file);
  includes.emplace(tree, outputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!isWritten(i))
      continue;
    StringRef oldName = StringRef(tree.files[i].path).rsplit('/').second;
    StringRef newName = StringRef(outputs[i]).rsplit('/').second;
    oldName = oldName.empty() ? StringRef(tree.files[i].path) : oldName;
    newName = newName.empty() ? StringRef(outputs[i]) : newName;
    if (oldName != newName)
      renamedNames[oldName] = newName.str();
  }
}

llvm::Error TreePort::openOutput() {
  llvm::Expected<OutputTree> opened = OutputTree::open(options.output, treeDiagnostics);
  if (!opened)
    return opened.takeError();
  output.emplace(std::move(*opened));
  std::vector<std::string> paths;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (isWritten(i))
      paths.push_back(outputs[i]);
  for (const std::string &folder : tree.emptyFolders)
    paths.push_back(outputPath(folder, FileKind::Other, rules, options.renameFolders) + "/");
  llvm::sort(paths);
  if (!options.force) {
    std::vector<Diagnostic> conflicts = output->conflicts(paths);
    if (!conflicts.empty()) {
      llvm::append_range(treeDiagnostics, conflicts);
      return llvm::createStringError(
          "the output folder '" + options.output +
          "' holds files that musa-port did not write; nothing was written "
          "(--force overwrites them)");
    }
  }
  return output->makeFolders(paths);
}

/// In place, a new name must not meet a file that is not part of the tree (an excluded one).
llvm::Error TreePort::openInPlace() {
  llvm::StringSet<> known;
  for (const TreeFile &file : tree.files)
    if (file.kind != FileKind::Skipped)
      known.insert(file.path);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!isWritten(i) || outputs[i] == tree.files[i].path || known.contains(outputs[i]))
      continue;
    struct stat info;
    if (::lstat(pathUnder(tree.root, outputs[i]).c_str(), &info) == 0)
      return llvm::createStringError("'" + shown(i) + "' would become '" +
                                     pathUnder(tree.root, outputs[i]) +
                                     "', which exists; nothing was written");
    llvm::SmallString<256> folder(llvm::sys::path::parent_path(pathUnder(tree.root, outputs[i])));
    if (folder.empty())
      continue; // the working folder
    if (std::error_code code = llvm::sys::fs::create_directories(folder, /*IgnoreExisting=*/true,
                                                                 llvm::sys::fs::perms::all_all))
      return llvm::createStringError(code, "cannot make the folder '%s'", folder.c_str());
  }
  return llvm::Error::success();
}

bool TreePort::load(size_t file) {
  Slot &slot = slots[file];
  if (slot.inMemory)
    return true;
  llvm::Expected<std::string> bytes = readFile(shown(file), &slot.mode);
  if (!bytes) {
    fail(bytes.takeError());
    return false;
  }
  slot.bytes = std::move(*bytes);
  tokenizeSlot(slot);
  return true;
}

void TreePort::tokenizeSlot(Slot &slot) {
  slot.size = slot.bytes.size();
  slot.unreadable = whyNotTokenized(slot.bytes);
  if (slot.unreadable.empty())
    slot.tokens = tokenize(slot.bytes);
  slot.tokenCount = slot.tokens.size();
  slot.inMemory = true;
}

void TreePort::findDeclarationsOf(Slot &slot, llvm::StringMap<DeclarationSearch> &searches) {
  auto searchFor = [&](StringRef name) {
    auto [known, isNew] = searches.try_emplace(name, DeclarationSearch::No);
    if (isNew) {
      llvm::SmallVector<const Rule *, 2> found;
      rules.identifier(name, found);
      if (patternNames.contains(name) ||
          (!found.empty() && found.front()->owner == Owner::Framework))
        known->second = DeclarationSearch::Certain;
      else if (found.empty() && looksLike(sourceSide(rules.direction()), name))
        known->second = DeclarationSearch::Likely;
    }
    return known->second;
  };
  slot.declarations = findDeclarations(slot.bytes, slot.tokens, searchFor);
}

void TreePort::readSource(size_t file, llvm::StringMap<DeclarationSearch> &searches) {
  Slot &slot = slots[file];
  if (!load(file))
    return;
  if (!slot.unreadable.empty()) {
    return noteNotText(file);
  }
  findDeclarationsOf(slot, searches);

  const size_t cost = slot.bytes.capacity() + slot.tokens.capacity() * sizeof(Token);
  if (memoryUsed.fetch_add(cost) + cost > memoryBudget) {
    memoryUsed -= cost;
    slot.bytes = {};
    slot.tokens = {};
    slot.inMemory = false;
  }
}

void TreePort::readScript(size_t file, ScriptDeclarations &declarations) {
  llvm::Expected<std::string> bytes = readFile(shown(file), &slots[file].mode);
  if (!bytes)
    return fail(bytes.takeError());
  if (!whyNotTokenized(*bytes).empty())
    return;
  if (scriptKind(file) != ScriptKind::HeaderTemplate)
    return collectFrom(file, *bytes, declarations);
  for (StringRef macro : macrosOfTemplate(*bytes))
    slots[file].declarations.names.push_back(macro.str());
}

void TreePort::collectFrom(size_t file, StringRef bytes, ScriptDeclarations &declarations) const {
  if (scriptKind(file) == ScriptKind::CMake)
    musaport::collectDeclarations(tree.files[file].path, bytes, rules, declarations);
  else if (scriptKind(file) == ScriptKind::Make)
    collectMakeVariables(bytes, rules, declarations.make);
}

void TreePort::readAll() {
  std::vector<llvm::StringMap<DeclarationSearch>> searches(threads);
  std::vector<ScriptDeclarations> scripts(threads);
  forEachInParallel(tree.files.size(), threads, [&](unsigned thread, size_t file) {
    if (stopped() || !isWritten(file))
      return;
    if (tree.files[file].kind == FileKind::Source)
      readSource(file, searches[thread]);
    else if (scriptKind(file) == ScriptKind::CMake || scriptKind(file) == ScriptKind::Make ||
             scriptKind(file) == ScriptKind::HeaderTemplate)
      readScript(file, scripts[thread]);
  });
  for (const ScriptDeclarations &declarations : scripts)
    scriptDeclarations.add(declarations);
}

void TreePort::collectDeclarations() {
  llvm::StringMap<unsigned> uses;
  for (size_t i = 0; i < slots.size(); ++i) {
    for (const std::string &name : slots[i].declarations.names)
      declared.insert(name);
    for (const std::string &name : slots[i].declarations.includeMacros)
      includeMacros.insert(name);
    const std::string &guard = slots[i].declarations.includeGuard;
    if (guard.empty())
      continue;
    std::string renamed =
        renameIncludeGuard(guard, tree.files[i].path, outputs[i], rules.direction());
    // Two files with one guard, or a new name that some file has already: left alone.
    if (++uses[guard] > 1)
      includeGuards.erase(guard);
    else if (renamed != guard)
      includeGuards[guard] = std::move(renamed);
  }
  llvm::SmallVector<std::string, 4> taken;
  for (const auto &guard : includeGuards)
    if (uses.contains(guard.second))
      taken.push_back(guard.first().str());
  for (const std::string &guard : taken)
    includeGuards.erase(guard);
}

void TreePort::write(size_t file, StringRef bytes) {
  const uint32_t mode = slots[file].mode;
  if (options.mode == PortOptions::Mode::Write) {
    if (llvm::Error error = output->writeFile(outputs[file], bytes, mode))
      fail(std::move(error));
  } else if (options.mode == PortOptions::Mode::InPlace) {
    if (llvm::Error error = writeFileAtomically(pathUnder(tree.root, outputs[file]), bytes, mode))
      fail(std::move(error));
    ++changedInPlace;
  }
}

/// What became of a file with the content `bytes`: its result and its name.
void TreePort::writeResult(size_t file, StringRef bytes) {
  Slot &slot = slots[file];
  const bool renamed = outputs[file] != tree.files[file].path;
  if (options.mode == PortOptions::Mode::Diff)
    slot.diff =
        unifiedDiff(inDiff(tree.files[file].path), inDiff(outputs[file]), bytes, slot.result.edits);
  else if (options.mode != PortOptions::Mode::Check) {
    if (!slot.result.edits.empty())
      write(file, applyEdits(bytes, slot.result.edits));
    else if (options.mode == PortOptions::Mode::Write || renamed)
      write(file, bytes);
  }
}

/// For the HTML report: of a file that changed, or that something is to be said of.
void TreePort::keepView(size_t file, StringRef bytes, std::vector<Decision> decisions) {
  Slot &slot = slots[file];
  if (!options.keepViews ||
      (slot.result.edits.empty() && slot.result.uses.empty() && slot.result.diagnostics.empty()))
    return;
  slot.view = std::make_unique<SourceView>(viewSource(
      shown(file), outputs[file], bytes, changesOf(slot.result.edits, std::move(decisions))));
}

void TreePort::portSource(size_t file, FilePorter &porter) {
  Slot &slot = slots[file];
  if (!load(file))
    return;
  std::vector<Decision> decisions;
  slot.result = porter.port(file, shown(file), slot.bytes, slot.tokens, ifViewsAreKept(decisions));
  findIgnores(file, slot.bytes);
  keepView(file, slot.bytes, std::move(decisions));
  writeResult(file, slot.bytes);
  if (slot.inMemory) {
    slot.bytes = {};
    slot.tokens = {};
    slot.inMemory = false;
  }
}

ScriptContext TreePort::scriptContext(std::vector<Decision> *decisions) const {
  const bool renamesSources = llvm::any_of(renamedNames, [&](const auto &entry) {
    return renameExtension(entry.first(), rules.direction()) != entry.first();
  });
  return {rules, tree, *includes, declared, scriptDeclarations, renamesSources, decisions};
}

FileResult TreePort::portScriptBytes(size_t file, StringRef bytes,
                                     std::vector<Decision> *decisions) const {
  const ScriptContext shared = scriptContext(decisions);
  const auto port = scriptKind(file) == ScriptKind::Make             ? portMakefile
                    : scriptKind(file) == ScriptKind::CMakePresets   ? portCMakePresets
                    : scriptKind(file) == ScriptKind::HeaderTemplate ? portHeaderTemplate
                                                                     : portCMake;
  return port(file, shown(file), bytes, shared);
}

void TreePort::portScript(size_t file) {
  Slot &slot = slots[file];
  llvm::Expected<std::string> bytes = readFile(shown(file), &slot.mode);
  if (!bytes)
    return fail(bytes.takeError());
  slot.size = bytes->size();
  slot.unreadable = whyNotTokenized(*bytes);
  std::vector<Decision> decisions;
  if (slot.unreadable.empty())
    slot.result = portScriptBytes(file, *bytes, ifViewsAreKept(decisions));
  else
    noteNotText(file);
  findIgnores(file, *bytes);
  keepView(file, *bytes, std::move(decisions));
  writeResult(file, *bytes);
}

/// A request is JSON, which is UTF-8.
bool TreePort::askable(size_t file) {
  if (llvm::json::isUTF8(shown(file)))
    return true;
  note(file, "musa-python", Severity::Warning,
       "a Python file whose name is not UTF-8: copied, not ported", "rename it");
  return false;
}

/// musa-converter begins with the Python files while the others are ported.
void TreePort::startPython() {
  if (options.python == PortOptions::Python::Off)
    return;
  std::vector<PythonFile> files;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (!isWritten(i) || scriptKind(i) != ScriptKind::Python || !askable(i))
      continue;
    pythonFiles.push_back(i);
    files.push_back({shown(i), options.launched.contains(tree.files[i].path)});
  }
  if (!files.empty())
    python.emplace(files, rules);
}

void TreePort::portPython() {
  if (!python)
    return;
  pythonProblem = python->finish();
  forEachInParallel(pythonFiles.size(), threads, [&](unsigned, size_t number) {
    const size_t file = pythonFiles[number];
    if (stopped())
      return;
    if (pythonProblem)
      return copyOther(file);
    Slot &slot = slots[file];
    llvm::Expected<std::string> bytes = readFile(shown(file), &slot.mode);
    if (!bytes)
      return fail(bytes.takeError());
    slot.size = bytes->size();
    std::vector<Decision> decisions;
    slot.result =
        python->port(number, file, shown(file), *bytes, scriptContext(ifViewsAreKept(decisions)));
    findIgnores(file, *bytes);
    keepView(file, *bytes, std::move(decisions));
    writeResult(file, *bytes);
  });
  reportPython();
}

/// By a run of musa-converter for it alone, from a copy: the bytes may come from anywhere.
FileResult TreePort::portPythonAlone(size_t file, StringRef bytes,
                                     std::vector<Decision> *decisions) {
  if (options.python == PortOptions::Python::Off)
    return {};
  StringRef path = tree.files[file].path;
  if (!askable(file))
    return {};
  llvm::SmallString<128> folder;
  if (std::error_code code = llvm::sys::fs::createUniqueDirectory("musa-port-python", folder)) {
    pythonProblem = {false, "cannot make a temporary folder: " + code.message()};
    reportPython();
    return {};
  }
  llvm::SmallString<256> copy(folder);
  llvm::sys::path::append(copy, path.substr(path.rfind('/') + 1));
  const llvm::FileRemover folderRemover(folder), copyRemover(copy);
  if (llvm::Error error = writeFileAtomically(copy, bytes, 0600)) {
    pythonProblem = {false, llvm::toString(std::move(error))};
  } else {
    PythonPort alone(PythonFile{copy.str().str(), options.launched.contains(path)}, rules);
    pythonProblem = alone.finish();
    if (!pythonProblem)
      return alone.port(0, file, shown(file), bytes, scriptContext(decisions));
  }
  hasPythonLeft = bytes.contains_insensitive("cuda");
  reportPython();
  return {};
}

void TreePort::reportPython() {
  if (!pythonProblem || (pythonProblem->isAbsent && !hasPythonLeft))
    return;
  const bool isError = !pythonProblem->isAbsent || options.python == PortOptions::Python::Require;
  Diagnostic diagnostic;
  diagnostic.id = "musa-python";
  diagnostic.severity = isError ? Severity::Error : Severity::Warning;
  diagnostic.place.file = tree.root.empty() ? shown(0) : tree.root; // of one file alone
  diagnostic.message = "Python files are copied, not ported: " + pythonProblem->message;
  diagnostic.notes.push_back(
      pythonProblem->isAbsent ? "they are ported by musa-converter, beside musa-port or in PATH, "
                                "with Python and LibCST; --python=off copies them"
                              : "--python=off copies them");
  treeDiagnostics.push_back(std::move(diagnostic));
}

void TreePort::findIgnores(size_t file, StringRef bytes) {
  const bool isScript = tree.files[file].kind == FileKind::BuildScript &&
                        scriptKind(file) != ScriptKind::HeaderTemplate;
  slots[file].ignores =
      findIgnoreComments(shown(file), bytes, isScript ? CommentStyle::Script : CommentStyle::Cpp);
}

/// A build script that is copied, and goes on to name what it should not.
void TreePort::checkLeftScript(size_t file, StringRef bytes) {
  findIgnores(file, bytes);
  const Direction direction = rules.direction();
  if (direction == Direction::MusaToCuda &&
      classifyScript(tree.files[file].path) != ScriptKind::None &&
      bytes.contains_insensitive(sourceSide(direction).word))
    note(file, "musa-build-script", Severity::Warning,
         "a build script that names MUSA: copied, not ported",
         "build scripts are ported from CUDA to MUSA only; change this one by hand");
  llvm::append_range(slots[file].diagnostics,
                     checkBuildScript(shown(file), bytes, renamedNames, direction));
}

void TreePort::copyOther(size_t file) {
  const bool isScript = tree.files[file].kind == FileKind::BuildScript;
  const bool writes =
      options.mode == PortOptions::Mode::Write ||
      (options.mode == PortOptions::Mode::InPlace && outputs[file] != tree.files[file].path);
  if (!isScript && !writes)
    return;
  llvm::Expected<std::string> bytes = readFile(shown(file), &slots[file].mode);
  if (!bytes)
    return fail(bytes.takeError());
  if (isScript)
    checkLeftScript(file, *bytes);
  if (scriptKind(file) == ScriptKind::Python && StringRef(*bytes).contains_insensitive("cuda"))
    hasPythonLeft = true;
  if (writes)
    write(file, *bytes);
}

void TreePort::writeLink(size_t file) {
  if (options.mode != PortOptions::Mode::Write && options.mode != PortOptions::Mode::InPlace)
    return;
  const TreeFile &link = tree.files[file];
  std::string target = link.target;
  if (std::optional<IncludeResolver::Resolution> inTree = includes->resolve(file, link.target))
    if (inTree->found == IncludeResolver::Found::Beside)
      target = inTree->newName;
  if (std::optional<std::string> folder = includes->newFolderName(file, link.target))
    target = *folder;
  if (options.mode == PortOptions::Mode::Write) {
    if (llvm::Error error = output->writeLink(outputs[file], target))
      fail(std::move(error));
  } else if (target != link.target || outputs[file] != link.path) {
    if (llvm::Error error = writeLinkAtomically(pathUnder(tree.root, outputs[file]), target))
      fail(std::move(error));
    ++changedInPlace;
  }
}

void TreePort::portAll() {
  const TreeContext shared = context();
  std::vector<std::unique_ptr<FilePorter>> porters(threads);
  std::atomic<size_t> done = 0;
  forEachInParallel(tree.files.size(), threads, [&](unsigned thread, size_t file) {
    if (stopped() || !isWritten(file))
      return;
    if (isSource(file)) {
      if (!porters[thread])
        porters[thread] = std::make_unique<FilePorter>(shared);
      portSource(file, *porters[thread]);
    } else if (tree.files[file].kind == FileKind::Link) {
      writeLink(file);
    } else if (scriptKind(file) == ScriptKind::Python) {
      if (!std::binary_search(pythonFiles.begin(), pythonFiles.end(), file))
        copyOther(file);
    } else if (scriptKind(file) != ScriptKind::None) {
      portScript(file);
    } else {
      copyOther(file);
    }
    size_t count = ++done;
    if (thread == 0 && options.progress)
      options.progress(count, tree.files.size());
  });
}

/// In place, once all is written: what has a new name is removed under its old one.
void TreePort::removeOldNames() {
  llvm::StringSet<> folders;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!isWritten(i) || outputs[i] == tree.files[i].path)
      continue;
    if (::unlink(shown(i).c_str()) != 0 && errno != ENOENT)
      return fail(
          llvm::createStringError("cannot remove '" + shown(i) + "': " + llvm::sys::StrError()));
    StringRef folder = StringRef(tree.files[i].path).rsplit('/').first;
    if (folder != tree.files[i].path && folder != StringRef(outputs[i]).rsplit('/').first)
      folders.insert(folder);
  }
  for (const auto &folder : folders)
    ::rmdir(pathUnder(tree.root, folder.first()).c_str()); // only if it is empty now
}

void TreePort::fill(Report &report, Statistics &statistics) {
  llvm::StringMap<LibraryCount> libraries;
  llvm::StringMap<RemainingName> remaining;
  llvm::StringMap<UnverifiedName> unverified;
  report.side = sourceSide(rules.direction()).title;
  report.excluded = tree.excluded;
  report.filesWritten = output ? output->filesWritten() : changedInPlace.load();
  llvm::append_range(report.diagnostics, treeDiagnostics);
  for (size_t i = 0; i < slots.size(); ++i) {
    const TreeFile &file = tree.files[i];
    const Slot &slot = slots[i];
    if (slot.view)
      report.views.push_back(std::move(*slot.view));
    if (file.kind == FileKind::Skipped)
      report.skipped.push_back({file.path, file.reason});
    else if (!isWritten(i))
      report.skipped.push_back({file.path, "another file has its new name"});
    else if (file.kind == FileKind::Link)
      ++report.links;
    else if (!isSource(i) && slot.result.edits.empty())
      ++report.filesCopied;
    else if (slot.result.edits.empty())
      ++report.filesUnchanged;
    else
      ++report.filesPorted;
    if (isWritten(i) && outputs[i] != file.path)
      report.renamed.push_back({file.path, outputs[i]});
    statistics.bytes += slot.size;
    statistics.tokens += slot.tokenCount;
    ++statistics.files;
    report.includesRewritten += slot.result.includesRewritten;
    report.guardsTranslated += slot.result.guardsTranslated;
    llvm::append_range(report.diagnostics, slot.diagnostics);
    llvm::append_range(report.diagnostics, slot.result.diagnostics);
    llvm::append_range(report.ignores, slot.ignores);

    for (const NameUse &use : slot.result.uses) {
      Place first{shown(i), use.line, use.column};
      StringRef library = use.file == NameUse::noFile ? use.library : rules.file(use.file).library;
      if (use.outcome != Outcome::Edited) {
        auto [entry, isNew] = remaining.try_emplace(use.name + '\0' + use.reason);
        if (isNew)
          entry->second = {use.name, 0, use.reason, first};
        entry->second.count += use.count;
        continue;
      }
      report.edits += use.count;
      LibraryCount &count = libraries[library];
      count.library = library.str();
      count.edits += use.count;
      if (use.status == Status::Differs)
        count.differs += use.count;
      if (use.status != Status::Unverified)
        continue;
      count.unverified += use.count;
      auto [entry, isNew] = unverified.try_emplace(use.name + '\0' + use.to);
      if (isNew)
        entry->second = {use.name, use.to, library.str(), 0, first};
      entry->second.count += use.count;
    }
  }
  auto moveSorted = [](auto &map, auto &vector, auto count, auto name) {
    for (auto &entry : map)
      vector.push_back(std::move(entry.second));
    llvm::sort(vector, [&](const auto &a, const auto &b) {
      return std::make_tuple(count(b), name(a)) < std::make_tuple(count(a), name(b));
    });
  };
  moveSorted(
      libraries, report.libraries, [](auto &x) { return x.edits; },
      [](auto &x) { return x.library; });
  moveSorted(
      remaining, report.remaining, [](auto &x) { return x.count; },
      [](auto &x) { return x.name + '\0' + x.reason; });
  moveSorted(
      unverified, report.unverified, [](auto &x) { return x.count; },
      [](auto &x) { return x.from + '\0' + x.to; });
}

llvm::Error TreePort::run(Report &report, Statistics &statistics) {
  const auto start = std::chrono::steady_clock::now();
  nameFiles();
  llvm::Error opened = llvm::Error::success();
  if (options.mode == PortOptions::Mode::Write)
    opened = openOutput();
  else if (options.mode == PortOptions::Mode::InPlace)
    opened = openInPlace();
  if (opened) {
    llvm::append_range(report.diagnostics, treeDiagnostics);
    return opened;
  }
  readAll();
  if (!stopped()) {
    collectDeclarations();
    startPython();
    portAll();
    portPython();
  }
  if (options.mode == PortOptions::Mode::InPlace && !stopped())
    removeOldNames();
  if (output) {
    llvm::Expected<std::vector<std::string>> stale = output->finish();
    if (!stale)
      fail(stale.takeError());
    else if (!stopped())
      for (const std::string &path : *stale) {
        Diagnostic diagnostic;
        diagnostic.id = "musa-stale-output";
        diagnostic.severity = Severity::Warning;
        diagnostic.place.file = pathUnder(options.output, path);
        diagnostic.message =
            "an earlier run wrote this file, and the tree no longer has its source";
        diagnostic.notes.push_back("remove it if it is not needed");
        treeDiagnostics.push_back(std::move(diagnostic));
      }
  }
  if (failed)
    return llvm::createStringError(failure);
  if (interrupted())
    return llvm::createStringError("interrupted; no half-written file remains");
  fill(report, statistics);
  if (options.diffOut)
    for (const Slot &slot : slots)
      *options.diffOut << slot.diff;
  statistics.threads = threads;
  statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return llvm::Error::success();
}

llvm::Expected<std::vector<Decision>> TreePort::explain(size_t file, unsigned line) {
  nameFiles();
  readAll();
  collectDeclarations();
  if (failed || !load(file))
    return llvm::createStringError(failure);
  std::vector<Decision> all, onLine;
  if (scriptKind(file) == ScriptKind::Python) {
    portPythonAlone(file, slots[file].bytes, &all);
    if (pythonProblem)
      return llvm::createStringError(pythonProblem->message);
  } else if (scriptKind(file) != ScriptKind::None) {
    portScriptBytes(file, slots[file].bytes, &all);
  } else if (tree.files[file].kind == FileKind::Source) {
    const TreeContext shared = context(); // which the porter refers to
    FilePorter porter(shared);
    porter.port(file, shown(file), slots[file].bytes, slots[file].tokens, &all);
  }
  llvm::stable_sort(all, [](const Decision &a, const Decision &b) { return a.offset < b.offset; });
  for (Decision &decision : all)
    if (1 + StringRef(slots[file].bytes).take_front(decision.offset).count('\n') == line)
      onLine.push_back(std::move(decision));
  return onLine;
}

std::string TreePort::portOne(StringRef buffer, Report &report) {
  nameFiles();
  Slot &slot = slots[0];
  slot.bytes = buffer.str();
  findIgnores(0, buffer);
  if (scriptKind(0) != ScriptKind::None) {
    collectFrom(0, buffer, scriptDeclarations);
    std::vector<Decision> decisions;
    slot.unreadable = whyNotTokenized(slot.bytes);
    if (scriptKind(0) == ScriptKind::Python)
      slot.result = portPythonAlone(0, buffer, ifViewsAreKept(decisions));
    else if (slot.unreadable.empty())
      slot.result = portScriptBytes(0, buffer, ifViewsAreKept(decisions));
    else
      noteNotText(0);
    keepView(0, buffer, std::move(decisions));
    Statistics unused;
    fill(report, unused);
    return applyEdits(buffer, slot.result.edits);
  }
  if (tree.files[0].kind == FileKind::BuildScript) {
    checkLeftScript(0, buffer);
    Statistics unused;
    fill(report, unused);
    return buffer.str();
  }
  tokenizeSlot(slot);
  if (!slot.unreadable.empty())
    noteNotText(0);
  llvm::StringMap<DeclarationSearch> searches;
  findDeclarationsOf(slot, searches);
  collectDeclarations();
  const TreeContext shared = context(); // which the porter refers to
  FilePorter porter(shared);
  std::vector<Decision> decisions;
  slot.result = porter.port(0, shown(0), slot.bytes, slot.tokens, ifViewsAreKept(decisions));
  keepView(0, slot.bytes, std::move(decisions));
  Statistics unused;
  fill(report, unused);
  return applyEdits(buffer, slot.result.edits);
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
  file.kind = classifyScript(name) == ScriptKind::None ? FileKind::Source : FileKind::BuildScript;
  tree.files.push_back(std::move(file));
  return TreePort(tree, rules, options).portOne(buffer, report);
}

llvm::Expected<std::vector<Decision>> explainLine(const Tree &tree, size_t file, unsigned line,
                                                  const RuleSet &rules,
                                                  const PortOptions &options) {
  return TreePort(tree, rules, options).explain(file, line);
}

} // namespace musaport
