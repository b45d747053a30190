//===- rewrite/pasted_names.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/pasted_names.h"

#include "rewrite/macro_definition.h"
#include "rewrite/source_port.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using llvm::StringRef;

namespace musaport {

/// What a call of the macro makes.
struct Joined {
  std::string name;
  std::string ported; ///< with the port of the macro
  std::string wanted; ///< what the rules make of `name`
  bool isUnsupported = false;
};

namespace {

constexpr StringRef id = "musa-pasted-name";
/// How long a call's arguments may be, in tokens.
constexpr size_t longestCall = 4096;
/// How many definitions of a macro are told apart: each of its calls is compared with all of them.
constexpr size_t mostDefinitions = 64;
/// How many macros may pass a parameter on to each other.
constexpr int mostPassedOn = 4;

Pasting::Part partAt(const SourceText &text, const MacroDefinition &definition, size_t i) {
  const auto *parameter = llvm::find(definition.parameters, text.bytes(i));
  if (parameter == definition.parameters.end())
    return {text.spelling(i), -1};
  return {{}, static_cast<int>(parameter - definition.parameters.begin())};
}

/// Whether a macro's name says that it joins its arguments: CONCAT_, BOOST_PP_CAT, PASTE2.
bool joinsArguments(StringRef name) {
  llvm::SmallVector<StringRef, 4> words;
  name.split(words, '_');
  return llvm::any_of(words, [](StringRef word) {
    const std::string lower = word.rtrim("0123456789").lower();
    return llvm::is_contained({"cat", "concat", "concatenate", "glue", "join", "paste"}, lower);
  });
}

/// The ) of the call that opens at `open`, if it is before `last` and all arguments are names.
std::optional<size_t> endOfNames(const SourceText &text, size_t open, size_t last) {
  for (size_t i = open + 1; i + 1 < last && text.tokens[i].isIdentifier(); i += 2) {
    if (text.is(i + 1, clang::tok::r_paren))
      return i + 1;
    if (!text.is(i + 1, clang::tok::comma))
      break;
  }
  return std::nullopt;
}

bool joins(const JoiningMacros &macros, StringRef name) {
  return joinsArguments(name) || macros.joining.contains(name);
}

/// Whether the macro joins its parameters, by ## or by another macro, and does nothing else.
bool onlyJoins(const SourceText &text, const MacroDefinition &macro, const JoiningMacros &known) {
  const auto [first, last] = macro.text;
  const bool isCall = first + 2 < last && text.is(first + 1, clang::tok::l_paren) &&
                      joins(known, text.bytes(first)) && text.is(last - 1, clang::tok::r_paren);
  const size_t begin = isCall ? first + 2 : first, end = isCall ? last - 1 : last;
  for (size_t i = begin; i < end; i += 2)
    if (!llvm::is_contained(macro.parameters, text.bytes(i)) ||
        (i + 1 < end && !text.is(i + 1, isCall ? clang::tok::comma : clang::tok::hashhash)))
      return false;
  return end > begin + 1;
}

JoiningMacros findJoiningMacros(const SourceText &text, const RuleSet &rules) {
  JoiningMacros found;
  forEachDefinition(text, [&](const MacroDefinition &macro) {
    const auto [first, last] = macro.text;
    if (macro.hasParameters && onlyJoins(text, macro, found))
      found.joining.insert(text.bytes(macro.name));
    if (macro.hasParameters || last != first + 1 || !text.tokens[first].isIdentifier() ||
        portedBeginning(rules, text.bytes(first)).empty())
      return;
    std::vector<std::string> &words = found.prefixes[text.bytes(macro.name)];
    if (!llvm::is_contained(words, text.bytes(first)))
      words.push_back(text.spelling(first));
  });
  return found;
}

/// Calls `visit(pasting, token of its first part)` for each name of CUDA's that the macro joins, by
/// ## or by another macro.
template <typename Visit>
void forEachPasting(const SourceText &text, const RuleSet &rules, const JoiningMacros &macros,
                    const MacroDefinition &definition, Visit visit) {
  for (size_t i = definition.text.first; i < definition.text.last; ++i) {
    const bool isCall = text.tokens[i].isIdentifier() && text.is(i + 1, clang::tok::l_paren) &&
                        joins(macros, text.bytes(i));
    const std::optional<size_t> end =
        isCall ? endOfNames(text, i + 1, definition.text.last) : std::nullopt;
    if (!end && (!text.tokens[i].isIdentifier() || !text.is(i + 1, clang::tok::hashhash)))
      continue;
    Pasting pasting;
    pasting.macro = text.spelling(definition.name);
    pasting.hasParameters = definition.hasParameters;
    const size_t first = end ? i + 2 : i;
    i = first;
    pasting.parts.push_back(partAt(text, definition, i));
    while (end ? i + 2 < *end
               : i + 2 < definition.text.last && text.is(i + 1, clang::tok::hashhash))
      pasting.parts.push_back(partAt(text, definition, i += 2));
    // An argument is expanded before the other macro joins it; by ## it is joined as it stands.
    std::string &word = pasting.parts.front().word;
    const auto prefix = end ? macros.prefixes.find(word) : macros.prefixes.end();
    if (prefix != macros.prefixes.end()) {
      pasting.prefix = word;
      for (const std::string &meant : prefix->second) {
        word = meant;
        pasting.to = portedBeginning(rules, word);
        visit(pasting, first);
      }
      continue;
    }
    pasting.to = portedBeginning(rules, word);
    if (!pasting.to.empty())
      visit(std::move(pasting), first);
  }
}

/// The tokens of the call's argument of this number; empty if there is none.
TokenRange argumentOf(const SourceText &text, size_t open, int number) {
  int depth = 0;
  size_t first = open + 1;
  for (size_t i = open; i < text.tokens.size() && i - open < longestCall; ++i) {
    const bool closes = text.is(i, clang::tok::r_paren) || text.is(i, clang::tok::r_brace);
    depth += text.is(i, clang::tok::l_paren) || text.is(i, clang::tok::l_brace) ? 1 : 0;
    depth -= closes ? 1 : 0;
    if ((depth == 1 && text.is(i, clang::tok::comma)) || depth == 0) {
      if (number-- == 0)
        return {first, i};
      if (depth == 0)
        break;
      first = i + 1;
    }
  }
  return {open, open};
}

/// What `definition` joins by its call of `pasting`'s macro, which opens at `open`; nullopt if it
/// passes none of its parameters on, or something else than words.
std::optional<Pasting> passOn(const SourceText &text, const Pasting &pasting, size_t open,
                              const MacroDefinition &definition) {
  Pasting result = pasting;
  result.macro = text.spelling(definition.name);
  result.through = pasting.macro;
  result.hasParameters = definition.hasParameters;
  result.parts.clear();
  bool hasParameter = false;
  for (const Pasting::Part &part : pasting.parts) {
    if (part.parameter < 0) {
      result.parts.push_back(part);
      continue;
    }
    const auto [first, last] = argumentOf(text, open, part.parameter);
    if (first == last)
      continue;
    if (last != first + 1 || !text.tokens[first].isIdentifier())
      return std::nullopt;
    result.parts.push_back(partAt(text, definition, first));
    hasParameter |= result.parts.back().parameter >= 0;
  }
  return hasParameter ? std::optional(std::move(result)) : std::nullopt;
}

/// nullopt if the arguments of the call that opens at `open` are no words. `around`: the parameters
/// of the macro that the call stands in.
std::optional<Joined> join(const SourceText &text, const RuleSet &rules, const Pasting &pasting,
                           size_t open, llvm::ArrayRef<StringRef> around) {
  Joined joined;
  for (const Pasting::Part &part : pasting.parts) {
    if (part.parameter < 0) {
      joined.name += part.word;
      continue;
    }
    const auto [first, last] = argumentOf(text, open, part.parameter);
    if (first == last)
      continue;
    // Behind the last part, a call's arguments may follow: Malloc(&p, n).
    const bool isWord =
        text.tokens[first].isIdentifier() || text.is(first, clang::tok::numeric_constant);
    if (!isWord || llvm::is_contained(around, text.bytes(first)) ||
        (last - first > 1 && &part != &pasting.parts.back()))
      return std::nullopt;
    joined.name += text.bytes(first);
  }
  joined.ported = pasting.to + joined.name.substr(pasting.parts.front().word.size());
  joined.wanted = joined.name;
  llvm::SmallVector<const Rule *, 2> found;
  rules.identifier(joined.name, found);
  if (!found.empty() && found.front()->edits())
    joined.wanted = found.front()->to.str();
  joined.isUnsupported = !found.empty() && found.front()->status == Status::Unsupported;
  return joined;
}

/// Whether the port's name is the right one.
bool fits(const Joined &joined, const Pasting &pasting) {
  return !joined.isUnsupported && (pasting.isPorted ? joined.ported : joined.name) == joined.wanted;
}

/// Whether one of CUDA's names begins and ends as those that the macro makes: cublas##T##gemm, not
/// cuda##name##Worker. A macro of words alone makes one name.
bool fitsARule(const SourceText &text, const RuleSet &rules, const Pasting &pasting) {
  if (llvm::all_of(pasting.parts, [](const Pasting::Part &part) { return part.parameter < 0; })) {
    const std::optional<Joined> joined = join(text, rules, pasting, 0, {});
    return joined && joined->wanted == joined->ported;
  }
  const StringRef begin = pasting.parts.front().word, end = pasting.parts.back().word;
  if (end.empty())
    return true;
  bool fits = false;
  rules.forEach([&](const Rule &rule) {
    fits |= rule.kind == RuleKind::Identifier && rule.edits() && rule.from.starts_with(begin) &&
            rule.from.ends_with(end) && rule.from.size() >= begin.size() + end.size();
  });
  return fits;
}

/// How the macros of one file join names, and what its calls say of it.
class PastingSearch {
public:
  PastingSearch(const SourceText &text, const RuleSet &rules)
      : text(text), rules(rules), macros(findJoiningMacros(text, rules)) {
    forEachDefinition(text, [&](const MacroDefinition &definition) {
      forEachPasting(text, rules, macros, definition,
                     [&](Pasting pasting, size_t) { add(std::move(pasting), found.size()); });
    });
    addUsesOfPrefixes();
  }

  std::vector<Pasting> take() {
    if (!found.empty()) {
      addPassedOn();
      readCalls();
      decide();
    }
    // Other files are to know the macro, whatever is made of it here.
    for (const auto &macro : macros.prefixes)
      for (const std::string &word : macro.second)
        if (llvm::all_of(word, llvm::isLower))
          found.push_back(ofPrefix(macro.first(), word, {}));
    return std::move(found);
  }

private:
  /// A name that begins with what the macro `prefix` stands for.
  Pasting ofPrefix(StringRef prefix, StringRef word, std::vector<Pasting::Part> rest) const {
    Pasting pasting;
    pasting.macro = ("prefix " + prefix).str(); // no identifier is called so
    pasting.prefix = prefix.str();
    pasting.hasParameters = false;
    pasting.isPorted = false;
    pasting.parts.push_back({word.str(), -1});
    llvm::append_range(pasting.parts, std::move(rest));
    pasting.to = portedBeginning(rules, word);
    return pasting;
  }

  /// GLUE(PREFIX, Free)(p), in code.
  void addUsesOfPrefixes() {
    for (size_t i = 2; i < text.tokens.size() && !macros.prefixes.empty(); ++i) {
      if (text.isInDirective(i) || !text.tokens[i].isIdentifier() ||
          !text.is(i - 1, clang::tok::l_paren) || !joins(macros, text.bytes(i - 2)))
        continue;
      const auto prefix = macros.prefixes.find(text.bytes(i));
      const std::optional<size_t> end = endOfNames(text, i - 1, text.tokens.size());
      if (prefix == macros.prefixes.end() || !end)
        continue;
      std::vector<Pasting::Part> rest;
      for (size_t at = i + 2; at < *end; at += 2)
        rest.push_back({text.spelling(at), -1});
      for (const std::string &word : prefix->second)
        add(ofPrefix(prefix->first(), word, rest), found.size());
    }
  }

  /// `root`: the one that the port edits.
  bool add(Pasting pasting, size_t root) {
    llvm::SmallVector<size_t, 1> &known = byMacro[pasting.macro];
    if (known.size() == mostDefinitions ||
        llvm::any_of(known, [&](size_t k) { return found[k].isSameAs(pasting); }))
      return false;
    known.push_back(found.size());
    found.push_back(std::move(pasting));
    roots.push_back(root);
    return true;
  }

  /// Macros that pass their parameters on to those found, and to each other.
  void addPassedOn() {
    bool more = true;
    for (int depth = 0; more && depth < mostPassedOn; ++depth) {
      more = false;
      forEachDefinition(text, [&](const MacroDefinition &definition) {
        for (size_t i = definition.text.first; i < definition.text.last; ++i) {
          const auto known = text.tokens[i].isIdentifier() && text.is(i + 1, clang::tok::l_paren)
                                 ? byMacro.find(text.bytes(i))
                                 : byMacro.end();
          if (known == byMacro.end() || text.bytes(i) == text.bytes(definition.name))
            continue;
          const llvm::SmallVector<size_t, 1> before = known->second; // adding may move it
          for (const size_t k : before)
            if (std::optional<Pasting> passed = passOn(text, found[k], i + 1, definition))
              more |= add(std::move(*passed), roots[k]);
        }
      });
    }
  }

  void readCalls() {
    // Which of a macro's definitions a call may mean: without the macro here, all of them. Those
    // behind an #undef are others, with other parameters.
    llvm::StringMap<llvm::SmallVector<size_t, 1>> defined;
    std::optional<MacroDefinition> around;
    agrees.resize(found.size());
    for (size_t i = 0; i < text.tokens.size(); ++i) {
      if (text.startsLine(i) || !text.isInDirective(i))
        around = text.startsLine(i) && text.isInDirective(i) ? findMacroDefinition(text, i)
                                                             : std::nullopt;
      if (text.directiveAt(i) == "undef" && i + 2 < text.tokens.size())
        defined[text.bytes(i + 2)].clear();
      if (around && text.startsLine(i))
        if (const auto known = byMacro.find(text.bytes(around->name)); known != byMacro.end())
          forEachPasting(text, rules, macros, *around, [&](const Pasting &pasting, size_t) {
            llvm::SmallVector<size_t, 1> &meant = defined[pasting.macro];
            for (const size_t k : known->second)
              if (found[k].isSameAs(pasting) && !llvm::is_contained(meant, k))
                meant.push_back(k);
          });
      if (!text.tokens[i].isIdentifier() || !text.is(i + 1, clang::tok::l_paren))
        continue;
      const auto known = byMacro.find(text.bytes(i));
      if (known == byMacro.end())
        continue;
      const auto here = defined.find(text.bytes(i));
      for (const size_t k : here == defined.end() ? known->second : here->second)
        if (const std::optional<Joined> joined =
                join(text, rules, found[k], i + 1,
                     around ? llvm::ArrayRef<StringRef>(around->parameters) : std::nullopt))
          (joined->wanted == joined->ported ? agrees[roots[k]].some : agrees[roots[k]].others) =
              true;
    }
  }

  void decide() {
    llvm::StringMap<bool> isPrefixPorted; // its one word begins all names that are made of it
    for (size_t k = 0; k < found.size(); ++k) {
      if (roots[k] != k)
        continue;
      found[k].isPorted = agrees[k].some || (!agrees[k].others && fitsARule(text, rules, found[k]));
      if (!found[k].prefix.empty())
        isPrefixPorted[found[k].prefix] |= found[k].isPorted;
    }
    for (size_t k = 0; k < found.size(); ++k)
      found[k].isPorted =
          found[k].prefix.empty() ? found[roots[k]].isPorted : isPrefixPorted[found[k].prefix];
  }

  struct Calls {
    bool some = false;   ///< agree with the port of the macro
    bool others = false; ///< do not
  };

  const SourceText &text;
  const RuleSet &rules;
  const JoiningMacros macros;
  std::vector<Pasting> found;
  std::vector<size_t> roots; ///< of each
  std::vector<Calls> agrees; ///< of each root
  llvm::StringMap<llvm::SmallVector<size_t, 1>> byMacro;
};

} // namespace

std::vector<Pasting> findPastings(StringRef buffer, llvm::ArrayRef<Token> tokens,
                                  const RuleSet &rules) {
  if (!rules.hasDefaults())
    return {};
  const SourceText text{buffer, tokens};
  return PastingSearch(text, rules).take();
}

void addPastings(Pastings &all, llvm::ArrayRef<Pasting> found, bool isHeader) {
  for (Pasting pasting : found) {
    pasting.isOfHeader = isHeader;
    std::vector<Pasting> &known = all[pasting.macro];
    auto same = llvm::find_if(known, [&](const Pasting &one) { return one.isSameAs(pasting); });
    if (same == known.end() && known.size() < mostDefinitions)
      known.push_back(std::move(pasting));
    else if (same != known.end()) {
      same->isPorted &= pasting.isPorted;
      same->isOfHeader |= isHeader;
    }
  }
}

void PastedNames::visitDefinition(size_t i) {
  around.clear();
  aroundName = {};
  if (port.context.pastings.empty())
    return;
  const std::optional<MacroDefinition> definition = findMacroDefinition(port.text, i);
  if (!definition)
    return;
  around = definition->parameters;
  aroundName = port.text.bytes(definition->name);
  findMacros();
  if (macros->prefixes.contains(aroundName))
    visitPrefix(*definition);
  std::vector<Pasting> &own = ownMacros[aroundName];
  const auto known = port.context.pastings.find(aroundName);
  if (known == port.context.pastings.end())
    return;
  auto add = [&](Pasting pasting) {
    if (own.size() < mostDefinitions &&
        llvm::none_of(own, [&](const Pasting &one) { return one.isSameAs(pasting); }))
      own.push_back(std::move(pasting));
  };
  forEachPasting(port.text, port.rules, *macros, *definition, [&](Pasting pasting, size_t first) {
    pasting.isPorted = llvm::any_of(
        known->second, [&](const Pasting &one) { return one.isSameAs(pasting) && one.isPorted; });
    if (pasting.isPorted && pasting.prefix.empty())
      replaceWord(first, pasting);
    add(std::move(pasting));
  });
  for (const Pasting &pasting : known->second)
    if (!pasting.through.empty())
      add(pasting);
}

void PastedNames::findMacros() {
  if (macros)
    return;
  macros = findJoiningMacros(port.text, port.rules);
  for (const auto &macro : port.context.pastings)
    for (const Pasting &pasting : macro.second)
      if (!pasting.prefix.empty())
        if (const Pasting *&known = prefixes[pasting.prefix]; !known || pasting.isPorted)
          known = &pasting;
}

void PastedNames::visitPrefix(const MacroDefinition &definition) {
  const Pasting *prefix = prefixes.lookup(aroundName);
  if (prefix && prefix->isPorted &&
      prefix->parts.front().word == port.text.bytes(definition.text.first))
    replaceWord(definition.text.first, *prefix);
}

void PastedNames::visitUseOfPrefix(const Pasting &prefix, size_t i) {
  const SourceText &text = port.text;
  const bool isJoined = i > 1 && text.is(i - 1, clang::tok::l_paren) &&
                        text.tokens[i - 2].isIdentifier() && joins(*macros, text.bytes(i - 2));
  if (!isJoined) {
    if (prefix.isPorted)
      port.recorder.diagnose(
          i, id, Severity::Warning,
          "'" + prefix.prefix + "' stands for '" + prefix.to + "' in the port, also here",
          "use another macro here if this has to stay '" + prefix.parts.front().word + "'");
    return;
  }
  const std::optional<size_t> end = endOfNames(text, i - 1, text.tokens.size());
  const bool isInMacro = text.isInDirective(i) && port.directives.word() == "define";
  Pasting pasting = prefix;
  pasting.macro = prefix.prefix;
  pasting.parts = {prefix.parts.front()};
  bool isKnown = end.has_value();
  for (size_t at = i + 2; isKnown && at < *end; at += 2) {
    isKnown = !isInMacro || !llvm::is_contained(around, text.bytes(at));
    pasting.parts.push_back({text.spelling(at), -1});
  }
  if (!isKnown && macros->prefixes.contains(prefix.prefix))
    return; // the macro's calls are judged
  const std::optional<Joined> joined =
      isKnown ? join(text, port.rules, pasting, i, {}) : std::nullopt;
  if (!joined || !fits(*joined, pasting))
    report(pasting, joined ? &*joined : nullptr, i);
}

void PastedNames::replaceWord(size_t i, const Pasting &pasting) {
  const std::string &word = pasting.parts.front().word;
  port.edits.replaceToken(i, pasting.to, port.recorder.useOfTree(word, pasting.to, i));
  port.recorder.decide(i, word + "## -> " + pasting.to + "##: names that '" + pasting.macro +
                              "' makes begin so in the port");
}

bool PastedNames::isPassedOn(StringRef macro) const {
  const auto known = port.context.pastings.find(aroundName);
  return known != port.context.pastings.end() &&
         llvm::any_of(known->second,
                      [&](const Pasting &pasting) { return pasting.through == macro; });
}

void PastedNames::visitName(size_t i, StringRef name) {
  if (port.context.pastings.empty())
    return;
  if (isOnlyNamed(i)) {
    if (port.text.bytes(i - 1) == "undef")
      ownMacros[name].clear();
    return;
  }
  findMacros();
  // A file may have a macro of that name that stands for something else.
  if (const Pasting *prefix = prefixes.empty() ? nullptr : prefixes.lookup(name))
    if (macros->prefixes.contains(name) || !ownMacros.contains(name))
      visitUseOfPrefix(*prefix, i);
  // Which file's macro is meant is known if this one defines it.
  if (const auto own = ownMacros.find(name); own != ownMacros.end())
    return visitCall(own->second, i);
  const auto known = port.context.pastings.find(name);
  if (known == port.context.pastings.end())
    return;
  llvm::SmallVector<Pasting, 2> visible; // a word alone may be anything in another file
  for (const Pasting &pasting : known->second)
    if (pasting.hasParameters || pasting.isOfHeader)
      visible.push_back(pasting);
  visitCall(visible, i);
}

/// Whether a directive defines the macro at tokens[i], or asks for it: then it stands for nothing.
bool PastedNames::isOnlyNamed(size_t i) const {
  if (!port.text.isInDirective(i) || i == 0)
    return false;
  const StringRef before = port.text.bytes(i - 1);
  if (llvm::is_contained({"define", "undef", "ifdef", "ifndef", "elifdef", "elifndef", "defined"},
                         before))
    return true;
  return before == "(" && i > 1 && port.text.bytes(i - 2) == "defined";
}

/// `pastings`: of the macros of this name. One that fits the call is enough.
void PastedNames::visitCall(llvm::ArrayRef<Pasting> pastings, size_t i) {
  const Pasting *wrong = nullptr;
  std::optional<Joined> ofWrong;
  const bool isInMacro = port.text.isInDirective(i) && port.directives.word() == "define";
  if (isInMacro && port.text.bytes(i) == aroundName)
    return; // not expanded in its own definition
  for (const Pasting &pasting : pastings) {
    if (pasting.hasParameters && !port.text.is(i + 1, clang::tok::l_paren))
      continue;
    std::optional<Joined> joined = join(port.text, port.rules, pasting, i + 1,
                                        isInMacro ? llvm::ArrayRef(around) : std::nullopt);
    if (joined ? fits(*joined, pasting) : isInMacro && isPassedOn(pasting.macro))
      return;
    if (!wrong) {
      wrong = &pasting;
      ofWrong = std::move(joined);
    }
  }
  if (wrong)
    report(*wrong, ofWrong ? &*ofWrong : nullptr, i);
}

void PastedNames::report(const Pasting &pasting, const Joined *joined, size_t i) {
  const std::string macro = "'" + pasting.macro + "'";
  const std::string &word = pasting.parts.front().word, &to = pasting.isPorted ? pasting.to : word;
  if (joined == nullptr) {
    port.recorder.diagnose(i, id, Severity::Error,
                           macro + " joins '" + to + "' and what is not known here to a name",
                           "check the names that " + macro + " makes in the port");
    return;
  }
  const std::string &made = pasting.isPorted ? joined->ported : joined->name;
  std::string what = "and no rule knows that name";
  if (joined->isUnsupported)
    what = "and MUSA has no such name";
  else if (joined->wanted != joined->name)
    what = "where it is '" + joined->wanted + "'";
  port.recorder.diagnose(i, id, Severity::Error,
                         macro + " makes '" + joined->name + "' here, and '" + made +
                             "' in the port, " + what,
                         "pass the whole name to the macro");
}

} // namespace musaport
