//===- rewrite/recorder.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/recorder.h"

#include "edits/name_remark.h"
#include "rules/names.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// A generated file may have one line of megabytes and a finding every few bytes.
constexpr size_t longestShownLine = 4096;

} // namespace

//===--- Uses of names -------------------------------------------------------//

size_t Recorder::useOf(NameUse use, size_t i) {
  return useIndex.find(result.uses, std::move(use), [&] {
    LineCounter::Position place = lines.at(text.tokens[i].offset);
    return std::pair(place.line, place.column);
  });
}

size_t Recorder::useOf(const Rule &rule, StringRef name, StringRef to, size_t i) {
  NameUse use;
  use.name = name.str();
  use.status = rule.status;
  use.file = rule.file;
  use.to = to.str();
  return useOf(std::move(use), i);
}

size_t Recorder::useOfTree(StringRef name, StringRef to, size_t i) {
  NameUse use;
  use.name = name.str();
  use.to = to.str();
  return useOf(std::move(use), i);
}

size_t Recorder::useOfInclude(StringRef header, size_t i) {
  NameUse use;
  use.name = use.to = header.str();
  use.library = NameUse::ofInclude;
  return useOf(std::move(use), i);
}

void Recorder::leave(size_t i, StringRef name, Outcome outcome, const Rule *rule,
                     StringRef reason) {
  NameUse use;
  use.name = name.str();
  use.outcome = outcome;
  use.reason = reason.str();
  if (rule) {
    use.status = rule->status;
    use.file = rule->file;
  }
  count(useOf(std::move(use), i));
}

void Recorder::leaveUnsupported(size_t i, StringRef name, const Rule &rule) {
  if (needsNoDecision(i))
    return leave(i, name, Outcome::Kept, &rule,
                 "asked for, or never compiled: MUSA does not define it");
  leave(i, name, Outcome::Unsupported, &rule, reasonToStay(rule, rules.direction()));
}

void Recorder::keep(size_t i, StringRef name, const Rule &rule, bool looksLikeCudas) {
  if (looksLikeCudas)
    leave(i, name, Outcome::Kept, &rule, reasonToStay(rule, rules.direction()));
}

void Recorder::includeOfTree(TokenRange range) {
  const uint32_t offset = text.tokens[range.first].offset;
  result.includes.push_back({offset, text.tokens[range.last - 1].end() - offset});
}

//===--- Diagnostics ---------------------------------------------------------//

Diagnostic &Recorder::diagnose(size_t i, StringRef id, Severity severity, std::string message,
                               StringRef note) {
  LineCounter::Position position = lines.at(text.tokens[i].offset);
  Diagnostic &diagnostic = branches.isDead(i) ? unsaid = {} : result.diagnostics.emplace_back();
  diagnostic.id = id;
  diagnostic.severity = severity;
  diagnostic.place = {shownPath.str(), position.line, position.column};
  if (position.text.size() <= longestShownLine)
    diagnostic.sourceLine = position.text.str();
  diagnostic.length = text.tokens[i].length;
  diagnostic.message = std::move(message);
  if (!note.empty())
    diagnostic.notes.push_back(note.str());
  return diagnostic;
}

void Recorder::report(size_t i, StringRef name, const Rule &rule, StringRef to) {
  if (rule.status == Status::Unsupported)
    return reportUnsupported(i, name, rule);
  if (auto remark = remarkOnName(rule, name, to, rules.direction())) {
    const bool isRemark = rule.isNotedIfCompared && !isReturned(i) && !hasNameInQuotes();
    Diagnostic &diagnostic = diagnose(i, remark->id, isRemark ? Severity::Remark : remark->severity,
                                      std::move(remark->message), rule.note);
    diagnostic.once = onceInFile((isRemark ? "remark on " : "") + name);
    diagnostic.cudaName = name.str();
    if (rule.isDefinedByScripts)
      diagnostic.unlessDefined = name.str();
  }
  reportDeprecated(i, name, rule);
  const bool isGuessed = mayBeMissing(rule, to);
  if (isGuessed || (context.judgesNames && rule.status == Status::Unverified)) {
    Diagnostic &diagnostic =
        diagnose(i, "musa-unverified-api", isGuessed ? Severity::Warning : Severity::Remark,
                 "'" + name.str() + "' becomes '" + to.str() + "', which is not verified",
                 isGuessed ? "no public MUSA code includes it: look for it in your MUSA SDK"
                           : "look it up in the headers of your MUSA SDK");
    diagnostic.once = onceInFile("unverified " + name);
    diagnostic.cudaName = name.str();
  }
}

bool Recorder::mayBeMissing(const Rule &rule, StringRef header) const {
  // `#if __has_include(...)` asks.
  if (!directives.word().starts_with("include") || rule.kind != RuleKind::Header ||
      rule.status != Status::Unverified || !rule.note.empty() || !rules.portsFromCuda())
    return false;
  if (const RuleSet::Origin *origin = rules.origin(RuleKind::Header, header))
    return !origin->isVerified;
  llvm::SmallVector<const Rule *, 2> ofBothSides;
  rules.header(header, ofBothSides);
  return ofBothSides.empty();
}

bool Recorder::isReturned(size_t i) const {
  return i > 0 && text.tokens[i - 1].isIdentifier() && text.bytes(i - 1) == "return";
}

bool Recorder::hasNameInQuotes() {
  if (!hasQuotedName)
    hasQuotedName = llvm::any_of(text.tokens, [&](const Token &token) {
      const StringRef bytes = text.buffer.substr(token.offset, token.length);
      const StringRef quoted = bytes.slice(1, bytes.rfind('"')); // "name"s
      return token.is(clang::tok::string_literal) && isIdentifier(quoted) &&
             quoted.starts_with_insensitive(sourceSide(rules.direction()).title);
    });
  return *hasQuotedName;
}

bool Recorder::needsNoDecision(size_t i) const {
  return branches.isDead(i) ||
         (text.isInDirective(i) && DeadBranches::isQuestion(text, i, directives.word()));
}

void Recorder::reportUnsupported(size_t i, StringRef name, const Rule &rule) {
  auto remark = remarkOnName(rule, name, {}, rules.direction());
  // The tree's own, whatever its name. In `void __cluster_dims__(2) k()` it is a word of CUDA's.
  const bool isWord = name.starts_with("__") && name.ends_with("__") && !text.isInDirective(i);
  if (!remark || (rule.kind == RuleKind::Identifier && !isWord && text.isDeclared(i)))
    return;
  if (needsNoDecision(i))
    return;
  Diagnostic &diagnostic =
      diagnose(i, remark->id, remark->severity, std::move(remark->message), rule.note);
  if (!rule.deprecated.empty())
    diagnostic.notes.push_back("deprecated in CUDA: " + rule.deprecated.str());
  diagnostic.once = onceInFile(name);
  diagnostic.cudaName = name.str();
}

/// Behind an #if it is most often there for an older CUDA, or for another platform; and who
/// declares the name does not use it.
void Recorder::reportDeprecated(size_t i, StringRef name, const Rule &rule) {
  if (context.judgesNames && !rule.deprecated.empty() && directives.depth() == 0 &&
      (rule.kind != RuleKind::Identifier || text.isCall(i))) {
    Diagnostic &diagnostic =
        diagnose(i, "musa-deprecated-api", Severity::Warning,
                 "'" + name.str() + "' is deprecated in CUDA", rule.deprecated);
    diagnostic.once = onceInFile("deprecated " + name);
    diagnostic.cudaName = name.str();
  }
}

//===--- Decisions -----------------------------------------------------------//

void Recorder::decide(size_t i, std::string verdict, StringRef library, StringRef note,
                      std::optional<TokenRange> range) {
  if (!decisions)
    return;
  const auto [first, last] = range.value_or(TokenRange{i, i + 1});
  const uint32_t begin = text.tokens[first].offset;
  const uint32_t end = first == last ? begin : text.tokens[last - 1].end();
  decisions->push_back({begin, end, text.spelling(i), std::move(verdict), library, note});
}

void Recorder::decide(size_t i, std::string verdict, const Rule &rule,
                      std::optional<TokenRange> range) {
  decide(i, std::move(verdict), rules.file(rule.file).library, rule.note, range);
}

//===--- Texts that are put in -----------------------------------------------//

void Recorder::addUses(size_t i, FileResult &nested) {
  for (NameUse &use : nested.uses) {
    const uint64_t count = use.count;
    use.count = 0;
    result.uses[useOf(std::move(use), i)].count += count;
  }
  result.guardsTranslated += nested.guardsTranslated;
}

void Recorder::addNested(size_t i, FileResult nested) {
  addUses(i, nested);
  for (Diagnostic &diagnostic : nested.diagnostics) {
    Diagnostic &added = diagnose(i, diagnostic.id, diagnostic.severity, diagnostic.message, {});
    added.notes = std::move(diagnostic.notes);
    added.once = std::move(diagnostic.once);
  }
}

void Recorder::addSource(size_t i, uint32_t offset, StringRef source, FileResult ported,
                         std::vector<Decision> made) {
  addUses(i, ported);
  for (Decision &decision : made) {
    if (!decisions)
      break;
    decision.offset += offset;
    decision.end += offset;
    decisions->push_back(std::move(decision));
  }
  if (branches.isDead(i) || ported.diagnostics.empty())
    return;
  std::vector<size_t> lineStarts = {0};
  for (size_t end = source.find('\n'); end != StringRef::npos; end = source.find('\n', end + 1))
    lineStarts.push_back(end + 1);
  for (Diagnostic &diagnostic : ported.diagnostics) {
    Place &place = diagnostic.place;
    const size_t within = lineStarts[place.line - 1] + place.column - 1;
    const LineCounter::Position at = lines.at(offset + static_cast<uint32_t>(within));
    place.line = at.line;
    place.column = at.column;
    diagnostic.sourceLine = at.text.size() <= longestShownLine ? at.text.str() : "";
    result.diagnostics.push_back(std::move(diagnostic));
  }
}

} // namespace musaport
