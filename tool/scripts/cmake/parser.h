//===- scripts/cmake/parser.h - the CMake language --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads CMake's language (cmake-language(7)) without losing a byte: the tokens of a script stand
// side by side and cover all of it. What is inside of an argument is read by splitWords() and
// findReferences().
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
    Placeholder, ///< of a template for configure_file(): @NAME@ or ${NAME} in place of commands
    Name,        ///< of a command
    Open,        ///< a parenthesis: of a command, or among its arguments
    Close,
    Unquoted, ///< arguments; an unquoted one in the legacy form, too
    Quoted,
    Bracket,
  };
  Kind kind = Kind::Space;
  uint32_t offset = 0;
  uint32_t length = 0;

  uint32_t end() const { return offset + length; }
  bool isArgument() const { return kind >= Kind::Unquoted; }
};

/// Tokens by their numbers; the arguments are those between `open` and `close`.
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
  std::vector<CMakeToken> tokens; ///< up to the fault, if there is one
  std::vector<CMakeCommand> commands;
  std::optional<CMakeFault> fault; ///< where CMake would stop reading
};

CMakeScript parseCMake(llvm::StringRef text);

/// What is between the quotes or brackets of an argument; a range of `text`.
llvm::StringRef contentOf(llvm::StringRef text, const CMakeToken &token);

/// A word of an argument: what is left between white space, semicolons and the punctuation of
/// generator expressions.
struct CMakeWord {
  uint32_t argument = 0; ///< its number
  llvm::StringRef text;
  /// The generator expression that the word is a parameter of ("COMPILE_LANGUAGE"); empty outside
  /// of one, and in what a condition guards.
  llvm::StringRef expression;
  uint32_t parameter = 0; ///< which one of the expression's, from 0
  /// Words with the same number stand beside each other in one list.
  uint32_t group = 0;
  uint32_t guard = noGuard; ///< what it depends on, a number into CMakeWords::guards
  bool isExpressionName = false;

  static constexpr uint32_t noGuard = ~0u;
};

/// A generator expression `$<condition:...>`, whose condition is generator expressions.
struct CMakeGuard {
  llvm::StringRef condition;
  uint32_t outer = CMakeWord::noGuard; ///< the guard around it
};

struct CMakeWords {
  std::vector<CMakeWord> words;
  std::vector<CMakeGuard> guards;
};

/// `arguments`: of one command, since a generator expression may go on in the next one, or with an
/// empty string in the place of one that is not to be split.
CMakeWords splitWords(llvm::ArrayRef<llvm::StringRef> arguments);

/// A reference to a variable: ${NAME}, $ENV{NAME}, $CACHE{NAME} or @NAME@.
struct CMakeReference {
  enum class Kind : uint8_t { Variable, Environment, Cache, Template };
  Kind kind = Kind::Variable;
  uint32_t begin = 0, end = 0;         ///< all of it
  uint32_t nameBegin = 0, nameEnd = 0; ///< may have references in it
};

/// In order of `begin`: an outer one before those in its name.
std::vector<CMakeReference> findReferences(llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_CMAKE_PARSER_H
