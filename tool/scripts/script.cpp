//===- scripts/script.cpp - what all ports of build scripts share -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/script.h"

#include "edits/name_remark.h"
#include "rules/side_names.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {

void growAlong(const VariableEdges &edges, llvm::StringSet<> &variables) {
  std::vector<StringRef> open;
  for (const auto &variable : variables)
    open.push_back(variable.first());
  while (!open.empty()) {
    auto found = edges.find(open.back());
    open.pop_back();
    if (found == edges.end())
      continue;
    for (StringRef next : found->second)
      if (variables.insert(next).second)
        open.push_back(next);
  }
}

void ScriptDeclarations::add(const ScriptDeclarations &other) {
  for (auto [mine, others] :
       {std::pair(&variables, &other.variables), std::pair(&commands, &other.commands),
        std::pair(&targets, &other.targets), std::pair(&packages, &other.packages),
        std::pair(&compilers, &other.compilers), std::pair(&toolkits, &other.toolkits),
        std::pair(&languages, &other.languages), std::pair(&macros, &other.macros),
        std::pair(&options, &other.options), std::pair(&libraries, &other.libraries)})
    for (const auto &entry : *others)
      mine->insert(entry.first());
  for (auto [mine, others] :
       {std::pair(&copies, &other.copies), std::pair(&elements, &other.elements)})
    for (const auto &edge : *others)
      llvm::append_range((*mine)[edge.first()], edge.second);
  llvm::append_range(makefiles, other.makefiles);
}

void ScriptRecorder::edit(ByteRange range, std::string text) {
  result.edits.push_back({range.begin, range.end - range.begin, std::move(text)});
}

NameUse &ScriptRecorder::useOf(NameUse use, ByteRange range) {
  return result.uses[useIndex.find(result.uses, std::move(use), [&] {
    const uint32_t line = places.line(range.begin);
    const auto column = static_cast<uint32_t>(places.text().data() + range.begin -
                                              places.lineText(line).data() + 1);
    return std::pair(line, column);
  })];
}

void ScriptRecorder::decide(ByteRange range, std::string verdict, StringRef library,
                            StringRef note) {
  if (context.decisions)
    context.decisions->push_back({range.begin, range.end,
                                  places.text().slice(range.begin, range.end).str(),
                                  std::move(verdict), library, note});
}

void ScriptRecorder::count(const Rule &rule, ByteRange range, StringRef name, StringRef to) {
  decide(range, describeEdit(rule, context.rules, name, to), context.rules.file(rule.file).library,
         rule.note);
  NameUse use;
  use.name = name.str();
  use.status = rule.status;
  use.file = rule.file;
  use.to = to.str();
  ++useOf(std::move(use), range).count;
  report(rule, range, name, to);
}

void ScriptRecorder::count(StringRef library, ByteRange range, StringRef name, StringRef to) {
  NameUse use;
  use.name = name.str();
  use.library = library;
  use.to = to.str();
  ++useOf(std::move(use), range).count;
  decide(range, (name + " -> " + to + " by the rules for " + library).str(), library);
}

void ScriptRecorder::countRenamedFile(ByteRange range, StringRef name, StringRef to) {
  NameUse use;
  use.name = name.str();
  use.to = to.str();
  ++useOf(std::move(use), range).count;
  decide(range, "renamed with its file: " + to.str(), NameUse::ofTree);
}

void ScriptRecorder::leave(const Rule *rule, ByteRange range, StringRef name, Outcome outcome,
                           std::string reason) {
  NameUse use;
  use.name = name.str();
  use.outcome = outcome;
  if (rule) {
    use.status = rule->status;
    use.file = rule->file;
  }
  decide(range, reason);
  use.reason = std::move(reason);
  ++useOf(std::move(use), range).count;
  if (rule && outcome == Outcome::Unsupported)
    report(*rule, range, name, {});
  if (outcome == Outcome::Unknown)
    diagnose("musa-unknown-name", Severity::Remark, range,
             "'" + name + "' looks like a name of CUDA's, and no rule knows it")
        .once = (places.path() + "\nunknown " + name).str();
}

void ScriptRecorder::leave(const Rule &rule, ByteRange range, StringRef name) {
  leave(&rule, range, name, rule.status == Status::Keep ? Outcome::Kept : Outcome::Unsupported,
        reasonToStay(rule, context.rules.direction()));
}

/// Once a name: the scripts of a tree are one build.
void ScriptRecorder::report(const Rule &rule, ByteRange range, StringRef name, StringRef to) {
  const std::optional<NameRemark> remark = remarkOnName(rule, name, to, context.rules.direction());
  if (!remark)
    return;
  Diagnostic &diagnostic = diagnose(remark->id, remark->severity, range, remark->message);
  diagnostic.notes.push_back(rule.note.str());
  diagnostic.once = (diagnostic.id + "\n" + name).str();
}

Diagnostic &ScriptRecorder::diagnose(StringRef id, Severity severity, ByteRange range,
                                     const llvm::Twine &message) {
  result.diagnostics.push_back(places.diagnostic(id, severity, range, message));
  return result.diagnostics.back();
}

void ScriptRecorder::countWithin(ByteRange range, const FileResult &inner) {
  for (const NameUse &use : inner.uses) {
    NameUse copy = use;
    copy.count = 0;
    useOf(std::move(copy), range).count += use.count;
  }
  for (const Diagnostic &diagnostic : inner.diagnostics) {
    Diagnostic &added = diagnose(diagnostic.id, diagnostic.severity, range, diagnostic.message);
    added.notes = diagnostic.notes;
    added.once = diagnostic.once;
  }
}

void ScriptRecorder::remarkOn(const FileNames &names, ByteRange range, StringRef text,
                              StringRef advice) {
  if (names.isAmbiguous)
    diagnose(buildScriptId, Severity::Warning, range,
             "'" + text + "' could be one of several files, whose new names differ")
        .notes.push_back("write the one that is meant");
  // A header is not compiled.
  if (names.isMissing)
    diagnose(buildScriptId, text.ends_with(".cuh") ? Severity::Remark : Severity::Warning, range,
             "'" + text + "' is not in the tree, and keeps its name")
        .notes.push_back(advice.str());
}

FileResult ScriptRecorder::finish() {
  llvm::stable_sort(result.edits, [](const Edit &a, const Edit &b) { return a.offset < b.offset; });
  uint64_t end = 0;
  llvm::erase_if(result.edits, [&end](const Edit &edit) {
    if (edit.offset < end)
      return true;
    end = uint64_t{edit.offset} + edit.length;
    return false;
  });
  llvm::stable_sort(result.diagnostics, [](const Diagnostic &a, const Diagnostic &b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
  return std::move(result);
}

namespace {

/// Whether the name before a dot belongs to a pattern: `src/*_kernel`, or `src/*/add` if the tree
/// has an add.cu.
bool isOfPattern(StringRef stem, StringRef extension, const Tree &tree) {
  constexpr StringRef wildcards = "*?";
  if (stem.find_first_of(wildcards) == StringRef::npos)
    return false;
  StringRef name = stem.substr(stem.find_last_of("/;, \t\"'") + 1);
  const std::string path = ("/" + name + extension).str();
  return name.find_first_of(wildcards) != StringRef::npos ||
         llvm::any_of(tree.files,
                      [&](const TreeFile &one) { return StringRef(one.path).ends_with(path); });
}

/// `*.cu`, `*_kernel.cu`, `_kernel.cu$`, `${name}.cu`, `\\.cu$`, `[.]cuh`, and `.cu` alone.
void portExtensionPatterns(StringRef text, const Tree &tree, std::vector<FileNameEdit> &edits) {
  auto edit = [&](size_t at, StringRef extension) {
    edits.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(at + extension.size()),
                     StringRef(renameExtension(("." + extension).str(), Direction::CudaToMusa))
                         .drop_front()
                         .str()});
  };
  for (size_t at = text.find('.'); at != StringRef::npos; at = text.find('.', at + 1)) {
    const bool inBrackets = at > 0 && text[at - 1] == '[' && text.substr(at + 1).starts_with("]");
    const size_t dot = inBrackets ? at - 1 : at;
    const bool ends = dot == 0 || StringRef("*?]})\\>=|").contains(text[dot - 1]);
    size_t begin = at + (inBrackets ? 2 : 1);
    StringRef rest = text.substr(begin);
    if (ends && rest.consume_front("(")) { // of a regular expression: (cu|cpp)
      StringRef all = rest.take_front(rest.find(')'));
      if (!inBrackets && (dot == 0 || text[dot - 1] != '\\'))
        continue;
      for (++begin; !all.empty();) {
        StringRef one = all.take_until([](char c) { return c == '|'; });
        if (one == "cu" || one == "cuh")
          edit(begin, one);
        begin += one.size() + 1;
        all = all.drop_front(std::min(one.size() + 1, all.size()));
      }
      continue;
    }
    StringRef extension = rest.take_while(isNameCharacter);
    StringRef behind = rest.drop_front(extension.size());
    const bool goesOn = behind.starts_with(".") || behind.starts_with("-") ||
                        behind.starts_with("*") || behind.starts_with("$<");
    if ((extension == "cu" || extension == "cuh") && !goesOn &&
        (ends || behind == "$" ||
         isOfPattern(text.take_front(dot), text.slice(at, begin + extension.size()), tree)))
      edit(begin, extension);
  }
}

FileNames portNamesOfFiles(size_t from, StringRef text, const ScriptContext &context) {
  FileNames result;
  // What a variable stands for is not known: the rest of the path has to say which file it is.
  const size_t brace = text.find_last_of("}@");
  const bool hasVariable = brace != StringRef::npos;
  const size_t begin = hasVariable ? brace + 1 : 0;
  StringRef path = text.substr(begin);
  const bool isPattern = text.find_first_of("*?[]()\\|^$<>") != StringRef::npos &&
                         (!hasVariable || path.find_first_of("*?[]()\\|^$<>") != StringRef::npos);
  if (!isPattern && (!hasVariable || path.starts_with("/"))) {
    StringRef name = path.drop_while([&](char c) { return hasVariable && c == '/'; });
    if (name.empty() || !name.contains('.'))
      return result;
    if (std::optional<IncludeResolver::Resolution> file =
            context.includes.resolve(from, name, IncludeResolver::Form::Quoted)) {
      result.isAmbiguous = file->otherwise.has_value();
      if (file->newName != name && !result.isAmbiguous)
        result.edits.push_back({static_cast<uint32_t>(text.size() - name.size()),
                                static_cast<uint32_t>(text.size()), file->newName});
      return result;
    }
    const std::string renamed = renameExtension(name, Direction::CudaToMusa);
    if (renamed == name)
      return result;
    if (context.includes.hasTemplateOf(name)) { // its template is renamed, too
      result.edits.push_back({static_cast<uint32_t>(text.size() - name.size()),
                              static_cast<uint32_t>(text.size()), renamed});
      return result;
    }
    if (name != ".cu" && name != ".cuh") {
      result.isMissing = true;
      return result;
    }
  }
  // The variable may end with a part of the name.
  if (!isPattern && !path.starts_with(".") &&
      renameExtension(path, Direction::CudaToMusa) != path) {
    result.isMissing = llvm::none_of(context.tree.files, [&](const TreeFile &one) {
      return StringRef(one.path).ends_with(path);
    });
    if (!result.isMissing) {
      StringRef extension = path.substr(path.rfind('.'));
      result.edits.push_back({static_cast<uint32_t>(text.size() - extension.size()),
                              static_cast<uint32_t>(text.size()),
                              renameExtension(extension, Direction::CudaToMusa)});
    }
    return result;
  }
  if (context.renamesSources && text.contains("cu"))
    portExtensionPatterns(text, context.tree, result.edits);
  return result;
}

} // namespace

FileNames portFolderNames(StringRef path, const ScriptContext &context) {
  FileNames result;
  for (RenamedFolders::Name &name : context.includes.folders().namesIn(path))
    result.edits.push_back(
        {static_cast<uint32_t>(name.begin), static_cast<uint32_t>(name.end), std::move(name.text)});
  return result;
}

FileNames portFileNames(size_t from, StringRef text, const ScriptContext &context) {
  FileNames result = portNamesOfFiles(from, text, context);
  if (!text.contains('/') || result.isAmbiguous)
    return result;
  for (FileNameEdit &folder : portFolderNames(text, context).edits)
    if (llvm::none_of(result.edits, [&](const FileNameEdit &file) {
          return file.begin < folder.end && folder.begin < file.end;
        }))
      result.edits.push_back(std::move(folder));
  return result;
}

llvm::SmallVector<StringRef, 4> splitOutsideReferences(StringRef text, char separator) {
  llvm::SmallVector<StringRef, 4> parts;
  size_t depth = 0, begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool opens = text[at] == '{' || text[at] == '(';
    const bool closes = text[at] == '}' || text[at] == ')';
    depth += opens;
    depth -= closes && depth > 0;
    if (text[at] != separator || depth > 0)
      continue;
    parts.push_back(text.slice(begin, at));
    begin = at + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::optional<Rule> findMacro(StringRef name, const RuleSet &rules) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.identifier(name, found);
  auto applies = [](const Rule *rule) { return rule->contexts == 0 || (rule->contexts & InMacro); };
  const auto *first = llvm::find_if(found, applies);
  if (first == found.end())
    return std::nullopt;
  Rule rule = **first;
  if (rule.status == Status::Differs)
    rule.status = Status::Supported;
  return rule;
}

} // namespace musaport
