//===- ptx/draft.cpp --------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/draft.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;
using llvm::Twine;

namespace musaport::ptx {
namespace {

/// Of a warp of NVIDIA's.
constexpr unsigned cudaLanes = 32;

} // namespace

Draft::Draft(const AsmStatement &statement, const Table &table, const Program &program,
             const Surroundings &surroundings)
    : statement(statement), table(table), program(program), inMacro(surroundings.inMacro),
      hasWideWarps(surroundings.lanes > cudaLanes),
      carryBetween(carryUseOf(program, table).any() ? surroundings.carry : StringRef()) {}

StringRef Draft::carry() const {
  return carryBetween.empty() ? StringRef("ptx_carry") : carryBetween;
}

bool Draft::fail(const Twine &reason) {
  result.result = Translation::Result::Reported;
  result.reason = reason.str();
  if (current != nullptr)
    result.instruction = current->name();
  return false;
}

void Draft::use(const std::string &name) {
  if (!llvm::is_contained(result.used, name))
    result.used.push_back(name);
}

void Draft::useHeader(StringRef header) {
  if (!header.empty() && !llvm::is_contained(result.headers, header))
    result.headers.push_back(header.str());
}

void Draft::note(const std::string &instruction, StringRef text) {
  if (!text.empty() && llvm::none_of(result.notes, [&](const Translation::Note &other) {
        return other.text == text;
      }))
    result.notes.push_back({instruction, text.str()});
}

} // namespace musaport::ptx
