//===- ptx/table.h - what PTX's instructions become -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of rules/ptx/*.json (docs/reference/ptx.md says what stands in them), read at build time
// to check them and at run time from the tool itself.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_PTX_TABLE_H
#define MUSAPORT_PTX_TABLE_H

#include "ptx/instruction.h"
#include "report/diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport::ptx {

/// An operand as a row describes it.
struct OperandForm {
  enum class Kind { Value, Address, Vector, Literal };
  Kind kind = Kind::Value;
  std::string name; ///< "d", "a": $a stands for it; of a Literal the text
  std::string type; ///< empty: the instruction's; of an Address its space, if fixed
  std::vector<OperandForm> elements; ///< of a Vector that is one value in parts (mov.b64)
  std::string predicate;             ///< p of d|p, or empty

  /// d and e, and p: what the instruction writes.
  bool isOutput() const { return name == "d" || name == "e" || name == "p"; }
};

struct ModifierForm {
  std::vector<std::string> choices;
  bool optional = false;
  bool isParameter = false; ///< `#{ca,global.nc}`: a macro's parameter, made a string, says it
};

/// What an instruction of one form becomes.
struct Row {
  std::string form;
  std::string opcode;
  std::vector<ModifierForm> modifiers;
  std::vector<OperandForm> operands;
  bool isAnything = false; ///< `mma.*`: with any modifiers and operands

  std::vector<std::string> to; ///< an expression for each output; one for an instruction without
  std::string carry;           ///< expression of the carry, which the instruction writes
  std::string before, after;   ///< statements around it
  std::string note;
  std::string wideWarps; ///< the note where a warp has more than 32 lanes
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

/// A row that fits an instruction, and the types that this fixes.
struct Match {
  const Row *row = nullptr;
  std::string first, last; ///< the first and the last type among the modifiers
  std::string parameter;   ///< of a macro, that is a modifier; or empty
  const ModifierForm *parameterForm = nullptr;
};

class Table {
public:
  /// The table that is part of the tool.
  static const Table &embedded();

  /// Adds the rows of one file; false if there are faults, which are in `diagnostics` then.
  bool add(llvm::StringRef path, llvm::StringRef text, llvm::StringRef schema,
           std::vector<Diagnostic> &diagnostics);

  bool knowsOpcode(llvm::StringRef opcode) const { return byOpcode.contains(opcode); }
  Match find(const Instruction &instruction) const;
  const SpecialRegister *findSpecial(llvm::StringRef name) const;

  llvm::ArrayRef<Row> rows() const { return allRows; }

private:
  std::vector<Row> allRows;
  llvm::StringMap<llvm::SmallVector<size_t, 4>> byOpcode;
  llvm::StringMap<SpecialRegister> specials;
};

/// The files of rules/ptx and their schema, put into the tool by embed_ptx.
struct EmbeddedFile {
  llvm::StringRef path;
  llvm::StringRef text;
};
llvm::ArrayRef<EmbeddedFile> embeddedFiles();

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_TABLE_H
