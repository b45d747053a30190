//===- scripts/make/parser.cpp - the language of Makefiles ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/make/parser.h"

#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <limits>

using llvm::StringRef;

namespace musaport {
namespace {

using Kind = MakeStatement::Kind;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool isSpace(char c) { return isBlank(c) || c == '\n'; }

/// How many arguments a function takes: the last one may have commas in it. 0: there is none such.
unsigned argumentsOf(StringRef function) {
  return llvm::StringSwitch<unsigned>(function)
      .Cases("abspath", "basename", "dir", "eval", "error", "flavor", "info", 1)
      .Cases("firstword", "guile", "lastword", "notdir", "origin", "realpath", "shell", 1)
      .Cases("sort", "strip", "suffix", "value", "warning", "wildcard", "words", 1)
      .Cases("addprefix", "addsuffix", "file", "filter", "filter-out", "findstring", 2)
      .Cases("join", "word", 2)
      .Cases("foreach", "if", "let", "patsubst", "subst", "wordlist", 3)
      .Case("intcmp", 5)
      .Cases("and", "call", "or", std::numeric_limits<unsigned>::max())
      .Default(0);
}

/// The function whose name begins `inside`, the text behind an opening parenthesis.
StringRef functionAt(StringRef inside) {
  StringRef name = inside.take_while([](char c) { return llvm::isLower(c) || c == '-'; });
  const bool ends = inside.size() > name.size() && isSpace(inside[name.size()]);
  return ends && argumentsOf(name) != 0 ? name : StringRef();
}

/// What stands between the parentheses, the first of which is at text[at]; nullopt if they do not
/// close. Only those of one kind count, as make has it.
std::optional<StringRef> betweenParentheses(StringRef text, size_t at) {
  const char open = text[at], close = open == '(' ? ')' : '}';
  StringRef inside = text.substr(at + 1);
  if (functionAt(inside).empty()) {
    const size_t first = inside.find(close);
    if (first != StringRef::npos && !inside.take_front(first).contains('$'))
      return inside.take_front(first);
  }
  size_t depth = 0;
  for (size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == open)
      ++depth;
    else if (inside[i] == close && depth-- == 0)
      return inside.take_front(i);
  }
  return std::nullopt;
}

/// The backslash at text[at] joins two lines.
bool joinsLines(StringRef text, size_t at) {
  StringRef rest = text.substr(at + 1);
  return rest.starts_with("\n") || rest.starts_with("\r\n");
}

/// The end of the reference whose $ is text[at]; npos if it has none. $$ counts as one.
size_t endOfReference(StringRef text, size_t at) {
  if (at + 1 >= text.size() || isSpace(text[at + 1]) ||
      (text[at + 1] == '\\' && joinsLines(text, at + 1)))
    return at + 1;
  if (text[at + 1] != '(' && text[at + 1] != '{')
    return at + 2;
  const std::optional<StringRef> inside = betweenParentheses(text, at + 1);
  return inside ? at + 3 + inside->size() : StringRef::npos;
}

/// Where one of `characters` stands outside of references and not behind a backslash.
size_t findBare(StringRef text, StringRef characters, size_t from = 0) {
  for (size_t at = from; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '$') {
      const size_t end = endOfReference(text, at);
      if (end == StringRef::npos)
        return StringRef::npos;
      at = end - 1;
    } else if (characters.contains(text[at])) {
      return at;
    }
  }
  return StringRef::npos;
}

/// Where the reference begins that has no end; npos if there is none such.
size_t findOpenReference(StringRef text) {
  for (size_t at = text.find('$'); at != StringRef::npos; at = text.find('$', at)) {
    const size_t end = endOfReference(text, at);
    if (end == StringRef::npos)
      return at;
    at = end;
  }
  return StringRef::npos;
}

/// A backslash that joins two lines is white space.
StringRef trimmed(StringRef text) {
  for (StringRef before; before.size() != text.size();) {
    before = text;
    text = text.ltrim();
    if (!text.empty() && text[0] == '\\' && joinsLines(text, 0))
      text = text.drop_front();
    StringRef end = text.drop_front(text.rtrim().size());
    text = text.drop_back(end.size());
    const bool joined = end.starts_with("\n") || end.starts_with("\r\n");
    if (joined && (text.size() - text.rtrim('\\').size()) % 2 == 1)
      text = text.drop_back();
  }
  return text;
}

struct Definition {
  StringRef name;
  StringRef value;
};

/// NAME = value, with any operator.
std::optional<Definition> readDefinition(StringRef text) {
  size_t at = 0, nameEnd = StringRef::npos;
  auto operatorSize = [&]() -> size_t {
    StringRef rest = text.substr(at);
    for (StringRef one : {"=", "+=", "?=", "!=", ":=", "::=", ":::="})
      if (rest.starts_with(one))
        return one.size();
    return 0;
  };
  for (; at < text.size(); ++at) {
    if (const size_t size = operatorSize()) {
      nameEnd = std::min(nameEnd, at);
      if (nameEnd == 0)
        return std::nullopt;
      return Definition{text.take_front(nameEnd), trimmed(text.substr(at + size))};
    }
    if (isSpace(text[at])) {
      nameEnd = std::min(nameEnd, at);
    } else if (nameEnd != StringRef::npos || text[at] == ':') {
      return std::nullopt;
    } else if (text[at] == '$') {
      const size_t end = endOfReference(text, at);
      if (end == StringRef::npos)
        return std::nullopt;
      at = end - 1;
    }
  }
  return std::nullopt;
}

/// Takes the word `text` begins with, and the white space behind it.
StringRef takeWord(StringRef &text) {
  StringRef word = text.take_until(isSpace);
  text = trimmed(text.drop_front(word.size()));
  return word;
}

class Parser {
public:
  explicit Parser(StringRef text) : text(text) {}
  MakeScript run();

private:
  struct Branches {
    bool before;  ///< a rule came before the conditional
    bool inOther; ///< one ends a branch that is over
  };

  StringRef takeLine();
  bool fail(StringRef place, const llvm::Twine &message) {
    script.fault = MakeFault{static_cast<uint32_t>(place.data() - text.data()), message.str()};
    return false;
  }
  // These return false after a fault.
  bool readStatement();
  bool readDefine(MakeStatement &statement, StringRef code);
  bool readConditional(MakeStatement &statement, StringRef code);
  bool readRule(MakeStatement &statement, StringRef code, StringRef bare);

  StringRef text;
  size_t at = 0;
  /// Lines that begin with a tab are commands.
  bool inRule = false;
  std::vector<Branches> conditionals;
  StringRef openConditional;
  MakeScript script;
};

StringRef Parser::takeLine() {
  const size_t begin = at;
  for (at = text.find('\n', at); at != StringRef::npos; at = text.find('\n', at + 1)) {
    StringRef line = text.slice(begin, at);
    line.consume_back("\r");
    if ((line.size() - line.rtrim('\\').size()) % 2 == 0)
      break;
  }
  at = at == StringRef::npos ? text.size() : at + 1;
  return text.slice(begin, at);
}

/// `code`: behind the word define.
bool Parser::readDefine(MakeStatement &statement, StringRef code) {
  statement.kind = Kind::Define;
  const std::optional<Definition> definition = readDefinition(code);
  statement.name = definition ? definition->name : code;
  const size_t begin = at;
  for (size_t depth = 1; at < text.size();) {
    const size_t lineBegin = at;
    StringRef line = takeLine();
    if (line.starts_with("\t"))
      continue;
    StringRef rest = line.trim();
    StringRef word = takeWord(rest);
    if (word == "define")
      ++depth;
    else if (word == "endef" && --depth == 0) {
      statement.value = text.slice(begin, lineBegin);
      statement.text = StringRef(statement.text.begin(), line.end() - statement.text.data());
      if (const size_t open = findOpenReference(statement.value); open != StringRef::npos)
        return fail(statement.value.substr(open), "this reference has no end");
      return true;
    }
  }
  return fail(statement.text, "this define has no endef");
}

bool Parser::readConditional(MakeStatement &statement, StringRef code) {
  statement.kind = Kind::Conditional;
  StringRef rest = code;
  StringRef word = takeWord(rest);
  if (word == "else" || word == "endif") {
    if (conditionals.empty())
      return fail(word, "'" + word + "' without a conditional");
    Branches &branches = conditionals.back();
    branches.inOther |= inRule;
    inRule = word == "else" ? branches.before : branches.inOther;
    if (word == "endif")
      conditionals.pop_back();
    else if (rest.starts_with("if"))
      word = StringRef(word.begin(), takeWord(rest).end() - word.data());
  } else {
    conditionals.push_back({inRule, inRule});
    openConditional = code;
  }
  statement.name = word;
  statement.value = rest;
  return true;
}

/// `bare`: the code without a comment.
bool Parser::readRule(MakeStatement &statement, StringRef code, StringRef bare) {
  const size_t colon = findBare(bare, ":");
  if (colon == StringRef::npos) {
    if (!bare.starts_with("$") && !bare.starts_with("@"))
      return fail(bare, "this is neither a rule nor an assignment");
    statement.kind = Kind::Expression;
    statement.value = bare;
    inRule &= bare.starts_with("@");
    return true;
  }
  if (statement.text.starts_with("\t"))
    return fail(bare, "this is a command, and belongs to no rule");
  statement.targets = bare.take_front(colon).rtrim("& \t");
  StringRef rest = trimmed(bare.substr(colon).ltrim(':'));
  StringRef variable = rest;
  while (variable.starts_with("export ") || variable.starts_with("override ") ||
         variable.starts_with("private "))
    takeWord(variable);
  // A value may have a semicolon in it; what is before one says whether there is a value.
  const bool isVariable = readDefinition(variable.take_front(findBare(variable, ";"))).has_value();
  if (std::optional<Definition> definition = readDefinition(variable); definition && isVariable) {
    statement.kind = Kind::Assignment;
    statement.name = definition->name;
    statement.value = definition->value;
    inRule = false;
    return true;
  }
  statement.kind = Kind::Rule;
  inRule = true;
  const size_t end = findBare(code, ";#", colon);
  if (end != StringRef::npos && code[end] == ';') {
    statement.recipe = trimmed(code.substr(end + 1));
    if (const size_t open = findOpenReference(statement.recipe); open != StringRef::npos)
      return fail(statement.recipe.substr(open), "this reference has no end");
    statement.comment = {};
    rest = trimmed(code.slice(colon, end).ltrim(':'));
  }
  statement.value = rest;
  return true;
}

bool Parser::readStatement() {
  MakeStatement &statement = script.statements.emplace_back();
  statement.text = takeLine();
  StringRef line = statement.text;
  line.consume_back("\n");
  line.consume_back("\r");
  for (size_t cr = line.find('\r'); cr != StringRef::npos; cr = line.find('\r', cr + 1))
    if (!line.substr(cr).starts_with("\r\n"))
      return fail(line.substr(cr), "a carriage return inside of a line");
  if (inRule && line.starts_with("\t")) {
    statement.kind = Kind::Recipe;
    statement.value = trimmed(line);
    if (const size_t open = findOpenReference(statement.value); open != StringRef::npos)
      return fail(statement.value.substr(open), "this reference has no end");
    return true;
  }
  if (statement.text.data() == text.data())
    line.consume_front("\xef\xbb\xbf");
  StringRef code = trimmed(line);
  const size_t hash = findBare(code, "#");
  if (hash != StringRef::npos)
    statement.comment = code.substr(hash);
  StringRef bare = trimmed(code.take_front(hash));
  if (const size_t open = findOpenReference(bare); open != StringRef::npos)
    return fail(bare.substr(open), "this reference has no end");
  if (bare.empty())
    return true;

  StringRef rest = bare;
  StringRef word = takeWord(rest);
  while (word == "export" || word == "override" || word == "private") {
    if (readDefinition(rest) || rest.starts_with("define") || rest.starts_with("undefine") ||
        rest.starts_with("override") || rest.starts_with("private") || rest.starts_with("export")) {
      bare = rest;
      word = takeWord(rest);
    } else {
      break;
    }
  }
  if (std::optional<Definition> definition = readDefinition(bare);
      definition && word != "define" && word != "undefine") {
    statement.kind = Kind::Assignment;
    statement.name = definition->name;
    statement.value = definition->value;
    inRule = false;
    return true;
  }
  if (word == "ifeq" || word == "ifneq" || word == "ifdef" || word == "ifndef" || word == "else" ||
      word == "endif" || (word == "if" && llvm::all_of(rest.ltrim('!'), isNameCharacter))) // .am
    return readConditional(statement, bare);
  const bool isDirective = llvm::is_contained({"define", "include", "-include", "sinclude", "vpath",
                                               "load", "-load", "export", "unexport", "undefine"},
                                              word);
  if (!isDirective)
    return readRule(statement, code.substr(bare.data() - code.data()), bare);
  inRule = false;
  if (word == "define")
    return readDefine(statement, rest);
  statement.kind = word.ends_with("port") || word == "undefine" ? Kind::Names : Kind::Include;
  statement.name = word;
  statement.value = rest;
  return true;
}

MakeScript Parser::run() {
  while (at < text.size()) {
    if (!readStatement()) {
      script.statements.pop_back();
      return std::move(script);
    }
    // Commands would begin otherwise from here on.
    const MakeStatement &statement = script.statements.back();
    if (statement.kind == Kind::Assignment && statement.name == ".RECIPEPREFIX") {
      fail(statement.name, "recipe lines that do not begin with a tab are not supported");
      return std::move(script);
    }
  }
  if (!conditionals.empty())
    fail(openConditional, "this conditional has no endif");
  return std::move(script);
}

MakeReference readReference(StringRef whole) {
  MakeReference reference;
  reference.text = whole;
  if (whole.size() < 3) { // $x, or a $ at the end
    reference.name = whole.substr(1);
    return reference;
  }
  StringRef inside = whole.drop_front(2).drop_back();
  StringRef function = functionAt(inside);
  if (function.empty()) {
    reference.name = inside;
    const size_t colon = findBare(inside, ":");
    const size_t equals = colon == StringRef::npos ? colon : findBare(inside, "=", colon);
    if (equals != StringRef::npos) {
      reference.name = inside.take_front(colon);
      reference.arguments = {inside.slice(colon + 1, equals), inside.substr(equals + 1)};
    }
    return reference;
  }
  reference.kind = MakeReference::Kind::Function;
  reference.name = function;
  const char open = whole[1], close = open == '(' ? ')' : '}';
  StringRef rest = inside.drop_front(function.size()).ltrim(" \t\r\n");
  size_t depth = 0, begin = 0;
  for (size_t i = 0; i < rest.size(); ++i) {
    depth += rest[i] == open;
    depth -= rest[i] == close && depth > 0;
    if (rest[i] == ',' && depth == 0 && reference.arguments.size() + 1 < argumentsOf(function)) {
      reference.arguments.push_back(rest.slice(begin, i));
      begin = i + 1;
    }
  }
  reference.arguments.push_back(rest.substr(begin));
  return reference;
}

/// Splits lists one after the other; those within words are put at the end.
class Splitter {
public:
  std::vector<MakeWord> run(StringRef text);
  size_t findComment(StringRef text);

private:
  struct List {
    StringRef text;
    StringRef function;
    unsigned argument = 0;
    uint32_t outer = noCommand;
    bool isString = false;
    unsigned depth = 0;
  };
  static constexpr uint32_t noCommand = ~0u;

  void split(const List &list);
  void addWord(const List &list, StringRef word);
  void addReference(const List &list, StringRef whole);
  /// The end of what is quoted at text[at]; at + 1 if it has none.
  size_t endOfQuoted(const List &list, size_t at);

  std::vector<MakeWord> words;
  std::vector<List> lists;
  uint32_t group = 0, command = 0;
  bool endsAtComment = false;
};

void Splitter::addWord(const List &list, StringRef word) {
  if (word.empty())
    return;
  MakeWord one;
  one.text = word;
  one.function = list.function;
  one.argument = list.argument;
  one.group = group;
  one.command = command;
  one.outer = list.outer == noCommand ? command : list.outer;
  one.isInString = list.isString;
  words.push_back(one);
}

void Splitter::addReference(const List &list, StringRef whole) {
  const MakeReference reference = readReference(whole);
  const bool isFunction = reference.kind == MakeReference::Kind::Function;
  const uint32_t outer = list.outer == noCommand ? command : list.outer;
  for (unsigned i = 0; i < reference.arguments.size(); ++i)
    lists.push_back({reference.arguments[i], isFunction ? reference.name : StringRef(":"), i, outer,
                     false, list.depth + 1});
}

size_t Splitter::endOfQuoted(const List &list, size_t at) {
  const char quote = list.text[at];
  bool hasSpace = false;
  std::vector<StringRef> references;
  for (size_t i = at + 1; i < list.text.size(); ++i) {
    const char c = list.text[i];
    hasSpace |= isSpace(c);
    if (c == '\\' && quote != '\'') {
      ++i;
    } else if (c == '$') {
      const size_t end = endOfReference(list.text, i);
      if (end == StringRef::npos)
        return at + 1;
      if (end - i > 2)
        references.push_back(list.text.slice(i, end));
      i = end - 1;
    } else if (c == quote) {
      StringRef inside = list.text.slice(at + 1, i);
      const uint32_t outer = list.outer == noCommand ? command : list.outer;
      if (quote == '`')
        lists.push_back({inside, "shell", 0, outer, false, list.depth + 1});
      else if (hasSpace)
        lists.push_back({inside, list.function, list.argument, outer, true, list.depth + 1});
      else
        for (StringRef reference : references)
          addReference(list, reference);
      return i + 1;
    }
  }
  return at + 1;
}

void Splitter::split(const List &list) {
  ++group;
  ++command;
  StringRef text = list.text;
  size_t begin = 0;
  auto endWord = [&](size_t end, size_t next) {
    addWord(list, text.slice(begin, end));
    begin = next;
  };
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (endsAtComment && at == begin && c == '#')
      return addWord(list, text.substr(at));
    if (c == '\\') {
      if (joinsLines(text, at))
        endWord(at, at + 1);
      else
        ++at; // with what it quotes
      ++at;
    } else if (isSpace(c)) {
      endWord(at, at + 1);
      if (c == '\n' &&
          (at == 0 || (text[at - 1] != '\\' && !text.take_front(at).ends_with("\\\r"))))
        ++command;
      ++at;
    } else if (StringRef(";|&()<>").contains(c)) {
      endWord(at, at + 1);
      if (c != '<' && c != '>')
        ++command;
      ++at;
    } else if (c == '$') {
      const size_t end = std::min(endOfReference(text, at), text.size());
      if (end - at > 2)
        addReference(list, text.slice(at, end));
      at = end;
    } else if (c == '"' || c == '\'' || c == '`') {
      at = endOfQuoted(list, at);
    } else {
      ++at;
    }
  }
  endWord(text.size(), text.size());
}

std::vector<MakeWord> Splitter::run(StringRef text) {
  lists.emplace_back().text = text;
  for (size_t i = 0; i < lists.size(); ++i) {
    const List list = lists[i];
    if (list.depth <= deepestMakeList)
      split(list);
  }
  return std::move(words);
}

size_t Splitter::findComment(StringRef text) {
  endsAtComment = true;
  lists.emplace_back().text = text;
  split(List(lists.back()));
  const bool isFound = !words.empty() && words.back().text.starts_with("#");
  return isFound ? words.back().text.data() - text.data() : StringRef::npos;
}

} // namespace

MakeScript parseMake(StringRef text) { return Parser(text).run(); }
std::vector<MakeWord> splitMakeWords(StringRef text) { return Splitter().run(text); }
size_t findShellComment(StringRef commands) { return Splitter().findComment(commands); }

std::vector<MakeReference> findMakeReferences(StringRef text) {
  std::vector<MakeReference> references;
  for (size_t at = text.find('$'); at != StringRef::npos; at = text.find('$', at)) {
    const size_t end = endOfReference(text, at);
    if (end == StringRef::npos)
      break;
    StringRef whole = text.slice(at, end);
    at = end;
    if (whole != "$$") {
      references.push_back(readReference(whole));
      continue;
    }
    StringRef name = text.substr(at);
    name.consume_front("{");
    name = name.take_while(isNameCharacter);
    if (name.empty())
      continue;
    MakeReference reference;
    reference.kind = MakeReference::Kind::Shell;
    reference.name = name;
    reference.text = StringRef(whole.begin(), name.end() - whole.data());
    references.push_back(std::move(reference));
  }
  return references;
}

} // namespace musaport
