//===- ptx/table.h - translations of PTX instructions -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of rules/ptx/*.json, described in docs/reference/ptx.md. They are validated at build
// time and embedded in the tool.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_PTX_TABLE_H
#define MUSAPORT_PTX_TABLE_H

#include "ptx/instruction.h"
#include "report/diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport::ptx {

/// An operand in the form of a row.
struct OperandForm {
  enum class Kind { Value, Address, Vector, Literal };
  Kind kind = Kind::Value;
  std::string name; ///< "d", "a": $a stands for it; for a Literal, its text
  std::string type; ///< empty: the instruction's; for an Address, its space if the row fixes it
  std::vector<OperandForm> elements; ///< for a Vector that holds the parts of one value (mov.b64)
  std::string predicate;             ///< p of d|p, or empty

  /// Whether the instruction writes the operand: d, e, f, g and p, or d0, d1 ...
  bool isOutput() const {
    return !name.empty() && llvm::StringRef("defgp").contains(name.front()) &&
           llvm::all_of(llvm::StringRef(name).drop_front(), llvm::isDigit);
  }
};

struct ModifierForm {
  std::vector<std::string> choices;
  bool optional = false;
  bool isParameter = false; ///< `#{ca,global.nc}`: given by a stringized macro parameter
};

/// The translation of instructions of one form.
struct Row {
  std::string form;
  std::string opcode;
  std::vector<ModifierForm> modifiers;
  std::vector<OperandForm> operands;
  bool isAnything = false; ///< `mma.*`: matches any modifiers and operands

  std::vector<std::string> to; ///< an expression per output; one if the instruction has no output
  std::string value;           ///< what is computed once, before: `to` has it as $value
  std::string carry;           ///< the expression for the carry, if the instruction writes it
  std::string before, after;   ///< statements around it
  std::string note;
  std::string wideWarps; ///< the note for warps of more than 32 lanes
  std::string header;    ///< which declares what the row uses; may be empty
  std::string reported;  ///< why there is no translation
  std::string file;
  uint32_t line = 0;
};

struct SpecialRegister {
  std::string name;
  std::string type;
  std::string to;
  std::string note;
  std::string wideWarps;
  std::string reported;
};

/// A row that matches an instruction, and the types that the match determines.
struct Match {
  const Row *row = nullptr;
  std::string first, last; ///< the first and the last type among the modifiers
  std::string parameter;   ///< the macro parameter used as a modifier; may be empty
  const ModifierForm *parameterForm = nullptr;
};

class Table {
public:
  /// The table embedded in the tool.
  static const Table &embedded();

  /// Adds the rows of one file. On errors, returns false and adds them to `diagnostics`.
  bool add(llvm::StringRef path, llvm::StringRef text, llvm::StringRef schema,
           std::vector<Diagnostic> &diagnostics);

  bool knowsOpcode(llvm::StringRef opcode) const { return byOpcode.contains(opcode); }
  /// The row of the instruction. Modifiers that are not types may stand in any order, which ptxas
  /// takes: `ld.cg.global` means `ld.global.cg`.
  Match find(const Instruction &instruction) const;
  const SpecialRegister *findSpecial(llvm::StringRef name) const;
  /// CUDA's header for the translations with a type; empty if they need none.
  llvm::StringRef headerOf(llvm::StringRef type) const {
    const auto found = headers.find(type);
    return found == headers.end() ? llvm::StringRef() : llvm::StringRef(found->second);
  }

  llvm::ArrayRef<Row> rows() const { return allRows; }

private:
  std::vector<Row> allRows;
  llvm::StringMap<llvm::SmallVector<size_t, 4>> byOpcode;
  llvm::StringMap<SpecialRegister> specials;
  llvm::StringMap<std::string> headers; ///< by type
};

/// The files of rules/ptx and their schema, embedded by embed_ptx.
struct EmbeddedFile {
  llvm::StringRef path;
  llvm::StringRef text;
};
llvm::ArrayRef<EmbeddedFile> embeddedFiles();

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_TABLE_H
