//===- dataflow/warp_functions.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/warp_functions.h"

#include "dataflow/embedded_warp_functions.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

namespace musaport {
namespace {

using Table = llvm::StringMap<WarpFunction>;

WarpFunction::Kind kindOf(llvm::StringRef name) {
  using Kind = WarpFunction::Kind;
  return llvm::StringSwitch<Kind>(name)
      .Case("index", Kind::Index)
      .Case("up", Kind::Up)
      .Case("down", Kind::Down)
      .Case("xor", Kind::Xor)
      .Case("mask", Kind::Mask)
      .Case("reduce", Kind::Reduce)
      .Case("lane", Kind::Lane)
      .Default(Kind::Vote);
}

std::optional<unsigned> argument(const llvm::json::Object &row, llvm::StringRef key) {
  const std::optional<int64_t> number = row.getInteger(key);
  return number ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

Table read() {
  Table table;
  const llvm::json::Value document = llvm::cantFail(llvm::json::parse(embeddedWarpFunctions));
  for (const llvm::json::Value &element : *document.getAsObject()->getArray("functions")) {
    const llvm::json::Object &row = *element.getAsObject();
    const llvm::StringRef name = *row.getString("name");
    WarpFunction &function = table[name];
    function.kind = kindOf(*row.getString("kind"));
    function.mask = argument(row, "mask");
    function.lane = argument(row, "lane");
    function.width = argument(row, "width");
  }
  for (auto &entry : table)
    entry.second.name = entry.first();
  return table;
}

} // namespace

const WarpFunction *findWarpFunction(llvm::StringRef name) {
  static const Table table = read();
  auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

const WarpFunction *warpFunctionOf(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  return callee && callee->getIdentifier() ? findWarpFunction(callee->getName()) : nullptr;
}

} // namespace musaport
