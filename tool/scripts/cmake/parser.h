//===- scripts/cmake/parser.h - the CMake language --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lossless parser for CMake's language (cmake-language(7)): the tokens of a script are adjacent
// and cover all of it. splitWords() and findReferences() read the inside of arguments.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PARSER_H
#define MUSAPORT_SCRIPTS_CMAKE_PARSER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct CMakeToken {
  enum class Kind : uint8_t {
    Space, ///< blanks, tabs, carriage returns; a byte order mark
    Newline,
    LineComment,
    BracketComment,
    Placeholder, ///< in a template for configure_file(): @NAME@ or ${NAME} in place of commands
    Name,        ///< of a command
    Open,        ///< a parenthesis, of a command or among its arguments
    Close,
    Unquoted, ///< an argument, including the legacy unquoted form
    Quoted,
    Bracket,
  };
  Kind kind = Kind::Space;
  uint32_t offset = 0;
  uint32_t length = 0;

  uint32_t end() const { return offset + length; }
  bool isArgument() const { return kind >= Kind::Unquoted; }
};

/// A command, as indices of tokens. Its arguments are the tokens between `open` and `close`.
struct CMakeCommand {
  uint32_t name = 0;
  uint32_t open = 0;
  uint32_t close = 0;
};

struct CMakeFault {
  uint32_t offset = 0;
  std::string message; ///< one line, no full stop
};

struct CMakeScript {
  std::vector<CMakeToken> tokens; ///< up to the error, if there is one
  std::vector<CMakeCommand> commands;
  std::optional<CMakeFault> fault; ///< where CMake would report a syntax error
};

CMakeScript parseCMake(llvm::StringRef text);

/// The part of an argument inside its quotes or brackets; a range of `text`.
llvm::StringRef contentOf(llvm::StringRef text, const CMakeToken &token);

/// A word of an argument: the text between white space, semicolons and the punctuation of generator
/// expressions.
struct CMakeWord {
  uint32_t argument = 0; ///< its index
  llvm::StringRef text;
  /// The generator expression whose parameter the word is ("COMPILE_LANGUAGE"); empty outside of
  /// one, and in the part that a condition guards.
  llvm::StringRef expression;
  uint32_t parameter = 0; ///< index among the expression's parameters, from 0
  /// Words with the same number are neighbours in one list.
  uint32_t group = 0;
  uint32_t guard = noGuard; ///< index of its condition in CMakeWords::guards
  bool isExpressionName = false;

  static constexpr uint32_t noGuard = ~0u;
};

/// A generator expression `$<condition:...>` whose condition consists of generator expressions.
struct CMakeGuard {
  llvm::StringRef condition;
  uint32_t outer = CMakeWord::noGuard; ///< the guard around it
};

struct CMakeWords {
  std::vector<CMakeWord> words;
  std::vector<CMakeGuard> guards;
};

/// `arguments`: those of one command, because a generator expression may continue in the next
/// argument; an empty string replaces an argument that is not to be split.
CMakeWords splitWords(llvm::ArrayRef<llvm::StringRef> arguments);

/// A reference to a variable: ${NAME}, $ENV{NAME}, $CACHE{NAME} or @NAME@.
struct CMakeReference {
  enum class Kind : uint8_t { Variable, Environment, Cache, Template };
  Kind kind = Kind::Variable;
  uint32_t begin = 0, end = 0;         ///< all of it
  uint32_t nameBegin = 0, nameEnd = 0; ///< may contain references
};

/// Sorted by `begin`: an outer reference precedes those in its name.
std::vector<CMakeReference> findReferences(llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_CMAKE_PARSER_H
