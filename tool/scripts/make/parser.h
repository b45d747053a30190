//===- scripts/make/parser.h - the language of Makefiles --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lossless parser for GNU make's language: the statements of a script are adjacent and cover all
// of it, including both branches of each conditional. splitMakeWords() and findMakeReferences()
// read the inside of statements. Nothing is evaluated.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_MAKE_PARSER_H
#define MUSAPORT_SCRIPTS_MAKE_PARSER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// One line, including the lines that a backslash joins to it. Its parts are ranges of the text,
/// without the white space around them. A part that the line lacks is empty.
struct MakeStatement {
  enum class Kind : uint8_t {
    Blank,       ///< nothing, or a comment
    Assignment,  ///< [targets:] NAME = value; `targets` only for a target's own variable
    Define,      ///< define NAME = ... endef; the value is the text between these two lines
    Conditional, ///< ifeq, ifdef, else...: the directive is `name`, the rest `value`
    Include,     ///< also for vpath: `value` has names of files
    Names,       ///< export, unexport, undefine: `value` has names of variables
    Rule,        ///< targets: value; recipe
    Recipe,      ///< a line of commands, `value`
    Expression,  ///< its expansion is the statement: $(eval ...), @NAME@ in a template
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
  std::optional<MakeFault> fault;        ///< where make, or only this parser, stops reading
};

MakeScript parseMake(llvm::StringRef text);

/// $(NAME), ${NAME}, $x, $(NAME:.c=.o), $(function ...); in shell commands $$NAME and $${NAME}.
struct MakeReference {
  enum class Kind : uint8_t { Variable, Function, Shell };
  Kind kind = Kind::Variable;
  llvm::StringRef text;
  llvm::StringRef name; ///< may contain references
  /// The arguments of a function, or the two sides of a variable's substitution.
  std::vector<llvm::StringRef> arguments;
};

/// The references in `text`, without those nested in other references.
std::vector<MakeReference> findMakeReferences(llvm::StringRef text);

/// A word: the text between white space, the shell's operators, and the commas of functions. A
/// reference or quoted text is part of the word that contains it.
struct MakeWord {
  llvm::StringRef text;
  /// The function that has the word in an argument, or `:` for a substitution; empty if none has.
  llvm::StringRef function;
  unsigned argument = 0; ///< its number, from 0
  /// Words with the same number are neighbours in one list.
  uint32_t group = 0;
  uint32_t command = 0;    ///< words with the same number are in one shell command
  uint32_t outer = 0;      ///< the command that contains the list; `command` if none does
  bool isInString = false; ///< inside quotes, together with other words
};

/// Nobody nests references and strings so deep; what is deeper is not looked at.
inline constexpr unsigned deepestMakeList = 50;

/// Splits `text` into words. The words inside a reference or a string come after all words of the
/// list that contains it.
std::vector<MakeWord> splitMakeWords(llvm::StringRef text);

/// Where the shell's first comment begins in commands; npos if there is none.
size_t findShellComment(llvm::StringRef commands);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_MAKE_PARSER_H
