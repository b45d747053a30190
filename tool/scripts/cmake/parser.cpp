//===- scripts/cmake/parser.cpp - the CMake language ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/parser.h"

#include "source/name_characters.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

using Kind = CMakeToken::Kind;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
class Parser {
public:
  explicit Parser(StringRef text) : text(text) {}
  CMakeScript run();

private:
  bool atEnd() const { return at >= text.size(); }
  char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  void add(Kind kind, size_t end) {
    script.tokens.push_back({kind, static_cast<uint32_t>(at), static_cast<uint32_t>(end - at)});
    at = end;
  }
  bool fail(size_t offset, const llvm::Twine &message) {
    script.fault = CMakeFault{static_cast<uint32_t>(offset), message.str()};
    return false;
  }

  // Each of these returns false after a fault, and otherwise has added what it is called for.
  bool readTrivia();
  bool readCommand();
  bool readQuoted();
  bool readBracket(Kind kind, size_t hash);
  bool readUnquoted();
  bool readPlaceholder();
  /// The length of [=*[ at `from`, or 0.
  size_t bracketOpening(size_t from) const;

  StringRef text;
  size_t at = 0;
  CMakeScript script;
};

size_t Parser::bracketOpening(size_t from) const {
  if (from >= text.size() || text[from] != '[')
    return 0;
  size_t end = from + 1;
  while (end < text.size() && text[end] == '=')
    ++end;
  return end < text.size() && text[end] == '[' ? end + 1 - from : 0;
}

/// A bracket argument, or with `hash` = 1 a bracket comment.
bool Parser::readBracket(Kind kind, size_t hash) {
  const size_t opening = bracketOpening(at + hash);
  std::string closing = "]" + std::string(opening - 2, '=') + "]";
  const size_t end = text.find(closing, at + hash + opening);
  if (end == StringRef::npos)
    return fail(at, "this bracket has no end '" + closing + "'");
  add(kind, end + closing.size());
  return true;
}

/// One token of white space or a comment, if one stands here.
bool Parser::readTrivia() {
  if (peek() == '\n') {
    add(Kind::Newline, at + 1);
  } else if (isBlank(peek())) {
    size_t end = at;
    while (end < text.size() && isBlank(text[end]))
      ++end;
    add(Kind::Space, end);
  } else if (peek() == '#') {
    if (bracketOpening(at + 1) != 0)
      return readBracket(Kind::BracketComment, 1);
    add(Kind::LineComment, std::min(text.find('\n', at), text.size()));
  }
  return true;
}

bool Parser::readQuoted() {
  for (size_t end = at + 1; end < text.size(); ++end) {
    if (text[end] == '\\')
      ++end;
    else if (text[end] == '"') {
      add(Kind::Quoted, end + 1);
      return true;
    }
  }
  return fail(at, "this string has no end");
}

/// The plain form and the legacy one, in which strings and $(NAME) are parts of the argument.
bool Parser::readUnquoted() {
  size_t end = at;
  while (end < text.size()) {
    const char c = text[end];
    if (isBlank(c) || c == '\n' || c == ')' || c == '#' || c == '\0')
      break;
    if (c == '\\') {
      if (end + 1 >= text.size() || text[end + 1] == '\n' || text[end + 1] == '\0')
        return fail(end, "a backslash stands at the end of the line");
      end += 2;
    } else if (c == '"') {
      // A string in an argument ends on its line; one that begins an argument was readQuoted()'s.
      size_t close = end + 1;
      while (close < text.size() && text[close] != '"' && text[close] != '\n')
        close += text[close] == '\\' ? 2 : 1;
      if (close >= text.size() || text[close] != '"')
        return fail(end, "this string has no end");
      end = close + 1;
    } else if (c == '(') {
      size_t close = end + 1;
      while (close < text.size() && isNameCharacter(text[close]))
        ++close;
      if (end == at || text[end - 1] != '$' || close >= text.size() || text[close] != ')')
        break;
      end = close + 1;
    } else {
      ++end;
    }
  }
  if (end == at)
    return fail(at, "this byte cannot stand in an argument");
  add(Kind::Unquoted, end);
  return true;
}

/// `@NAME@` or `${NAME}`, where configure_file() puts whole commands.
bool Parser::readPlaceholder() {
  const size_t end = std::min(text.find('\n', at), text.size());
  StringRef line = text.slice(at, end).rtrim(" \t\r");
  StringRef rest = line;
  const bool isAt = rest.consume_front("@");
  const bool isReference = isAt || rest.consume_front("${");
  rest = rest.drop_while(isNameCharacter);
  if (!isReference || !rest.starts_with(isAt ? "@" : "}"))
    return fail(at, "a command was expected here");
  add(Kind::Placeholder, at + (line.size() - rest.size()) + 1);
  return true;
}

bool Parser::readCommand() {
  CMakeCommand command;
  command.name = static_cast<uint32_t>(script.tokens.size());
  size_t end = at;
  while (end < text.size() && isNameCharacter(text[end]))
    ++end;
  const size_t nameAt = at;
  add(Kind::Name, end);
  while (isBlank(peek()))
    if (!readTrivia())
      return false;
  if (peek() != '(')
    return fail(nameAt, "'" + text.slice(nameAt, end) + "' is not a command: no '(' follows it");
  command.open = static_cast<uint32_t>(script.tokens.size());
  const size_t openAt = at;
  for (size_t depth = 0;;) {
    if (atEnd())
      return fail(openAt, "this '(' has no ')'");
    const char c = peek();
    if (c == '(') {
      ++depth;
      add(Kind::Open, at + 1);
    } else if (c == ')') {
      add(Kind::Close, at + 1);
      if (--depth == 0)
        break;
    } else if (c == '\n' || isBlank(c) || c == '#') {
      if (!readTrivia())
        return false;
    } else if (c == '"') {
      if (!readQuoted())
        return false;
    } else if (bracketOpening(at) != 0) {
      if (!readBracket(Kind::Bracket, 0))
        return false;
    } else if (!readUnquoted()) {
      return false;
    }
  }
  command.close = static_cast<uint32_t>(script.tokens.size() - 1);
  script.commands.push_back(command);
  return true;
}

CMakeScript Parser::run() {
  if (text.starts_with("\xEF\xBB\xBF"))
    add(Kind::Space, 3);
  bool lineHasCommand = false;
  while (!atEnd()) {
    const char c = peek();
    if (c == '\n' || isBlank(c) || c == '#') {
      if (!readTrivia())
        break;
      lineHasCommand &= script.tokens.back().kind != Kind::Newline;
    } else if (isNameStart(c)) {
      if (lineHasCommand) {
        fail(at, "a command must begin on a new line");
        break;
      }
      if (!readCommand())
        break;
      lineHasCommand = true;
    } else if (!readPlaceholder()) {
      break;
    }
  }
  return std::move(script);
}

} // namespace

CMakeScript parseCMake(StringRef text) { return Parser(text).run(); }

StringRef contentOf(StringRef text, const CMakeToken &token) {
  StringRef content = text.substr(token.offset, token.length);
  if (token.kind == Kind::Quoted)
    return content.drop_front().drop_back();
  if (token.kind == Kind::Bracket) {
    const size_t delimiter = content.find('[', 1) + 1;
    return content.drop_front(delimiter).drop_back(delimiter);
  }
  return content;
}

/// Nobody nests references so deep; what is deeper is a part of a name.
constexpr size_t deepestReference = 50;

std::vector<CMakeReference> findReferences(StringRef text) {
  std::vector<CMakeReference> found;
  std::vector<size_t> open; // numbers of those without an end yet
  size_t deeper = 0;        // that are open in these, and nested too deep
  auto number = [](size_t value) { return static_cast<uint32_t>(value); };
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      ++at;
    } else if (c == '}' && deeper > 0) {
      --deeper;
    } else if (c == '}' && !open.empty()) {
      CMakeReference &reference = found[open.back()];
      open.pop_back();
      reference.nameEnd = number(at);
      reference.end = number(at + 1);
    } else if (c == '$') {
      CMakeReference reference;
      StringRef rest = text.substr(at + 1);
      if (rest.consume_front("ENV{"))
        reference.kind = CMakeReference::Kind::Environment;
      else if (rest.consume_front("CACHE{"))
        reference.kind = CMakeReference::Kind::Cache;
      else if (!rest.consume_front("{"))
        continue;
      reference.begin = number(at);
      reference.nameBegin = number(text.size() - rest.size());
      at = reference.nameBegin - 1;
      if (open.size() == deepestReference) {
        ++deeper;
        continue;
      }
      open.push_back(found.size());
      found.push_back(reference);
    } else if (c == '@') {
      StringRef name = text.substr(at + 1).take_while(isNameCharacter);
      const size_t end = at + 1 + name.size();
      if (name.empty() || end >= text.size() || text[end] != '@')
        continue;
      found.push_back({CMakeReference::Kind::Template, number(at), number(end + 1), number(at + 1),
                       number(end)});
      at = end;
    }
  }
  llvm::erase_if(found, [](const CMakeReference &reference) { return reference.end == 0; });
  return found;
}

namespace {

/// An open generator expression.
struct Frame {
  StringRef behind; ///< from its "$<" to the end of the argument
  StringRef name;   ///< once `hasName`
  bool hasName = false;
  bool isConditional = false; ///< its name is a condition, and all behind it is one text
  uint32_t parameter = 0;
  uint32_t guard = CMakeWord::noGuard; ///< of what is in it
};

class WordSplitter {
public:
  void split(uint32_t number, StringRef argument);
  CMakeWords result;

private:
  void flush(size_t end);
  void open(size_t at);
  void nameEnds(size_t at);

  uint32_t argument = 0;
  StringRef text;
  std::vector<Frame> frames;
  static constexpr size_t none = ~size_t(0);
  size_t wordBegin = none;
  uint32_t group = 0;
};

void WordSplitter::flush(size_t end) {
  if (wordBegin == none)
    return;
  CMakeWord word;
  word.argument = argument;
  word.text = text.slice(wordBegin, end);
  word.group = group;
  if (!frames.empty()) {
    const Frame &frame = frames.back();
    word.guard = frame.guard;
    word.isExpressionName = !frame.hasName;
    if (!frame.isConditional) {
      word.expression = frame.hasName ? frame.name : word.text;
      word.parameter = frame.parameter;
    }
  }
  result.words.push_back(word);
  wordBegin = none;
}

void WordSplitter::open(size_t at) {
  Frame frame;
  frame.behind = text.substr(at + 2);
  if (!frames.empty()) {
    frames.back().isConditional |= !frames.back().hasName;
    frame.guard = frames.back().guard;
  }
  frames.push_back(frame);
  ++group;
}

void WordSplitter::nameEnds(size_t at) {
  Frame &frame = frames.back();
  // The name of an expression that began in another argument is what this one has of it.
  const bool isHere = frame.behind.end() == text.end();
  frame.name = isHere ? frame.behind.drop_back(text.size() - at) : text.take_front(at);
  frame.hasName = true;
  ++group;
  frame.isConditional |= frame.name == "0" || frame.name == "1" || frame.name.contains("${");
  if (!frame.isConditional)
    return;
  result.guards.push_back({frame.name, frame.guard});
  frame.guard = static_cast<uint32_t>(result.guards.size() - 1);
}

void WordSplitter::split(uint32_t number, StringRef content) {
  argument = number;
  text = content;
  size_t braces = 0; // of references to variables: what is in them is one word
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool inReference = braces > 0;
    if (c == '\\') {
      // -Xcompiler\ -Wall is one argument, as "-Xcompiler -Wall" is.
      const StringRef behind = text.substr(at + 1);
      if (wordBegin != none &&
          (text[wordBegin] == '-' ? behind.starts_with(" ") : behind.starts_with(" -")))
        flush(at);
      else if (wordBegin == none)
        wordBegin = at;
      ++at;
    } else if (c == '$' && text.substr(at + 1).starts_with("<")) {
      flush(at);
      open(at);
      ++at;
    } else if (!inReference && (isBlank(c) || c == '\n' || c == ';')) {
      flush(at);
    } else if (!inReference && c == '>' && !frames.empty()) {
      flush(at);
      frames.pop_back();
      ++group;
    } else if (!inReference && c == ':' && !frames.empty() && !frames.back().hasName) {
      flush(at);
      nameEnds(at);
    } else if (!inReference && c == ',' && !frames.empty() && frames.back().hasName &&
               !frames.back().isConditional) {
      flush(at);
      ++frames.back().parameter;
      ++group;
    } else {
      if (wordBegin == none)
        wordBegin = at;
      if (c == '{' && at > 0 && (text[at - 1] == '$' || inReference))
        ++braces;
      else if (c == '}' && inReference)
        --braces;
    }
  }
  flush(text.size());
}

} // namespace

CMakeWords splitWords(llvm::ArrayRef<StringRef> arguments) {
  WordSplitter splitter;
  for (size_t i = 0; i < arguments.size(); ++i)
    splitter.split(static_cast<uint32_t>(i), arguments[i]);
  return std::move(splitter.result);
}

} // namespace musaport
