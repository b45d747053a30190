//===- rewrite/port_file.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/port_file.h"

#include "rewrite/compiler_macros.h"
#include "rewrite/escaped_source.h"
#include "rewrite/guards.h"
#include "rewrite/headers.h"
#include "rewrite/inline_asm.h"
#include "rewrite/known_names.h"
#include "rewrite/level_header.h"
#include "rewrite/name_map.h"
#include "rewrite/namespaces.h"
#include "rewrite/nvcc_dialect.h"
#include "rewrite/pasted_names.h"
#include "rewrite/scopes.h"
#include "rewrite/source_port.h"
#include "rewrite/source_strings.h"
#include "rewrite/string_names.h"
#include "rewrite/unknown_names.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using llvm::StringRef;

namespace musaport {
namespace {

/// Ports a text from its first token to its last: a file, a kernel's source in one of its strings,
/// or what is put into one.
class TextPorter {
public:
  TextPorter(const TreeContext &context, KnownNames &names, size_t file, StringRef shownPath,
             const SourceText &text, std::vector<Decision> *decisions, bool isNested,
             const ParserFacts *facts = nullptr)
      : port(context, file, shownPath, text, decisions, facts), names(names), shownPath(shownPath),
        isNested(isNested), hasStringRules(context.rules.contexts() & InString),
        scopes(text.buffer, text.tokens), level(port), needed(port), headers(port, level, needed),
        asmStatement(port, needed, isNested), dialect(port), pasted(port), capability(port),
        compilers(port, names) {}

  FileResult run();
  bool usesLevel() const { return level.isUsed(); }

private:
  struct Identifier {
    size_t at;      ///< the token
    StringRef name; ///< without backslash-newlines
    const KnownName &known;
  };

  void visit(size_t i);
  void visitIdentifier(size_t i);
  bool portSourceIn(size_t i);
  void
  portSource(size_t i, const std::string &source, uint32_t begin,
             llvm::function_ref<llvm::SmallVector<EscapedSource::Placed, 1>(const Edit &)> place);
  void leaveOutSelfMap(size_t i);
  void nameDeviceLaunch(size_t i);

  // Of visitIdentifier(): each returns whether it decides.
  bool applyPatterns(const Identifier &identifier, bool ofUser);
  bool applyPattern(size_t i, const Pattern &pattern);
  bool translateGuard(const Identifier &identifier);
  bool applyRules(const Identifier &identifier);
  bool renameJoined(const Identifier &identifier);
  bool renameNamespace(const Identifier &identifier);
  bool renameIncludeGuard(const Identifier &identifier);
  bool replaceParts(const Identifier &identifier);
  bool beginAsm(const Identifier &identifier);

  const Rule *ruleAt(const Identifier &identifier) const;
  bool isTrees(const Rule &rule, const Identifier &identifier) const;
  bool isOthers(const Pattern &pattern, const PatternMatch &match);
  bool isOfEnclosingNamespace(const Pattern &pattern, const PatternMatch &match) const;
  bool isQualifiedByFramework(size_t i) const;
  void applyRule(const Rule &rule, const Identifier &identifier);
  void replaceMatch(const Pattern &pattern, const PatternMatch &match, size_t i,
                    PendingEdits::Rank rank);
  void leaveGuard(const GuardRule &guard, const GuardTranslation &translation, size_t i);
  void editGuard(const GuardRule &guard, const GuardTranslation &translation, size_t i);
  void translateAsm();
  std::string portNested(const std::string &text, size_t i);

  SourcePort port;
  KnownNames &names;
  const StringRef shownPath;
  const bool isNested; ///< a text that a pattern made: patterns are not applied once more
  const bool hasStringRules;
  ScopeTracker scopes;
  LevelHeader level;
  NeededHeaders needed;
  HeaderPorter headers;
  InlineAsm asmStatement;
  NvccDialect dialect;
  PastedNames pasted;
  ComputeCapability capability;
  CompilerMacros compilers;
  std::string storage;  ///< of a name's spelling
  size_t stringEnd = 0; ///< of the last string in ordinary literals
  bool isSourceString = false;
};

FileResult TextPorter::run() {
  for (size_t i = 0; i < port.text.tokens.size(); ++i)
    visit(i);
  if (!isNested) {
    level.insertIfUsed();
    if (port.facts != nullptr)
      needed.needStandard(port.facts->lacking);
    needed.insert(level);
  }
  FileResult result = std::move(port.recorder.result);
  result.edits = port.edits.finish(result.uses);
  llvm::erase_if(result.uses, [](const NameUse &use) { return use.count == 0; });
  return result;
}

void TextPorter::visit(size_t i) {
  port.directives.visit(i);
  compilers.visit(i);
  scopes.visit(i, port.directives.word());
  level.visit(i);
  if (port.directives.isProse())
    return;
  if (port.directives.begins("define", i)) {
    headers.visitMacro(i);
    leaveOutSelfMap(i);
    pasted.visitDefinition(i);
  }
  if (port.directives.begins("include", i) || port.directives.begins("include_next", i) ||
      port.directives.begins("import", i))
    headers.visitInclude(i);
  dialect.visit(i);
  if (port.text.is(i, clang::tok::lesslessless) && scopes.isDeviceCode())
    nameDeviceLaunch(i);
  asmStatement.visit(i);
  if (port.text.tokens[i].isIdentifier())
    visitIdentifier(i);
  else if (port.text.is(i, clang::tok::header_name))
    headers.visitName(i);
  else if (port.text.isStringLiteral(i) && !portSourceIn(i) && !portFileName(port, i) &&
           !portVariable(port, i) && !portStringName(port, i) && hasStringRules)
    portNamesInString(port, names, i);
  if (asmStatement.endsAt(i))
    translateAsm();
}

/// Trees that build for MUSA without a port map names themselves. Of `#define cudaFree musaFree`
/// the port would make a macro of its own name, which hides one that MUSA's headers define: the
/// directive is left out, and its line stays.
void TextPorter::leaveOutSelfMap(size_t i) {
  const std::optional<NameMap> map = isNested ? std::nullopt : findNameMap(port.text, i);
  if (!map)
    return;
  const StringRef name = spelling(port.text.buffer, port.text.tokens[map->name], storage);
  const Identifier identifier{map->name, name, names.lookUp(name)};
  if (identifier.known.guard)
    return;
  const Rule *rule = ruleAt(identifier);
  if (!rule || !rule->edits() || rule->to != port.text.bytes(map->target) ||
      isTrees(*rule, identifier))
    return;
  const auto [first, last] = map->tokens;
  const StringRef directive =
      port.text.buffer.slice(port.text.tokens[first].offset, port.text.tokens[last - 1].end());
  port.edits.replace(map->tokens, splicesOf(directive),
                     port.recorder.useOf(*rule, name, rule->to, map->name),
                     PendingEdits::rankOf(*rule, last - first));
  port.recorder.decide(first,
                       "left out: '" + name.str() + "' is '" + rule->to.str() +
                           "' in the port, and the macro would stand for itself",
                       *rule, map->tokens);
}

/// One line for the tree. A port whose sources are parsed names each of them
/// (checks/device_launch_check.h).
void TextPorter::nameDeviceLaunch(size_t i) {
  if (!port.rules.portsFromCuda() || port.context.judgesNames || port.deviceBranches.isDead(i))
    return;
  port.recorder
      .diagnose(i, "musa-device-launch", Severity::Warning,
                "a kernel is launched from device code, which MUSA's GPUs cannot do",
                "port with --analyze: it names each such launch")
      .once = "launch from device code"; // in the tree
}

/// The order of precedence. The first that applies makes the edit, or a record of why there is
/// none.
void TextPorter::visitIdentifier(size_t i) {
  const StringRef name = spelling(port.text.buffer, port.text.tokens[i], storage);
  pasted.visitName(i, name);
  const KnownName &known = names.lookUp(name);
  if (known.capability != CapabilityName::None)
    capability.visitName(i, known.capability);
  if (known.isPlain())
    return;
  const Identifier identifier{i, name, known};

  // A pattern of the user's that begins here.
  if (applyPatterns(identifier, /*ofUser=*/true))
    return;
  if (!known.hasRuleOfUser()) {
    // __CUDA_ARCH__ and CUDA_VERSION, with what they are compared with.
    if (translateGuard(identifier))
      return;
    // A default pattern that begins here.
    if (applyPatterns(identifier, /*ofUser=*/false))
      return;
  }
  // A pattern that began further up has this token.
  if (port.edits.covers(i))
    return;
  // A rule for the whole name: the user's before default ones.
  if (applyRules(identifier))
    return;
  // tcuInit of a tree with a macro that joins t##name.
  if (renameJoined(identifier))
    return;
  // cuda of at::cuda.
  if (renameNamespace(identifier))
    return;
  // X_CUH of a file that becomes x.muh, if no rule of the user's names a part of it.
  if (renameIncludeGuard(identifier))
    return;
  // A rule for a part of the name, _CUDA_.
  if (replaceParts(identifier))
    return;
  // asm with PTX.
  if (beginAsm(identifier))
    return;
  // A name like CUDA's that no rule knows.
  reportUnknownName(port, scopes, i, name, known);
}

//===--- Rules for whole names -----------------------------------------------//

/// Whether tokens[i] is at::, c10::, c10::cuda:: ... something.
bool TextPorter::isQualifiedByFramework(size_t i) const {
  const SourceText &text = port.text;
  while (text.isQualified(i))
    i -= 2;
  return text.tokens[i].isIdentifier() && names.isFrameworkRoot(text.bytes(i)) &&
         text.is(i + 1, clang::tok::coloncolon);
}

/// Whether the name is the tree's own there, and not the one that `rule` is for.
bool TextPorter::isTrees(const Rule &rule, const Identifier &identifier) const {
  if (rule.owner == Owner::Cuda)
    return identifier.known.isOwn;
  return identifier.known.isDeclared && rule.status != Status::Keep &&
         port.rules.yieldsToTree(rule) && !isQualifiedByFramework(identifier.at);
}

/// The rule for the whole name that applies at its place, or null.
const Rule *TextPorter::ruleAt(const Identifier &identifier) const {
  for (const Rule *rule : identifier.known.rules)
    if (port.text.isPlaceOf(*rule, identifier.at))
      return rule;
  return nullptr;
}

bool TextPorter::applyRules(const Identifier &identifier) {
  const Rule *rule = ruleAt(identifier);
  if (rule)
    applyRule(*rule, identifier);
  return rule != nullptr;
}

void TextPorter::applyRule(const Rule &rule, const Identifier &identifier) {
  const auto [i, name, known] = identifier;
  Recorder &recorder = port.recorder;
  if (isTrees(rule, identifier)) {
    recorder.leave(i, name, Outcome::Declared, &rule, "declared by the tree");
    recorder.decide(i, "stays: the tree declares it (" + recorder.place(rule) + " would make it " +
                           rule.to.str() + ")");
    return;
  }
  if (rule.status == Status::Keep) {
    recorder.reportDeprecated(i, name, rule);
    recorder.keep(i, name, rule, known.looksForeign || rule.owner == Owner::User);
    recorder.decide(i, "kept by " + recorder.place(rule) + ": " + rule.note.str());
    return;
  }
  recorder.report(i, name, rule, rule.to);
  if (!rule.edits()) {
    recorder.leaveUnsupported(i, name, rule);
    recorder.decide(i,
                    "not edited: " + recorder.place(rule) + " (unsupported): " + rule.note.str());
    return;
  }
  port.edits.replaceToken(i, rule.to.str(), recorder.useOf(rule, name, rule.to, i));
  recorder.decide(i, recorder.describe(rule, name, rule.to), rule);
}

bool TextPorter::renameJoined(const Identifier &identifier) {
  const auto [i, name, known] = identifier;
  if (known.joined.empty())
    return false;
  port.edits.replaceToken(i, known.joined, port.recorder.useOfTree(name, known.joined, i));
  port.recorder.decide(i, name.str() + " -> " + known.joined +
                              ": a macro of the tree joins this name of one of CUDA's");
  return true;
}

//===--- Patterns ------------------------------------------------------------//

bool TextPorter::applyPatterns(const Identifier &identifier, bool ofUser) {
  for (const Pattern *pattern : identifier.known.patterns)
    if ((pattern->rule->owner == Owner::User) == ofUser && applyPattern(identifier.at, *pattern))
      return true;
  return false;
}

bool TextPorter::applyPattern(size_t i, const Pattern &pattern) {
  const Rule &rule = *pattern.rule;
  if (isNested || !port.text.isPlaceOf(rule, i))
    return false;
  std::optional<PatternMatch> match = matchPattern(pattern, port.text.buffer, port.text.tokens, i);
  if (!match || isOthers(pattern, *match))
    return false;
  const PendingEdits::Rank rank = PendingEdits::rankOf(rule, pattern.from.size());
  for (const PatternEdit &edit : match->edits)
    if (!port.edits.takeBack({edit.first, edit.last}, rank))
      return false;
  Recorder &recorder = port.recorder;
  recorder.report(i, rule.from, rule, rule.to);
  recorder.decide(i, recorder.describe(rule, rule.from, rule.to), rule,
                  TokenRange{match->begin, match->end});
  if (rule.status == Status::Keep) {
    recorder.keep(i, rule.from, rule, true);
    asmStatement.keepFrom(match->begin);
  } else if (!rule.edits()) {
    recorder.leaveUnsupported(i, rule.from, rule);
  } else {
    replaceMatch(pattern, *match, i, rank);
  }
  return true;
}

void TextPorter::replaceMatch(const Pattern &pattern, const PatternMatch &match, size_t i,
                              PendingEdits::Rank rank) {
  const Rule &rule = *pattern.rule;
  PendingEdits::Use use = port.recorder.useOf(rule, rule.from, rule.to, i);
  const bool hasWildcards = rule.from.contains('$');
  for (const PatternEdit &edit : match.edits) {
    // What a wildcard stands for may have moved, and is ported where it goes.
    std::string text = hasWildcards ? portNested(edit.text, i) : edit.text;
    port.edits.replace({edit.first, edit.last}, text, use, rank);
    use = PendingEdits::notCounted; // once
  }
}

/// Whether a pattern for cuda::barrier matched inside of mine::cuda, which is looked into first.
bool TextPorter::isOfEnclosingNamespace(const Pattern &pattern, const PatternMatch &match) const {
  const size_t i = match.begin;
  return port.text.is(i + 1, clang::tok::coloncolon) &&
         !(i > 0 && port.text.is(i - 1, clang::tok::coloncolon)) && !scopes.path().empty() &&
         llvm::is_contained(scopes.path().drop_front(), pattern.from.front().spelling);
}

/// Whether what matched is not what the pattern means: mine::cuda::barrier, or a DeviceType or
/// is_cuda() that the tree declares.
bool TextPorter::isOthers(const Pattern &pattern, const PatternMatch &match) {
  const Rule &rule = *pattern.rule;
  auto leave = [&](StringRef reason, const std::string &whatIsDeclared) {
    port.recorder.leave(match.begin, rule.from, Outcome::Declared, &rule, reason);
    port.recorder.decide(match.begin, "stays: the tree declares " + whatIsDeclared);
  };
  if (rule.owner == Owner::Cuda && !pattern.from.front().wildcard &&
      pattern.from.front().kind == clang::tok::raw_identifier) {
    if (port.text.isQualified(match.begin))
      return true;
    // The name of a #define or a declaration stays one, and no expression follows a `::`.
    if ((pattern.to.empty() || pattern.to.front().kind != clang::tok::raw_identifier) &&
        (port.text.isDeclared(match.begin) ||
         (match.begin > 0 && port.text.is(match.begin - 1, clang::tok::coloncolon))))
      return true;
    if (!port.context.ownNames.contains(rule.from) && !isOfEnclosingNamespace(pattern, match))
      return false;
    leave("declared by the tree", "it");
    return true;
  }
  if (!port.rules.yieldsToTree(rule))
    return false;
  StringRef name = libraryNameOf(pattern);
  if (!port.context.declared.contains(name) || isQualifiedByFramework(match.begin))
    return false;
  leave(("the tree declares " + name).str(), name.str());
  return true;
}

/// Ports a piece of text that is put at tokens[i].
std::string TextPorter::portNested(const std::string &text, size_t i) {
  const std::vector<Token> tokens = tokenize(text);
  TextPorter inner(port.context, names, port.file, shownPath, {text, tokens}, nullptr,
                   /*isNested=*/true);
  FileResult nested = inner.run();
  std::string ported = applyEdits(text, nested.edits);
  port.recorder.addNested(i, std::move(nested));
  if (inner.usesLevel())
    level.useAt(i);
  return ported;
}

//===--- Guards --------------------------------------------------------------//

bool TextPorter::translateGuard(const Identifier &identifier) {
  const auto [i, name, known] = identifier;
  if (!known.guard || port.edits.covers(i))
    return false;
  const GuardTranslation translation =
      compilers.translationOf(*known.guard, i, port.directives.word());
  if (!translation.message.empty())
    port.recorder.diagnose(i, translation.id, translation.severity, translation.message,
                           translation.note);
  if (translation.edits.empty())
    leaveGuard(*known.guard, translation, i);
  else
    editGuard(*known.guard, translation, i);
  return true;
}

void TextPorter::leaveGuard(const GuardRule &guard, const GuardTranslation &translation, size_t i) {
  NameUse use;
  use.name = guard.macro.str();
  use.outcome = Outcome::NoAnswer;
  use.file = guard.file;
  use.reason = translation.message;
  port.recorder.count(port.recorder.useOf(std::move(use), i));
  port.recorder.decide(i, "guard without an answer (" + port.recorder.place(guard) +
                              "): " + translation.message);
}

void TextPorter::editGuard(const GuardRule &guard, const GuardTranslation &translation, size_t i) {
  if (translation.comparison)
    ++port.recorder.result.guardsTranslated;
  const std::string to = (translation.needsLevel ? guard.level : guard.to).str();
  NameUse use;
  use.name = guard.macro.str();
  use.file = guard.file;
  use.to = to;
  const size_t counted = port.recorder.useOf(std::move(use), i);
  for (const TokenEdit &edit : translation.edits)
    port.edits.replaceToken(edit.token, edit.text,
                            edit.token == i ? counted : PendingEdits::notCounted);
  port.recorder.decide(
      i,
      guard.macro.str() + " -> " + to + " by " + port.recorder.place(guard) +
          (translation.comparison ? " (comparison translated)" : ""),
      port.rules.file(guard.file).library, {},
      TokenRange{translation.edits.front().token, translation.edits.back().token + 1});
  if (translation.needsLevel)
    level.useAt(i);
}

//===--- Other names ---------------------------------------------------------//

bool TextPorter::renameNamespace(const Identifier &identifier) {
  const size_t i = identifier.at;
  auto applies = [&](const Rule *rule) {
    return port.text.isPlaceOf(*rule, i) && namesNamespace(rule->from, port.text, scopes, i);
  };
  const auto found = llvm::find_if(identifier.known.namespaces, applies);
  if (found == identifier.known.namespaces.end())
    return false;
  const Rule &rule = **found;
  Recorder &recorder = port.recorder;
  if (rule.owner == Owner::Cuda && rule.from == port.source.word) {
    if (port.context.declaredScopes.contains(rule.from)) { // mine::cuda, as its neighbours write it
      if (port.text.is(i + 1, clang::tok::coloncolon))     // and does not declare it here
        recorder.leave(i, rule.from, Outcome::Declared, &rule, "declared by the tree");
      recorder.decide(i, "stays: the tree declares a namespace of this name");
      return true;
    }
    // cv::cuda, behind `using namespace cv`
    if (!port.context.includesLibcudacxx)
      return false;
  }
  recorder.report(i, rule.from, rule, rule.to);
  recorder.decide(i, recorder.describe(rule, rule.from, rule.to), rule);
  const size_t colon = rule.to.rfind(':'); // only the last component changes
  StringRef to = rule.to.substr(colon == StringRef::npos ? 0 : colon + 1);
  if (rule.edits())
    port.edits.replaceToken(i, to.str(), recorder.useOf(rule, rule.from, rule.to, i));
  else if (rule.status == Status::Keep)
    recorder.keep(i, rule.from, rule, true);
  else
    recorder.leaveUnsupported(i, rule.from, rule);
  return true;
}

bool TextPorter::renameIncludeGuard(const Identifier &identifier) {
  const auto [i, name, known] = identifier;
  if (known.includeGuard.empty() || known.hasPartOfUser())
    return false;
  const std::string to = known.includeGuard.str();
  port.edits.replaceToken(i, to, port.recorder.useOfTree(name, to, i));
  port.recorder.decide(i, "include guard is renamed with its file: " + to, NameUse::ofTree);
  return true;
}

bool TextPorter::replaceParts(const Identifier &identifier) {
  const auto [i, name, known] = identifier;
  if (!known.part)
    return false;
  const std::string &to = known.partResult;
  port.edits.replaceToken(i, to, port.recorder.useOf(*known.part, name, to, i));
  port.recorder.decide(i, port.recorder.describe(*known.part, name, to), *known.part);
  return true;
}

//===--- Inline PTX ----------------------------------------------------------//

bool TextPorter::beginAsm(const Identifier &identifier) {
  if (!identifier.known.isAsm || isNested || !port.rules.portsFromCuda())
    return false;
  compilers.withGpuFacts([&](DeadBranches::Facts facts) {
    asmStatement.begin(identifier.at, facts, scopes.isDeviceCode());
  });
  return true;
}

void TextPorter::translateAsm() {
  std::optional<InlineAsm::Replacement> cpp = asmStatement.finish();
  if (!cpp || !port.edits.takeBack(cpp->tokens, InlineAsm::rank))
    return;
  const size_t i = cpp->tokens.first;
  const std::string text = portNested(cpp->text, i);
  port.edits.replace(cpp->tokens, text, port.recorder.useOf(std::move(cpp->use), i),
                     InlineAsm::rank);
}

//===--- Strings -------------------------------------------------------------//

/// A source in a string is ported as a file is. What it declares, other files do not see.
bool TextPorter::portSourceIn(size_t i) {
  if (isNested || port.edits.covers(i))
    return false;
  const StringRef raw = sourceInString(port.text, i);
  if (!raw.empty()) {
    const auto begin = static_cast<uint32_t>(raw.data() - port.text.buffer.data());
    portSource(i, raw.str(), begin, [&](const Edit &edit) {
      return llvm::SmallVector<EscapedSource::Placed, 1>{
          {i, {begin + edit.offset, edit.length, edit.text}}};
    });
    return true;
  }
  if (i < stringEnd)
    return isSourceString;
  const EscapedSource escaped(port.text, i);
  stringEnd = escaped.tokens().last;
  isSourceString = escaped.isSource();
  if (isSourceString)
    portSource(i, escaped.source(), escaped.offset(),
               [&](const Edit &edit) { return escaped.place(edit); });
  return isSourceString;
}

/// `source` is at `begin`; the lexer wants a NUL behind it.
void TextPorter::portSource(
    size_t i, const std::string &source, uint32_t begin,
    llvm::function_ref<llvm::SmallVector<EscapedSource::Placed, 1>(const Edit &)> place) {
  const std::vector<Token> tokens = tokenize(source);
  std::vector<Decision> decisions;
  FileResult found = TextPorter(port.context, names, port.file, shownPath, {source, tokens},
                                &decisions, /*isNested=*/false)
                         .run();
  for (const Edit &edit : found.edits)
    for (const EscapedSource::Placed &placed : place(edit))
      port.edits.replaceWithin(placed.token, placed.edit.offset, placed.edit.length,
                               placed.edit.text, PendingEdits::notCounted);
  port.recorder.addSource(i, begin, source, std::move(found), std::move(decisions));
}

} // namespace

struct FilePorter::Impl {
  explicit Impl(const TreeContext &context) : context(context), names(context) {}

  const TreeContext &context;
  KnownNames names;
};

FilePorter::FilePorter(const TreeContext &context) : impl(std::make_unique<Impl>(context)) {}
FilePorter::~FilePorter() = default;

FileResult FilePorter::port(size_t file, StringRef shownPath, StringRef buffer,
                            llvm::ArrayRef<Token> tokens, std::vector<Decision> *decisions,
                            const ParserFacts *facts) {
  return TextPorter(impl->context, impl->names, file, shownPath, {buffer, tokens}, decisions,
                    /*isNested=*/false, facts)
      .run();
}

} // namespace musaport
