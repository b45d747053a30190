//===- ptx/asm_statement.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/asm_statement.h"

#include "ptx/branch_choices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <utility>

using llvm::StringRef;

namespace musaport::ptx {
namespace {

namespace tok = clang::tok;

/// The characters that a string literal means. Of the numeric escapes, asm has no use.
std::string decode(StringRef literal) {
  if (literal.consume_front("R\"")) { // R"x(...)x"
    const size_t delimiter = literal.find('(');
    return literal.drop_front(delimiter + 1).drop_back(delimiter + 2).str();
  }
  std::string text;
  literal = literal.drop_front().drop_back();
  for (size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      text += literal[i];
      continue;
    }
    const char escaped = literal[++i];
    text += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped;
  }
  return text;
}

class Reader {
public:
  Reader(StringRef buffer, llvm::ArrayRef<Token> tokens, size_t at)
      : buffer(buffer), tokens(tokens), at(at) {}

  /// The first preprocessor directive between the parentheses, without its #; empty if there is
  /// none, or no statement that ends. Not of a statement that is in a directive itself.
  StringRef directiveWithin() {
    if (tokens[at].flags & Token::InDirective)
      return {};
    size_t open = at + 1;
    while (open < tokens.size() && tokens[open].isIdentifier())
      ++open;
    if (open == tokens.size() || !tokens[open].is(tok::l_paren))
      return {};
    end = closing(open);
    if (end == tokens.size() || end - open == longestAsmStatement)
      return {};
    for (size_t i = open; i + 1 < end; ++i)
      if (tokens[i].is(tok::hash) && tokens[i].flags & Token::InDirective)
        return buffer.substr(tokens[i + 1].offset, tokens[i + 1].length);
    return {};
  }
  /// All strings of a statement with directives, as its template, once directiveWithin() has found
  /// one. What else there is, nobody can tell.
  AsmStatement readStrings() {
    statement.first = at;
    statement.last = end + 1;
    for (size_t i = at; i < end; ++i)
      if (tokens[i].is(tok::string_literal) && !(tokens[i].flags & Token::InDirective))
        statement.text += decode(spell(i));
    return std::move(statement);
  }

  std::optional<AsmStatement> read() {
    statement.first = at++;
    for (; at < tokens.size() && tokens[at].isIdentifier(); ++at) {
      StringRef word = spell(at);
      if (word == "volatile" || word == "__volatile__" || word == "__volatile")
        statement.isVolatile = true;
      else if (word != "inline" && word != "goto" && word != "__inline__")
        return std::nullopt;
    }
    if (!is(tok::l_paren))
      return std::nullopt;
    end = closing(at);
    if (end == tokens.size() || hasOpenLiteral())
      return std::nullopt;
    statement.isTooLong = end - at == longestAsmStatement;
    ++at;
    for (size_t i = at; i < end && !statement.hasAnother; ++i)
      statement.hasAnother = tokens[i].isIdentifier() && isAsmKeyword(spell(i));
    readTemplate();
    if (statement.isTooLong) {
      statement.last = end;
      return std::move(statement);
    }
    // A :: is the end of one section and of the next, which is empty.
    for (int section = 0; at < end; ++section) {
      if (is(tok::coloncolon))
        ++section;
      else if (!is(tok::colon))
        return std::nullopt;
      ++at;
      if (section > 2) // labels of an asm goto, which PTX has not
        break;
      if (section == 2)
        readClobbers();
      else if (!readOperands(section == 0))
        return std::nullopt;
    }
    statement.last = end + 1;
    return std::move(statement);
  }

private:
  bool is(tok::TokenKind kind) const { return at < tokens.size() && tokens[at].is(kind); }

  StringRef spell(size_t i) { return spelling(buffer, tokens[i], storage); }

  /// The bracket that closes the one at tokens[open], or tokens.size(). Never behind the end of a
  /// directive that the statement stands in. If it is too far, the token where the search ends.
  size_t closing(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
      if (i - open == longestAsmStatement)
        return i;
      if (i > open && tokens[i].flags & Token::StartOfLine &&
          tokens[open].flags & Token::InDirective)
        break;
      if (tokens[i].is(tok::l_paren) || tokens[i].is(tok::l_square) || tokens[i].is(tok::l_brace))
        ++depth;
      else if ((tokens[i].is(tok::r_paren) || tokens[i].is(tok::r_square) ||
                tokens[i].is(tok::r_brace)) &&
               --depth == 0)
        return i;
    }
    return tokens.size();
  }

  /// A literal without an end, which its line's end ends. What is behind it is no part of the
  /// statement, and in a translation, which is one line, it would go on.
  bool hasOpenLiteral() const {
    return llvm::any_of(tokens.slice(at, end - at),
                        [](const Token &token) { return token.is(tok::unknown); });
  }

  void readTemplate() {
    for (; at < end && !is(tok::colon) && !is(tok::coloncolon); ++at) {
      if (is(tok::string_literal)) {
        statement.text += decode(spell(at));
        continue;
      }
      if (is(tok::hash) && tokens[at].flags & Token::InDirective && at + 1 < end) {
        statement.text += "#" + spell(++at).str();
        continue;
      }
      // MACRO or MACRO(x)
      if (statement.unreadable.empty())
        statement.unreadable = spell(at).str();
      if (is(tok::l_paren))
        at = std::min(closing(at), end - 1);
    }
  }

  bool readOperands(bool outputs) {
    while (at < end && !is(tok::colon) && !is(tok::coloncolon)) {
      AsmOperand operand;
      operand.isOutput = outputs;
      if (is(tok::l_square)) {
        operand.name = spell(at + 1).str();
        at = closing(at) + 1;
      }
      if (is(tok::string_literal))
        for (; is(tok::string_literal); ++at)
          operand.constraint += decode(spell(at));
      else if (at < end && tokens[at].isIdentifier()) // a macro, as CUB's for a pointer's size
        ++at;
      if (!is(tok::l_paren))
        return false;
      const size_t close = closing(at);
      readExpression(at + 1, close, operand);
      statement.operands.push_back(std::move(operand));
      at = close + 1;
      if (at < end && is(tok::comma))
        ++at;
    }
    return true;
  }

  void readClobbers() {
    for (; at < end && !is(tok::colon); ++at)
      if (is(tok::string_literal) && decode(spell(at)) == "memory")
        statement.clobbersMemory = true;
  }

  void readExpression(size_t begin, size_t close, AsmOperand &operand) {
    operand.isPlain = true;
    for (size_t i = begin; i < close && !statement.hasAnother; ++i) {
      const Token &token = tokens[i];
      if (i > begin && token.flags & (Token::LeadingSpace | Token::StartOfLine))
        operand.expression += ' ';
      operand.expression += spell(i);
      if (isAssignment(token) || (token.is(tok::l_paren) && i > begin && isCall(i, begin)))
        operand.isPlain = false;
    }
  }

  static bool isAssignment(const Token &token) {
    switch (token.kind) {
    case tok::equal:
    case tok::plusplus:
    case tok::minusminus:
    case tok::plusequal:
    case tok::minusequal:
    case tok::starequal:
    case tok::slashequal:
    case tok::percentequal:
    case tok::ampequal:
    case tok::pipeequal:
    case tok::caretequal:
    case tok::lesslessequal:
    case tok::greatergreaterequal:
    case tok::l_brace:
      return true;
    default:
      return false;
    }
  }

  /// Whether the parenthesis follows what may be a function's name. In `static_cast<T>(x)` it does
  /// not.
  bool isCall(size_t paren, size_t begin) {
    const Token &before = tokens[paren - 1];
    if (before.isIdentifier())
      return true;
    if (before.is(tok::r_paren)) // (f)(x), or a cast
      return paren < 2 || !(tokens[paren - 2].isIdentifier() || tokens[paren - 2].is(tok::star));
    if (!before.is(tok::greater) && !before.is(tok::greatergreater))
      return before.is(tok::r_square);
    for (size_t i = begin; i < paren; ++i)
      if (tokens[i].isIdentifier() && spell(i).ends_with("_cast"))
        return false;
    return true;
  }

  StringRef buffer;
  llvm::ArrayRef<Token> tokens;
  size_t at;
  size_t end = 0;
  AsmStatement statement;
  std::string storage;
};

} // namespace

char AsmOperand::letter() const {
  char letter = 0;
  for (char c : constraint) {
    if (!llvm::isAlnum(c))
      continue;
    if (letter != 0)
      return 0;
    letter = c;
  }
  return letter;
}

bool isAsmKeyword(StringRef name) { return name == "asm" || name == "__asm__" || name == "__asm"; }

std::optional<AsmStatement> readAsmStatement(StringRef buffer, llvm::ArrayRef<Token> tokens,
                                             size_t at, ConditionAnswer isTrue) {
  Reader reader(buffer, tokens, at);
  const StringRef directive = reader.directiveWithin();
  if (directive.empty())
    return reader.read();
  AsmStatement whole = reader.readStrings();
  whole.unreadable = ("#" + directive).str();
  const std::vector<std::vector<Token>> choices =
      choicesOfBranches(buffer, tokens.slice(at, whole.last - at), isTrue);
  std::vector<AsmStatement> read;
  for (const std::vector<Token> &chosen : choices) {
    std::optional<AsmStatement> statement = Reader(buffer, chosen, 0).read();
    if (!statement)
      return whole;
    statement->first = whole.first;
    statement->last = whole.last;
    read.push_back(std::move(*statement));
  }
  if (read.empty())
    return whole;
  AsmStatement first = std::move(read.front());
  read.erase(read.begin());
  first.alternatives = std::move(read);
  return first;
}

} // namespace musaport::ptx
