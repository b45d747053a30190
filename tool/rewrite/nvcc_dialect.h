//===- rewrite/nvcc_dialect.h - what nvcc takes and Clang does not -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc's front end takes code that no standard allows and that Clang, and so mcc, refuses. What
// tokens can mend is mended, the rest is named: docs/reference/nvcc_dialect.md has the table.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_NVCC_DIALECT_H
#define MUSAPORT_REWRITE_NVCC_DIALECT_H

#include "rewrite/macro_definition.h"
#include "rewrite/source_port.h"

#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// Each construct is one function. An edit is made when its first token is visited, since edits
/// further on in the file would be in the way of patterns.
class NvccDialect {
public:
  explicit NvccDialect(SourcePort &port);

  /// Call this once per token, in order, before the token itself is ported.
  void visit(size_t i);

private:
  /// How long a launch's configuration, an attribute or a list of parameters may be, in tokens.
  static constexpr size_t longestRun = 1024;
  /// How long a class may be, in tokens.
  static constexpr size_t longestClass = 16 * longestRun;

  /// `kernel << <grid, block> >> (x)`, `kernel<<<n, {16, 16}>>>(x)`, `kernel<<<n, 32, 0, {}>>>(x)`.
  void visitLaunch(size_t i);
  /// `extern "C"__global__`, `"%"PRIu64`.
  void separateLiteral(size_t i);
  /// `__shared__ alignas(16) float x[4]`, `__device__ [[nodiscard]] int f()`.
  void moveAttributes(size_t i);
  /// `float __shared__ alignas(16) x[4]`.
  void moveBehindType(size_t i, size_t first, size_t end);
  /// `int S::f() {`, which the class declares with __device__.
  void repeatAttributes(size_t i, const MemberDefinition &definition);
  /// `template <class T> void S<T>::f(int n = 1) {}`.
  void nameMembersDefault(const MemberDefinition &definition);
  /// tokens[i] is the :: before the name of a member that may be defined here.
  void visitMember(size_t i);
  /// `#define UNROLL #pragma unroll`.
  void quotePragma(size_t i);
  /// `#pragma unroll`, and no loop.
  void dropUnroll(size_t i);
  /// `#ifdef __CUDA_ARCH__`, `#define BOTH __device__`, `#else`, `#define BOTH`.
  void widenMacro(size_t i);
  /// `template <class T> static void f(T t) {...}` behind `template <class T> void f(T);`, and
  /// `int f() {...}` behind `__device__ int f();`.
  void agreeWithDeclaration(size_t i);
  /// `const __restrict__ float *p`, `__restrict__ float p[4]`, `int __restrict__ n`.
  void dropRestrict(size_t i);
  /// `typedef struct { void f() {} } S;`.
  void nameClass(size_t i);
  /// `typeof(x)`, which is a keyword of GNU's dialects alone.
  void renameTypeof(size_t i);
  /// `extern const dim3 blockDim;` behind `#ifndef __CUDA_ARCH__`.
  void dropBuiltinVariable(size_t i);
  /// `enum { mask = -1 << bits };`.
  void negateShift(size_t i);
  /// `main() {...}`.
  void giveMainAType(size_t i);
  /// `float x[n] = {0};`, where n is a variable.
  void setArrayToZero(size_t i);
  /// `int x[n] = {1, 2};`, where n is a variable.
  void copyArrayValues(size_t i);
  /// `int (*x)[n] = (int (*)[n])p;`, where n is a variable.
  void deduceArrayPointer(size_t i);
  struct VariableArray;
  std::optional<VariableArray> variableArrayBefore(size_t equal) const;
  /// `__syncthreads;`.
  void dropUncalled(size_t i);
  /// `T::f<1>(x)`, where T is a parameter of a template.
  void addTemplateKeyword(size_t i);
  /// `__shared__ Pair pairs[32];`, where Pair has a constructor.
  void leaveUnconstructed(size_t i);
  /// `void f(size_t n = n)`.
  void nameDefaultArgument(size_t i);

  /// `to` replaces the tokens; before the first, if there are none. `construct`: what the report
  /// calls it.
  struct Replacement {
    TokenRange tokens;
    std::string to;
    llvm::StringRef construct;
  };
  /// Makes the edit once its first token is visited.
  void edit(Replacement replacement);
  void apply(const Replacement &replacement);
  PendingEdits::Use recordUse(TokenRange tokens, llvm::StringRef construct);
  void name(size_t i, std::string message, llvm::StringRef advice,
            Severity severity = Severity::Error);

  static std::map<uint32_t, Mend> mendsOf(const SourcePort &port);
  bool isLocal(size_t i) const;
  bool isPlainBehind(size_t i) const;
  bool isBefore(size_t i, size_t begin) const;
  TokenRange angles(size_t i, bool isOpening) const;
  /// An argument of a launch that is given as a list.
  struct Braces {
    size_t at;
    unsigned argument;
  };
  std::string typeOf(const Braces &braces) const;
  std::optional<TokenRange> closingOf(size_t open, llvm::SmallVectorImpl<Braces> &braces) const;
  size_t endOfAttributes(size_t i) const;
  template <typename Visit> size_t skipDefinitions(size_t i, Visit visit) const;
  std::optional<std::pair<size_t, size_t>> questionForDevice(size_t i) const;
  void askForCompiler(size_t i, size_t arch);
  bool isOnlyForHost(size_t i) const;
  bool mayBeLoop(size_t i) const;
  bool isFunctionSpecifier(const MacroDefinition &macro) const;
  bool isSpecifier(size_t i) const;
  bool hasDeviceWord(TokenRange specifiers) const;
  bool isInEnum(size_t i) const;
  bool endsType(size_t i) const;
  std::optional<size_t> startOfType(size_t i) const;
  size_t openingParenthesis(size_t i) const;

  SourcePort &port;
  const SourceText &text;
  const bool isOn;
  const bool repeatsAttributes;
  const std::map<uint32_t, Mend> mends; ///< by offset, see ParserFacts
  const bool isForDevice; ///< headers of other compilers, too, define members for the device
  size_t visiting = 0;
  std::vector<DefinitionEdit> definitions;    ///< those that are not made yet, the last first
  std::multimap<size_t, Replacement> planned; ///< by the first token
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_NVCC_DIALECT_H
