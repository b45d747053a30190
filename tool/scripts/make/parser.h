//===- scripts/make/parser.h - the language of Makefiles --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads GNU make's language without losing a byte: the statements of a script stand side by side
// and cover all of it, both branches of each conditional. What is inside of one is read by
// splitMakeWords() and findMakeReferences(). Nothing is evaluated.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_MAKE_PARSER_H
#define MUSAPORT_SCRIPTS_MAKE_PARSER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// One line, with those that a backslash joins to it. Its parts are ranges of the text, without
/// the white space around them; those that it lacks are empty.
struct MakeStatement {
  enum class Kind : uint8_t {
    Blank,       ///< nothing, or a comment
    Assignment,  ///< targets: NAME = value; `targets` is empty but for a target's own variable
    Define,      ///< define NAME = ... endef; the value is what is between these two lines
    Conditional, ///< ifeq, ifdef, else...: the directive is `name`, the rest `value`
    Include,     ///< and vpath: `value` has names of files
    Names,       ///< export, unexport, undefine: `value` has names of variables
    Rule,        ///< targets: value; recipe
    Recipe,      ///< a line of commands, `value`
    Expression,  ///< is what it expands to: $(eval ...), and @NAME@ of a template
  };
  Kind kind = Kind::Blank;
  llvm::StringRef text; ///< all of it, with the line's end
  llvm::StringRef name;
  llvm::StringRef targets;
  llvm::StringRef value;
  llvm::StringRef recipe;
  llvm::StringRef comment; ///< with the #
};

struct MakeFault {
  uint32_t offset = 0;
  std::string message; ///< one line, no full stop
};

struct MakeScript {
  std::vector<MakeStatement> statements; ///< up to the fault, if there is one
  std::optional<MakeFault> fault;        ///< where make would stop reading, or this reader does
};

MakeScript parseMake(llvm::StringRef text);

/// $(NAME), ${NAME}, $x, $(NAME:.c=.o), $(function ...); in shell commands $$NAME and $${NAME}.
struct MakeReference {
  enum class Kind : uint8_t { Variable, Function, Shell };
  Kind kind = Kind::Variable;
  llvm::StringRef text;
  llvm::StringRef name; ///< may have references in it
  /// What a function is given, or the two sides of the substitution of a variable.
  std::vector<llvm::StringRef> arguments;
};

/// The references in `text`; those within others are not among them.
std::vector<MakeReference> findMakeReferences(llvm::StringRef text);

/// What is left between white space, the shell's operators, and the commas of functions. References
/// and what is quoted are parts of the word that they stand in.
struct MakeWord {
  llvm::StringRef text;
  /// The function that the word is in an argument of, `:` for a substitution; empty outside of one.
  llvm::StringRef function;
  unsigned argument = 0; ///< its number, from 0
  /// Words with the same number stand beside each other in one list.
  uint32_t group = 0;
  uint32_t command = 0;    ///< words with the same number are of one command of the shell's
  uint32_t outer = 0;      ///< the command that the list stands in; `command` if it is in none
  bool isInString = false; ///< between quotes, with others
};

/// Those of a reference or a string come behind all words of the list that it stands in.
std::vector<MakeWord> splitMakeWords(llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_MAKE_PARSER_H
