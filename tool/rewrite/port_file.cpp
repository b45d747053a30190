//===- rewrite/port_file.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/port_file.h"

#include "ptx/translation.h"
#include "rewrite/declarations.h"
#include "rewrite/guards.h"
#include "rewrite/scopes.h"
#include "rules/side_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>
#include <utility>

using llvm::StringRef;

namespace musaport {
namespace {

/// A generated file may have one line of megabytes and a finding every few bytes.
constexpr size_t longestShownLine = 4096;
/// How long a list of parameters may be, in tokens.
constexpr size_t maxParameterLength = 4096;

/// What the rules know of one identifier, looked up once a thread.
struct NameEntry {
  llvm::SmallVector<const Rule *, 1> rules;
  llvm::SmallVector<const Pattern *, 1> patterns;
  llvm::SmallVector<const Rule *, 1> namespaces;
  const GuardRule *guard = nullptr;
  const Rule *part = nullptr; ///< the part rule that made `partResult`
  std::string partResult;
  StringRef includeGuard; ///< its new name, if it is an include guard that follows its file
  bool declared = false;
  bool isOwn = false;        ///< see TreeContext::ownNames
  bool looksForeign = false; ///< like a name of the side that is ported from
  bool isAsm = false;        ///< the keyword

  bool isPlain() const {
    return rules.empty() && patterns.empty() && namespaces.empty() && !guard && !part &&
           includeGuard.empty() && !looksForeign && !isAsm;
  }
};

/// Lines and columns of offsets that mostly grow.
class LineCounter {
public:
  explicit LineCounter(StringRef buffer)
      : buffer(buffer), lineEnd(std::min(buffer.find('\n'), buffer.size())) {}
  struct Position {
    uint32_t line, column;
    StringRef text; ///< the line without its ending
  };
  Position at(uint32_t offset) {
    if (offset < lineStart)
      *this = LineCounter(buffer);
    // Each line's end is looked for once: a line may be as long as the file.
    while (offset > lineEnd) {
      ++line;
      lineStart = lineEnd + 1;
      lineEnd = std::min(buffer.find('\n', lineStart), buffer.size());
    }
    return {line, static_cast<uint32_t>(offset - lineStart + 1),
            buffer.slice(lineStart, lineEnd).rtrim('\r')};
  }

private:
  StringRef buffer;
  uint32_t line = 1;
  size_t lineStart = 0;
  size_t lineEnd;
};

/// An edit that may still give way to a better one.
struct PendingEdit {
  size_t firstToken, lastToken; ///< [first, last)
  Edit edit;
  size_t use;        ///< index in FileResult::uses
  uint32_t rank = 1; ///< see rankOf(); of two that overlap, the higher one stays
};

/// A user's rule before a default one, then the longer one, in tokens.
uint32_t rankOf(const Rule &rule, size_t tokens) {
  return (rule.owner == Owner::User ? 1u << 16 : 0) + static_cast<uint32_t>(tokens);
}

/// The lines' backslash-newlines inside a spliced token, so that its edit keeps the number of
/// lines.
std::string splicesOf(StringRef bytes) {
  std::string splices;
  for (size_t newline = bytes.find('\n'); newline != StringRef::npos;
       newline = bytes.find('\n', newline + 1)) {
    size_t backslash = bytes.rfind('\\', newline);
    splices += bytes.slice(backslash, newline + 1);
  }
  return splices;
}

bool isBlank(StringRef text) { return text.find_first_not_of(" \t\r\n\f\v\\") == StringRef::npos; }

/// Replaces the last occurrence of `part` that ends the name or is followed by `_`, and begins it
/// or follows `_`.
bool replacePart(std::string &name, StringRef part, StringRef replacement) {
  for (size_t at = StringRef(name).rfind(part); at != StringRef::npos && at + 1 > 0;
       at = at == 0 ? StringRef::npos
                    : StringRef(name).take_front(at + part.size() - 1).rfind(part)) {
    const size_t end = at + part.size();
    if ((at == 0 || name[at - 1] == '_') && (end == name.size() || name[end] == '_')) {
      name.replace(at, part.size(), replacement.str());
      return true;
    }
  }
  return false;
}

/// Every place of `part` in `name` that ends at a word boundary: the end, an `_`, or where the part
/// itself brings one.
std::string replaceIdentifierPart(StringRef name, StringRef part, StringRef replacement) {
  std::string result;
  size_t done = 0;
  for (size_t at = name.find(part); at != StringRef::npos;) {
    const size_t end = at + part.size();
    const bool starts = at == 0 || part.starts_with("_") || name[at - 1] == '_';
    const bool ends = end == name.size() || part.ends_with("_") || name[end] == '_';
    if (starts && ends) {
      result += name.slice(done, at);
      result += replacement;
      done = end;
      at = name.find(part, end);
    } else {
      at = name.find(part, at + 1);
    }
  }
  result += name.substr(done);
  return result;
}

} // namespace

std::string renameIncludeGuard(StringRef guard, StringRef path, StringRef output,
                               Direction direction) {
  const Side &source = sourceSide(direction), &target = targetSide(direction);
  const std::string from = source.sourceExtension.drop_front().str(); // cu
  const std::string to = target.sourceExtension.drop_front().str();
  std::string renamed = guard.str();
  auto replace = [&](StringRef end) {
    return replacePart(renamed, StringRef(from + end.str()).upper(),
                       StringRef(to + end.str()).upper()) ||
           replacePart(renamed, from + end.str(), to + end.str());
  };
  if (path.ends_with(source.headerExtension) && output.ends_with(target.headerExtension)) {
    if (replace("h") || replace("_h"))
      return renamed;
  } else if (path.ends_with(source.sourceExtension) && output.ends_with(target.sourceExtension)) {
    if (replace(""))
      return renamed;
  }
  return guard.str();
}

struct FilePorter::Impl {
  explicit Impl(const TreeContext &context)
      : context(context), hasStringRules(context.rules.contexts() & InString) {
    llvm::SmallVector<const Rule *, 4> namespaces;
    context.rules.namespaces(sourceSide(context.rules.direction()).word, namespaces);
    for (const Rule *rule : namespaces)
      if (rule->owner == Owner::Framework)
        frameworkRoots.insert(rule->from.split("::").first);
  }

  const NameEntry &lookUp(StringRef name);

  const TreeContext &context;
  llvm::StringMap<NameEntry> names;
  llvm::StringSet<> frameworkRoots; ///< at, c10, torch: those with a namespace cuda (or musa)
  bool hasStringRules;

  class Run;
};

const NameEntry &FilePorter::Impl::lookUp(StringRef name) {
  auto [position, isNew] = names.try_emplace(name);
  NameEntry &entry = position->second;
  if (!isNew)
    return entry;
  const RuleSet &rules = context.rules;
  rules.identifier(name, entry.rules);
  rules.patterns(name, entry.patterns);
  rules.namespaces(name, entry.namespaces);
  entry.guard = rules.guard(name);
  if (entry.rules.empty()) {
    std::string result = name.str();
    for (const Rule *part : rules.identifierParts()) {
      result = replaceIdentifierPart(result, part->from, part->to);
      if (!entry.part && result != name)
        entry.part = part;
    }
    if (entry.part)
      entry.partResult = std::move(result);
  }
  auto guard = context.includeGuards.find(name);
  if (guard != context.includeGuards.end())
    entry.includeGuard = guard->second;
  entry.declared = context.declared.contains(name);
  entry.isOwn = context.ownNames.contains(name);
  entry.looksForeign = looksLike(sourceSide(rules.direction()), name);
  entry.isAsm = name == "asm" || name == "__asm__" || name == "__asm";
  return entry;
}

/// The port of one file.
class FilePorter::Impl::Run {
public:
  Run(Impl &porter, size_t file, StringRef shownPath, StringRef buffer,
      llvm::ArrayRef<Token> tokens, std::vector<Decision> *decisions)
      : porter(porter), context(porter.context), rules(porter.context.rules),
        source(sourceSide(rules.direction())), target(targetSide(rules.direction())),
        noCounterpart("no " + target.title.str() + " counterpart: "), file(file),
        shownPath(shownPath), buffer(buffer), tokens(tokens), decisions(decisions), lines(buffer),
        scopes(buffer, tokens), hasIncludeGuard(!findIncludeGuard(buffer, tokens).empty()) {}

  FileResult run() {
    for (size_t i = 0; i < tokens.size(); ++i) {
      const Token &token = tokens[i];
      if (token.flags & Token::StartOfLine)
        directive = directiveAt(i);
      else if (!(token.flags & Token::InDirective))
        directive = {};
      scopes.visit(i, directive);
      noteInsertionPoint(i);
      if (directive == "error" || directive == "warning")
        continue; // prose
      if (directive == "define" && startsLine(i))
        visitIncludeMacro(i);
      if (token.isIdentifier())
        visitIdentifier(i);
      else if (token.is(clang::tok::header_name))
        visitHeaderName(i);
      else if (porter.hasStringRules && isStringLiteral(token))
        visitString(i);
      if (pendingAsm && i + 1 == pendingAsm->last)
        translateAsm();
    }
    if (needsLevelHeader && !isNested)
      insertLevelHeader();
    for (PendingEdit &pending : edits) {
      if (pending.use != npos) // the first of several edits counts for all
        ++result.uses[pending.use].count;
      result.edits.push_back(std::move(pending.edit));
    }
    llvm::erase_if(result.uses, [](const NameUse &use) { return use.count == 0; });
    return std::move(result);
  }

private:
  static constexpr size_t npos = ~size_t(0);

  StringRef bytes(size_t i) const { return buffer.substr(tokens[i].offset, tokens[i].length); }
  bool is(size_t i, clang::tok::TokenKind kind) const {
    return i < tokens.size() && tokens[i].is(kind);
  }
  static bool isStringLiteral(const Token &token) {
    return token.is(clang::tok::string_literal) || token.is(clang::tok::utf8_string_literal) ||
           token.is(clang::tok::wide_string_literal);
  }

  /// The word after a # that begins a line; empty in ordinary code.
  StringRef directiveAt(size_t i) const {
    if (!is(i, clang::tok::hash) || !(tokens[i].flags & Token::InDirective))
      return {};
    if (i + 1 < tokens.size() && tokens[i + 1].isIdentifier() &&
        !(tokens[i + 1].flags & Token::StartOfLine))
      return bytes(i + 1);
    return "#";
  }

  // --- Identifiers -----------------------------------------------------------

  void visitIdentifier(size_t i) {
    StringRef name = spelling(buffer, tokens[i], storage);
    const NameEntry &entry = porter.lookUp(name);
    if (entry.isPlain())
      return;
    const bool userNamesIt = !entry.rules.empty() && entry.rules.front()->owner == Owner::User;
    for (const Pattern *pattern : entry.patterns)
      if (pattern->rule->owner == Owner::User && applyPattern(i, *pattern))
        return;
    if (!userNamesIt) {
      if (entry.guard && !isEdited(i)) {
        translate(i, *entry.guard);
        return;
      }
      for (const Pattern *pattern : entry.patterns)
        if (pattern->rule->owner != Owner::User && applyPattern(i, *pattern))
          return;
    }
    if (isEdited(i))
      return; // a pattern has it already
    for (const Rule *rule : entry.rules)
      if (appliesAt(*rule, i) && applyIdentifierRule(i, name, *rule, entry))
        return;
    for (const Rule *rule : entry.namespaces) {
      if (namesNamespace(*rule, i)) {
        applyNamespaceRule(i, *rule);
        return;
      }
    }
    if (!entry.includeGuard.empty()) {
      std::string to = entry.includeGuard.str();
      editToken(i, to, useOfTree(name, to, i));
      decide(i, "include guard follows its file: " + to, NameUse::ofTree);
      return;
    }
    if (entry.part) {
      editToken(i, entry.partResult, useOfRule(*entry.part, name, entry.partResult, i));
      decide(i, describe(*entry.part, name, entry.partResult), *entry.part);
      return;
    }
    if (entry.isAsm && !isNested && context.translatesPtx) {
      pendingAsm = ptx::readAsmStatement(buffer, tokens, i);
      return;
    }
    if (entry.looksForeign && entry.rules.empty() && entry.patterns.empty() && !entry.declared &&
        !isDeclared(i)) {
      leave(i, name, Outcome::Unknown, nullptr, "no rule knows it");
      addDiagnostic(i, "musa-unknown-name", Severity::Remark,
                    "'" + name.str() + "' looks like a name of " + source.title.str() +
                        "'s, and no rule knows it",
                    {})
          .once = name.str(); // in the tree
      decide(i, "looks like " + source.title.str() + "'s, and no rule knows it");
    }
  }

  bool appliesAt(const Rule &rule, size_t i) const {
    const bool call = is(i + 1, clang::tok::l_paren);
    const uint8_t elsewhere = call ? 0 : InType;
    const uint8_t place = tokens[i].flags & Token::InDirective ? InMacro : elsewhere;
    return rule.appliesIn(place | (call ? InCall : 0));
  }

  /// Whether tokens[i] is the tree's own name, and not that of `rule`.
  bool isTrees(const Rule &rule, const NameEntry &entry, size_t i) const {
    if (rule.owner == Owner::Cuda)
      return entry.isOwn;
    return rule.owner == Owner::Framework && entry.declared && rule.status != Status::Keep &&
           !rules.portsDeclared(rules.file(rule.file).library) && !isQualifiedByFramework(i);
  }

  /// False if another rule has to decide.
  bool applyIdentifierRule(size_t i, StringRef name, const Rule &rule, const NameEntry &entry) {
    if (isTrees(rule, entry, i)) {
      leave(i, name, Outcome::Declared, &rule, "declared by the tree");
      decide(i, "stays: the tree declares it (" + place(rule) + " would make it " + rule.to.str() +
                    ")");
      return true;
    }
    if (rule.status == Status::Keep) {
      reportDeprecated(i, name, rule);
      keep(i, name, rule, entry.looksForeign || rule.owner == Owner::User);
      decide(i, "kept by " + place(rule) + ": " + rule.note.str());
      return true;
    }
    report(i, name, rule, rule.to);
    if (!rule.edits()) {
      leave(i, name, Outcome::Unsupported, &rule, noCounterpart + rule.note.str());
      decide(i, "not edited: " + place(rule) + " (unsupported): " + rule.note.str());
      return true;
    }
    editToken(i, rule.to, useOfRule(rule, name, rule.to, i));
    decide(i, describe(rule, name, rule.to), rule);
    return true;
  }

  // --- Patterns --------------------------------------------------------------

  bool applyPattern(size_t i, const Pattern &pattern) {
    if (isNested || !appliesAt(*pattern.rule, i))
      return false;
    std::optional<PatternMatch> match = matchPattern(pattern, buffer, tokens, i);
    if (!match || isOthers(pattern, *match))
      return false;
    const uint32_t rank = rankOf(*pattern.rule, pattern.from.size());
    for (const PatternEdit &edit : match->edits)
      if (!dropEdits(edit.first, edit.last, rank))
        return false;
    StringRef name = pattern.rule->from;
    report(i, name, *pattern.rule, pattern.rule->to);
    decide(i, describe(*pattern.rule, name, pattern.rule->to), *pattern.rule,
           TokenRange{match->begin, match->end});
    if (pattern.rule->status == Status::Keep) {
      keep(i, name, *pattern.rule, true);
      if (pendingAsm && match->begin <= pendingAsm->first)
        pendingAsm.reset();
    } else if (!pattern.rule->edits()) {
      leave(i, name, Outcome::Unsupported, pattern.rule, noCounterpart + pattern.rule->note.str());
    } else {
      size_t use = useOfRule(*pattern.rule, name, pattern.rule->to, i);
      const bool hasWildcards = pattern.rule->from.contains('$');
      for (const PatternEdit &edit : match->edits) {
        // What a wildcard stands for may have moved, and is ported where it goes.
        std::string text = hasWildcards ? portNested(edit.text, i) : edit.text;
        replaceTokens(edit.first, edit.last, text, use, rank);
        use = npos; // counted once
      }
    }
    return true;
  }

  /// Whether what matched is not what the pattern means: mine::cuda::barrier, or a DeviceType or
  /// is_cuda() that the tree declares.
  bool isOthers(const Pattern &pattern, const PatternMatch &match) {
    const Rule &rule = *pattern.rule;
    if (rule.owner == Owner::Cuda && !pattern.from.front().wildcard &&
        pattern.from.front().kind == clang::tok::raw_identifier) {
      if (isQualified(match.begin))
        return true;
      if (!context.ownNames.contains(rule.from))
        return false;
      leave(match.begin, rule.from, Outcome::Declared, &rule, "declared by the tree");
      decide(match.begin, "stays: the tree declares it");
      return true;
    }
    if (rule.owner != Owner::Framework || rules.portsDeclared(rules.file(rule.file).library))
      return false;
    StringRef name = firstNameOf(pattern);
    if (!context.declared.contains(name) || isQualifiedByFramework(match.begin))
      return false;
    leave(match.begin, rule.from, Outcome::Declared, &rule, "the tree declares " + name.str());
    decide(match.begin, "stays: the tree declares " + name.str());
    return true;
  }

  /// Whether `name::` stands before tokens[i]. In `__device__ ::f` the word is no qualifier.
  bool isQualified(size_t i) const {
    return i >= 2 && is(i - 1, clang::tok::coloncolon) && tokens[i - 2].isIdentifier() &&
           !(tokens[i - 1].flags & (Token::LeadingSpace | Token::StartOfLine));
  }

  /// Whether tokens[i] is at::, c10::, c10::cuda:: ... something.
  bool isQualifiedByFramework(size_t i) const {
    while (isQualified(i))
      i -= 2;
    return tokens[i].isIdentifier() && porter.frameworkRoots.contains(bytes(i)) &&
           is(i + 1, clang::tok::coloncolon);
  }

  /// Ports a piece of text that a pattern puts at tokens[at].
  std::string portNested(const std::string &text, size_t at) {
    std::vector<Token> inner = tokenize(text);
    Run run(porter, file, shownPath, text, inner, nullptr);
    run.isNested = true;
    FileResult nested = run.run();
    for (NameUse &use : nested.uses) {
      const uint64_t count = use.count;
      use.count = 0;
      result.uses[useOf(std::move(use), at)].count += count;
    }
    for (Diagnostic &diagnostic : nested.diagnostics) {
      Diagnostic &added =
          addDiagnostic(at, diagnostic.id, diagnostic.severity, diagnostic.message, {});
      added.notes = std::move(diagnostic.notes);
      added.once = std::move(diagnostic.once);
    }
    result.guardsTranslated += nested.guardsTranslated;
    if (run.needsLevelHeader)
      useLevelAt(at);
    return applyEdits(text, nested.edits);
  }

  bool isEdited(size_t i) const {
    for (const PendingEdit &edit : llvm::reverse(edits)) {
      if (edit.lastToken <= i)
        return false;
      if (edit.firstToken <= i)
        return true;
    }
    return false;
  }

  /// Takes back what rules of a lower rank did to the tokens [first, last); false if an edit covers
  /// more than these.
  bool dropEdits(size_t first, size_t last, uint32_t rank) {
    size_t keep = edits.size();
    while (keep > 0 && edits[keep - 1].lastToken > first) {
      const PendingEdit &edit = edits[keep - 1];
      if (edit.firstToken >= last) // further on: not touched
        return keep == edits.size();
      if (edit.firstToken < first || edit.lastToken > last || edit.rank >= rank)
        return false;
      --keep;
    }
    edits.resize(keep);
    return true;
  }

  /// Tokens [first, last) become `text`; comments between them stay.
  void replaceTokens(size_t first, size_t last, StringRef text, size_t use, uint32_t rank) {
    if (first == last) { // an insertion
      addEdit({first, last, {tokens[first].offset, 0, text.str()}, use, rank});
      return;
    }
    bool onlyBlanks = true;
    for (size_t i = first; i + 1 < last; ++i)
      onlyBlanks &= isBlank(buffer.slice(tokens[i].end(), tokens[i + 1].offset));
    if (onlyBlanks) {
      const uint32_t begin = tokens[first].offset;
      addEdit({first, last, {begin, tokens[last - 1].end() - begin, text.str()}, use, rank});
      return;
    }
    for (size_t i = first; i < last; ++i)
      addEdit({i,
               i + 1,
               {tokens[i].offset, tokens[i].length, i == first ? text.str() : ""},
               i == first ? use : npos,
               rank});
  }

  // --- Namespaces ------------------------------------------------------------

  bool namesNamespace(const Rule &rule, size_t i) {
    if (!appliesAt(rule, i))
      return false;
    // The components before the last, and those that the source spells.
    llvm::SmallVector<StringRef, 4> wanted;
    rule.from.split(wanted, "::");
    wanted.pop_back();
    llvm::SmallVector<StringRef, 4> spelled;
    size_t at = i;
    while (at >= 2 && is(at - 1, clang::tok::coloncolon) && tokens[at - 2].isIdentifier()) {
      at -= 2;
      spelled.insert(spelled.begin(), bytes(at));
    }
    if (!spelled.empty()) {
      if (wanted.empty())
        return false;
      if (spelled.size() >= wanted.size())
        return std::equal(wanted.rbegin(), wanted.rend(), spelled.rbegin());
      // native::cuda inside of namespace at: the scope spells the rest.
      const size_t rest = wanted.size() - spelled.size();
      return std::equal(spelled.rbegin(), spelled.rend(), wanted.rbegin()) &&
             scopeBeginsWith(llvm::ArrayRef(wanted).take_front(rest));
    }

    if (wanted.empty()) // a namespace at top level
      return is(i + 1, clang::tok::coloncolon) ||
             (i > 0 && tokens[i - 1].isIdentifier() && bytes(i - 1) == "namespace");
    if (i > 0 && is(i - 1, clang::tok::coloncolon))
      return false; // ::cuda
    llvm::ArrayRef<StringRef> scope = scopes.path();
    const bool opens = i > 0 && tokens[i - 1].isIdentifier() && bytes(i - 1) == "namespace" &&
                       !(i > 1 && tokens[i - 2].isIdentifier() && bytes(i - 2) == "using");
    if (opens)
      return scope == llvm::ArrayRef<StringRef>(wanted);
    const bool named = is(i + 1, clang::tok::coloncolon) ||
                       (i > 0 && tokens[i - 1].isIdentifier() && bytes(i - 1) == "namespace");
    if (!named)
      return false;
    return scopeBeginsWith(wanted) || (wanted.size() == 1 && scopes.isUsed(wanted.front()));
  }

  bool scopeBeginsWith(llvm::ArrayRef<StringRef> components) const {
    return scopes.path().take_front(components.size()) == components;
  }

  void applyNamespaceRule(size_t i, const Rule &rule) {
    StringRef to =
        rule.to.substr(rule.to.rfind(':') == StringRef::npos ? 0 : rule.to.rfind(':') + 1);
    report(i, rule.from, rule, rule.to);
    decide(i, describe(rule, rule.from, rule.to), rule);
    if (rule.edits())
      editToken(i, to, useOfRule(rule, rule.from, rule.to, i));
    else if (rule.status == Status::Keep)
      keep(i, rule.from, rule, true);
    else
      leave(i, rule.from, Outcome::Unsupported, &rule, noCounterpart + rule.note.str());
  }

  // --- Guards ----------------------------------------------------------------

  void translate(size_t i, const GuardRule &guard) {
    GuardTranslation translation =
        translateGuard(guard, rules.direction(), buffer, tokens, i, directive);
    if (!translation.message.empty())
      addDiagnostic(i, translation.id, translation.severity, translation.message, translation.note);
    std::string where = rules.file(guard.file).path.str() + ":" + std::to_string(guard.line);
    if (translation.edits.empty()) {
      NameUse use{guard.macro.str(),
                  Outcome::NoAnswer,
                  Status::Supported,
                  guard.file,
                  {},
                  translation.message,
                  0,
                  0,
                  0};
      ++result.uses[useOf(std::move(use), i)].count;
      decide(i, "guard without an answer (" + where + "): " + translation.message);
      return;
    }
    if (translation.comparison)
      ++result.guardsTranslated;
    std::string to = (translation.needsLevel ? guard.level : guard.to).str();
    size_t use = useOf(
        NameUse{guard.macro.str(), Outcome::Edited, Status::Supported, guard.file, to, {}, 0, 0, 0},
        i);
    for (const TokenEdit &edit : translation.edits)
      editToken(edit.token, edit.text, edit.token == i ? use : npos);
    decide(i,
           guard.macro.str() + " -> " + to + " by " + where +
               (translation.comparison ? " (comparison translated)" : ""),
           rules.file(guard.file).library, {},
           TokenRange{translation.edits.front().token, translation.edits.back().token + 1});
    if (translation.needsLevel)
      useLevelAt(i);
  }

  void useLevelAt(size_t i) {
    needsLevelHeader = true;
    if (firstLevelUse == npos)
      firstLevelUse = i;
  }

  // --- Inline PTX --------------------------------------------------------------

  /// At the end of the statement: a pattern of the user's may begin at any of its tokens.
  void translateAsm() {
    const std::optional<ptx::AsmStatement> statement = std::exchange(pendingAsm, std::nullopt);
    const size_t i = statement->first;
    constexpr uint32_t rank = (1u << 16) - 1; // below the user's
    for (const PendingEdit &edit : edits)
      if (edit.lastToken > i && edit.firstToken < statement->last && edit.rank > rank)
        return;
    const bool inMacro = tokens[i].flags & Token::InDirective;
    ptx::Translation translation = ptx::translate(*statement, ptx::Table::embedded(),
                                                  {inMacro, rules.architecture().warpSize});
    if (translation.result == ptx::Translation::Result::NotPtx)
      return;
    for (const ptx::Message &message : ptx::messagesOf(translation)) {
      Diagnostic &diagnostic =
          addDiagnostic(i, "musa-ptx", message.severity, message.text, message.note);
      if (message.severity != Severity::Error)
        diagnostic.once = onceInFile("asm " + message.note);
    }
    NameUse use;
    use.library = "PTX";
    if (translation.result == ptx::Translation::Result::Reported) {
      use.name = "asm " + translation.instruction;
      use.outcome = Outcome::NoAnswer;
      use.reason = translation.reason;
      ++result.uses[useOf(std::move(use), i)].count;
      decide(i, "stays: " + translation.instruction + ": " + translation.reason);
      return;
    }
    use.name = "asm " + translation.used.front();
    use.to = translation.used.size() == 1 ? "C++" : "C++, and more instructions";
    decide(i, "asm -> C++ by rules/ptx: " + llvm::join(translation.used, "; "), use.library, {},
           TokenRange{i, statement->last});
    std::string text = layOut(translation.text, i, statement->last, inMacro);
    if (dropEdits(i, statement->last, rank))
      replaceTokens(i, statement->last, portNested(text, i), useOf(std::move(use), i), rank);
  }

  /// `text` on as many lines as the tokens [first, last) have, indented as tokens[first]; in a
  /// macro with the backslashes that are there.
  std::string layOut(StringRef text, size_t first, size_t last, bool inMacro) {
    StringRef old = buffer.slice(tokens[first].offset, tokens[last - 1].end());
    StringRef line = lines.at(tokens[first].offset).text;
    StringRef indentation = line.take_while([](char c) { return c == ' ' || c == '\t'; });
    const std::string ending =
        (inMacro ? " \\" : "") + std::string(buffer.contains("\r\n") ? "\r\n" : "\n");
    size_t breaks = old.count('\n');
    llvm::SmallVector<StringRef, 16> parts;
    text.split(parts, '\n');
    std::string laidOut = parts.front().str();
    for (size_t i = 1; i < parts.size(); ++i) {
      if (breaks == 0) {
        laidOut += ' ';
      } else {
        --breaks;
        laidOut += ending;
        laidOut += indentation;
        laidOut += i + 1 < parts.size() ? "  " : "";
      }
      laidOut += parts[i];
    }
    for (; breaks > 0; --breaks)
      laidOut += ending;
    return laidOut;
  }

  // --- <musa_port/cuda_level.h> ------------------------------------------------

  /// Before the first level macro, the header that defines it has to be included: at the file's
  /// first #include that is not inside some #if, or at the file's start.
  void noteInsertionPoint(size_t i) {
    if (directive.empty() || !is(i, clang::tok::hash) || !startsLine(i))
      return;
    if (directive == "if" || directive == "ifdef" || directive == "ifndef") {
      if (i != 0 || !hasIncludeGuard) // which is no condition
        ++conditionDepth;
    } else if (directive == "endif") {
      if (conditionDepth > 0)
        --conditionDepth;
    } else if (directive == "include" && conditionDepth == 0 && firstInclude == npos &&
               firstLevelUse == npos) {
      firstInclude = i;
    }
  }

  /// The first token behind the include guard or #pragma once.
  size_t fileStart() const {
    size_t at = 0;
    auto skipLine = [&] {
      do
        ++at;
      while (at < tokens.size() && !startsLine(at));
    };
    if (hasIncludeGuard) {
      skipLine();
      skipLine();
    }
    while (at + 2 < tokens.size() && is(at, clang::tok::hash) && bytes(at + 1) == "pragma" &&
           bytes(at + 2) == "once")
      skipLine();
    return at;
  }

  void insertLevelHeader() {
    if (hasLevelHeader)
      return;
    size_t at = firstInclude != npos ? firstInclude : fileStart();
    if (at > firstLevelUse) { // in the include guard itself
      at = firstLevelUse;
      while (at > 0 && !startsLine(at))
        --at;
    }
    const uint32_t offset = tokens[at].offset;
    const bool crlf = buffer.contains("\r\n");
    std::string text = ("#include <" + levelHeader + ">" + (crlf ? "\r\n" : "\n")).str();
    // The #'s indentation, if any, goes to the new line; the old one gets the same.
    size_t lineStart = buffer.take_front(offset).rfind('\n') + 1;
    StringRef indentation = buffer.slice(lineStart, offset);
    if (isBlank(indentation))
      text += indentation;
    PendingEdit insertion{
        at, at, {offset, 0, std::move(text)}, useOfTree(levelHeader, levelHeader, at)};
    auto position = std::partition_point(edits.begin(), edits.end(), [&](const PendingEdit &edit) {
      return edit.edit.offset < offset;
    });
    edits.insert(position, std::move(insertion));
    decide(at, "defines the levels that this file's guards use", NameUse::ofTree, {},
           TokenRange{at, at});
    ++result.includesRewritten;
  }

  // --- Includes --------------------------------------------------------------

  void visitHeaderName(size_t i) {
    visitHeader(i, i + 1, spelling(buffer, tokens[i], headerStorage));
  }

  /// `#define NAME <...>` or `"..."`, where the tree has an `#include NAME`.
  void visitIncludeMacro(size_t i) {
    const size_t value = i + 3;
    if (value >= tokens.size() || !tokens[i + 2].isIdentifier() || startsLine(value) ||
        !context.includeMacros.contains(bytes(i + 2)))
      return;
    if (is(value, clang::tok::string_literal))
      return visitHeader(value, value + 1, bytes(value));
    if (!is(value, clang::tok::less))
      return;
    for (size_t close = value + 1; close < tokens.size() && !startsLine(close); ++close)
      if (is(close, clang::tok::greater))
        return visitHeader(value, close + 1,
                           buffer.slice(tokens[value].offset, tokens[close].end()));
  }

  bool startsLine(size_t i) const { return tokens[i].flags & Token::StartOfLine; }

  /// The header name `text`, delimiters included, in tokens [i, last).
  void visitHeader(size_t i, size_t last, StringRef text) {
    StringRef name = text.drop_front().drop_back();
    hasLevelHeader |= name == levelHeader;
    std::optional<IncludeResolver::Resolution> inTree = context.includes.resolve(file, name);
    llvm::SmallVector<const Rule *, 2> candidates;
    rules.header(name, candidates);
    const Rule *rule = candidates.empty() ? nullptr : candidates.front();

    // Beside the file: certainly the tree's. Found through some folder of the tree only: CUDA's own
    // headers, and what the user names, are meant more likely.
    const bool rulePrecedes = rule && (rule->owner == Owner::User || rule->owner == Owner::Cuda);
    if (inTree && (inTree->found == IncludeResolver::Found::Beside || !rulePrecedes)) {
      if (inTree->otherwise)
        addDiagnostic(i, "musa-include-ambiguous", Severity::Warning,
                      "'" + name.str() + "' could mean '" + context.tree.files[inTree->file].path +
                          "' or '" + context.tree.files[*inTree->otherwise].path +
                          "', which get different names",
                      "taken for the first; check the include path");
      decide(i, "in the tree: " + context.tree.files[inTree->file].path, NameUse::ofTree, {},
             TokenRange{i, last});
      if (inTree->newName != name)
        editHeader(i, last, delimited(text, inTree->newName), useOfTree(name, inTree->newName, i));
      return;
    }
    if (rule) {
      const std::string to = headerReplacement(*rule, name);
      report(i, name, *rule, to);
      if (rule->edits()) {
        editHeader(i, last, delimited(text, to), useOfRule(*rule, name, to, i));
        decide(i, describe(*rule, name, to), *rule, TokenRange{i, last});
      } else {
        if (rule->status == Status::Keep)
          keep(i, name, *rule, looksLikeHeader(rules.direction(), name));
        else
          leave(i, name, Outcome::Unsupported, rule, noCounterpart + rule->note.str());
        decide(i, "not edited: " + place(*rule) + ": " + rule->note.str());
      }
      return;
    }
    const Rule *firstPart = nullptr;
    std::string to = name.str();
    for (const Rule *part : rules.headerParts()) {
      to = replaceHeaderPart(to, *part);
      if (!firstPart && to != name)
        firstPart = part;
    }
    if (firstPart) {
      editHeader(i, last, delimited(text, to), useOfRule(*firstPart, name, to, i));
      decide(i, describe(*firstPart, name, to), *firstPart, TokenRange{i, last});
      return;
    }
    if (looksLikeHeader(rules.direction(), name)) {
      leave(i, name, Outcome::NoAnswer, nullptr, "no rule knows this header");
      addDiagnostic(i, "musa-unknown-header", Severity::Warning,
                    "no rule knows the header '" + name.str() + "', and it is not in the tree",
                    "add a rule for it: { \"#include <" + name.str() + ">\": \"#include <...>\" }");
      decide(i, "looks like " + source.title.str() + "'s, and no rule knows it");
    }
  }

  /// A rule's `to` with the rest that a trailing * stands for.
  static std::string headerReplacement(const Rule &rule, StringRef name) {
    if (!rule.from.ends_with("*"))
      return rule.to.str();
    StringRef rest = name.drop_front(rule.from.size() - 1);
    StringRef to = rule.to;
    size_t star = to.rfind('*');
    if (star == StringRef::npos)
      return to.str();
    return (to.take_front(star) + rest + to.substr(star + 1)).str();
  }

  /// `name` in the delimiters of `old`, unless it brings its own.
  static std::string delimited(StringRef old, StringRef name) {
    if (name.starts_with("\"") || name.starts_with("<"))
      return name.str();
    return (llvm::Twine(old.front()) + name + llvm::Twine(old.back())).str();
  }

  static std::string replaceHeaderPart(StringRef name, const Rule &part) {
    // "/cuda/" also means a name that begins with cuda/; ".cuh" only an extension.
    std::string result = name.str();
    const bool isExtension = part.from.starts_with(".") && !part.from.contains('/');
    if (isExtension) {
      if (name.ends_with(part.from))
        result = (name.drop_back(part.from.size()) + part.to).str();
      return result;
    }
    std::string padded = "/" + result;
    for (size_t at = padded.find(part.from); at != std::string::npos;) {
      const size_t end = at + part.from.size();
      const bool starts = part.from.starts_with("/") || padded[at - 1] == '/';
      const bool ends = part.from.ends_with("/") || end == padded.size() || padded[end] == '/' ||
                        padded[end] == '.';
      if (starts && ends)
        padded.replace(at, part.from.size(), part.to.str());
      at = padded.find(part.from, at + (starts && ends ? std::max<size_t>(part.to.size(), 1) : 1));
    }
    return padded.substr(1);
  }

  void editHeader(size_t first, size_t last, std::string text, size_t use) {
    const uint32_t offset = tokens[first].offset;
    StringRef old = buffer.slice(offset, tokens[last - 1].end());
    if (tokens[first].flags & Token::Spliced)
      text.insert(text.size() - 1, splicesOf(old));
    if (text == old)
      return;
    ++result.includesRewritten;
    addEdit({first, last, {offset, static_cast<uint32_t>(old.size()), std::move(text)}, use});
  }

  // --- Strings ---------------------------------------------------------------

  void visitString(size_t i) {
    if (isEdited(i))
      return;
    StringRef text = bytes(i);
    for (size_t at = 0; at < text.size();) {
      if (!llvm::isAlpha(text[at]) && text[at] != '_') {
        ++at;
        continue;
      }
      size_t end = at;
      while (end < text.size() && (llvm::isAlnum(text[end]) || text[end] == '_'))
        ++end;
      StringRef word = text.slice(at, end);
      for (const Rule *rule : porter.lookUp(word).rules) {
        if (!(rule->contexts & InString) || !rule->edits())
          continue;
        const uint32_t offset = tokens[i].offset + static_cast<uint32_t>(at);
        addEdit({i,
                 i + 1,
                 {offset, static_cast<uint32_t>(word.size()), rule->to.str()},
                 useOfRule(*rule, word, rule->to, i)});
        decide(i, describe(*rule, word, rule->to), *rule);
        break;
      }
      at = end;
    }
  }

  // --- Recording -------------------------------------------------------------

  void editToken(size_t i, StringRef text, size_t use) {
    std::string replacement = text.str();
    if (tokens[i].flags & Token::Spliced)
      replacement += splicesOf(bytes(i));
    addEdit({i, i + 1, {tokens[i].offset, tokens[i].length, std::move(replacement)}, use});
  }

  /// Keeps the edits in order: a pattern edits tokens after its anchor, a mirrored guard (800 <= X)
  /// before its macro.
  void addEdit(PendingEdit edit) {
    auto position = edits.end();
    while (position != edits.begin() && std::prev(position)->edit.offset > edit.edit.offset)
      --position;
    edits.insert(position, std::move(edit));
  }

  /// An edit that no rule made, because a file of the tree got a new name.
  size_t useOfTree(StringRef name, StringRef to, size_t i) {
    NameUse use;
    use.name = name.str();
    use.to = to.str();
    return useOf(std::move(use), i);
  }

  size_t useOfRule(const Rule &rule, StringRef name, StringRef to, size_t i) {
    return useOf(
        NameUse{name.str(), Outcome::Edited, rule.status, rule.file, to.str(), {}, 0, 0, 0}, i);
  }

  void leave(size_t i, StringRef name, Outcome outcome, const Rule *rule, StringRef reason) {
    NameUse use{name.str(),
                outcome,
                rule ? rule->status : Status::Supported,
                rule ? rule->file : NameUse::noFile,
                {},
                reason.str(),
                0,
                0,
                0};
    ++result.uses[useOf(std::move(use), i)].count;
  }

  /// A `keep` rule. Names that nobody would take for CUDA's (thrust/sort.h) are not worth a line in
  /// the report.
  void keep(size_t i, StringRef name, const Rule &rule, bool looksLikeCudas) {
    if (looksLikeCudas)
      leave(i, name, Outcome::Kept, &rule, "kept: " + rule.note.str());
  }

  /// The entry for what `use` describes, made if it is the first. Counted where the use is certain.
  size_t useOf(NameUse use, size_t i) {
    std::string key = use.name + '\0' + char('0' + int(use.outcome)) + use.to + '\0' + use.reason;
    auto [position, isNew] = useIndex.try_emplace(key, result.uses.size());
    if (isNew) {
      LineCounter::Position place = lines.at(tokens[i].offset);
      use.line = place.line;
      use.column = place.column;
      result.uses.push_back(std::move(use));
    }
    return position->second;
  }

  /// Tells, once a name and file, of a rule that wants a person's attention and makes `to` of the
  /// name.
  void report(size_t i, StringRef name, const Rule &rule, StringRef to) {
    if (rule.status == Status::Unsupported) {
      if (rule.kind == RuleKind::Identifier && isDeclared(i))
        return; // the tree's own, whatever its name
      Diagnostic &diagnostic = addDiagnostic(
          i, "musa-unsupported-api", Severity::Error,
          "'" + name.str() + "' has no counterpart in " + target.title.str(), rule.note);
      if (!rule.deprecated.empty())
        diagnostic.notes.push_back("deprecated in CUDA: " + rule.deprecated.str());
      diagnostic.once = onceInFile(name);
      return;
    }
    if (rule.status == Status::Differs || (rule.status == Status::Unverified && !rule.note.empty()))
      addDiagnostic(i, "musa-api-differs", Severity::Warning,
                    "'" + name.str() + "' becomes '" + to.str() + "', which differs", rule.note)
          .once = onceInFile(name);
    reportDeprecated(i, name, rule);
    if (context.judgesNames && rule.status == Status::Unverified)
      addDiagnostic(i, "musa-unverified-api", Severity::Remark,
                    "'" + name.str() + "' becomes '" + to.str() + "', which is not verified",
                    "look it up in the headers of your MUSA SDK")
          .once = onceInFile("unverified " + name);
  }

  /// Whether tokens[i] is the name of a macro or function that is declared here: #define or a type
  /// stands before it, or behind its parameters what no call has there.
  bool isDeclared(size_t i) const {
    const auto isInDirective = [&](size_t at) { return tokens[at].flags & Token::InDirective; };
    const bool followsName =
        i > 0 && tokens[i - 1].isIdentifier() && isInDirective(i - 1) == isInDirective(i);
    if (followsName && isInDirective(i) && bytes(i - 1) == "define")
      return true;
    if (!is(i + 1, clang::tok::l_paren))
      return false;
    if (followsName)
      return !llvm::is_contained({"return", "else", "do", "throw", "case", "new", "delete", "not",
                                  "and", "or", "co_return", "co_await", "co_yield"},
                                 bytes(i - 1));
    size_t at = i + 1;
    const size_t end = std::min(tokens.size(), at + maxParameterLength);
    for (int depth = 0; at < end; ++at) {
      depth += is(at, clang::tok::l_paren) ? 1 : 0;
      depth -= is(at, clang::tok::r_paren) ? 1 : 0;
      if (depth == 0)
        break;
    }
    ++at;
    return is(at, clang::tok::l_brace) ||
           (at < tokens.size() && tokens[at].isIdentifier() &&
            llvm::is_contained({"const", "noexcept", "override", "final"}, bytes(at)));
  }

  bool isCall(size_t i) const { return is(i + 1, clang::tok::l_paren) && !isDeclared(i); }

  /// Behind an #if it is most often there for an older CUDA, or for another platform; and who
  /// declares the name does not use it.
  void reportDeprecated(size_t i, StringRef name, const Rule &rule) {
    if (context.judgesNames && !rule.deprecated.empty() && conditionDepth == 0 &&
        (rule.kind != RuleKind::Identifier || isCall(i)))
      addDiagnostic(i, "musa-deprecated-api", Severity::Warning,
                    "'" + name.str() + "' is deprecated in CUDA", rule.deprecated)
          .once = onceInFile("deprecated " + name);
  }

  /// For Diagnostic::once.
  std::string onceInFile(const llvm::Twine &key) const { return (shownPath + "\n" + key).str(); }

  Diagnostic &addDiagnostic(size_t i, StringRef id, Severity severity, std::string message,
                            StringRef note) {
    LineCounter::Position position = lines.at(tokens[i].offset);
    Diagnostic &diagnostic = result.diagnostics.emplace_back();
    diagnostic.id = id;
    diagnostic.severity = severity;
    diagnostic.place = {shownPath.str(), position.line, position.column};
    if (position.text.size() <= longestShownLine)
      diagnostic.sourceLine = position.text.str();
    diagnostic.length = tokens[i].length;
    diagnostic.message = std::move(message);
    if (!note.empty())
      diagnostic.notes.push_back(note.str());
    return diagnostic;
  }

  std::string place(const Rule &rule) const {
    return rules.file(rule.file).path.str() + ":" + std::to_string(rule.line);
  }

  std::string describe(const Rule &rule, StringRef from, StringRef to) const {
    return describeEdit(rule, rules, from, to);
  }

  struct TokenRange {
    size_t first, last; ///< [first, last)
  };
  /// What is decided at tokens[i], about all of `range`, which is that token by default.
  void decide(size_t i, std::string verdict, StringRef library = {}, StringRef note = {},
              std::optional<TokenRange> range = std::nullopt) {
    if (!decisions)
      return;
    const auto [first, last] = range.value_or(TokenRange{i, i + 1});
    const uint32_t begin = tokens[first].offset;
    const uint32_t end = first == last ? begin : tokens[last - 1].end();
    decisions->push_back({begin, end, bytes(i).str(), std::move(verdict), library, note});
  }
  void decide(size_t i, std::string verdict, const Rule &rule,
              std::optional<TokenRange> range = std::nullopt) {
    decide(i, std::move(verdict), rules.file(rule.file).library, rule.note, range);
  }

  Impl &porter;
  const TreeContext &context;
  const RuleSet &rules;
  const Side &source, &target;
  const std::string noCounterpart; ///< what is said of a rule's note
  size_t file;
  StringRef shownPath;
  StringRef buffer;
  llvm::ArrayRef<Token> tokens;
  std::vector<Decision> *decisions;
  LineCounter lines;
  ScopeTracker scopes;

  StringRef directive;
  std::vector<PendingEdit> edits;
  FileResult result;
  llvm::StringMap<size_t> useIndex;
  std::optional<ptx::AsmStatement> pendingAsm; ///< the one that is being visited
  std::string storage, headerStorage;
  bool isNested = false; ///< a text that a pattern made: patterns are not applied once more

  bool needsLevelHeader = false, hasLevelHeader = false;
  size_t firstLevelUse = npos, firstInclude = npos;
  int conditionDepth = 0;
  bool hasIncludeGuard;
};

FilePorter::FilePorter(const TreeContext &context) : impl(std::make_unique<Impl>(context)) {}
FilePorter::~FilePorter() = default;

FileResult FilePorter::port(size_t file, StringRef shownPath, StringRef buffer,
                            llvm::ArrayRef<Token> tokens, std::vector<Decision> *decisions) {
  return Impl::Run(*impl, file, shownPath, buffer, tokens, decisions).run();
}

} // namespace musaport
