//===- rewrite/scopes.h - what is around a token ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_SCOPES_H
#define MUSAPORT_REWRITE_SCOPES_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace musaport {

/// Tracks `namespace A::B {`, functions of the device, and braces through a file, token by token.
/// All branches of an #if start at the same brace depth.
class ScopeTracker {
public:
  ScopeTracker(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens)
      : buffer(buffer), tokens(tokens) {}

  /// Call this once per token, in order. `directive`: see translateGuard().
  void visit(size_t i, llvm::StringRef directive);

  /// Components of the enclosing namespaces, outermost first; anonymous ones are skipped.
  llvm::ArrayRef<llvm::StringRef> path() const { return components; }
  /// Whether the file has had `using namespace` with exactly `name` so far.
  bool isUsed(llvm::StringRef name) const { return llvm::is_contained(used, name); }
  /// Whether the token is in a function with __global__ or __device__, and without __host__. The
  /// words between it and the last ; { or } say that, in whichever branch of an #if.
  bool isDeviceCode() const { return deviceDepth > 0; }

private:
  struct Scope {
    int depth;
    size_t components; ///< the number of components it added
  };
  struct State {
    int depth = 0;
    int deviceDepth = 0;
    llvm::SmallVector<Scope, 8> scopes;
    llvm::SmallVector<llvm::StringRef, 8> components;
  };

  void visitNamespace(size_t i);
  void visitConditional(llvm::StringRef directive);
  bool isDeviceHead(size_t end) const;
  llvm::StringRef text(size_t i) const { return buffer.substr(tokens[i].offset, tokens[i].length); }

  llvm::StringRef buffer;
  llvm::ArrayRef<Token> tokens;
  int depth = 0;
  int deviceDepth = 0; ///< of the brace that begins the device function; 0 outside of one
  size_t head = 0;     ///< where the declaration or statement begins
  llvm::SmallVector<Scope, 8> scopes;
  llvm::SmallVector<llvm::StringRef, 8> components;
  llvm::SmallVector<llvm::StringRef, 4> used;
  llvm::SmallVector<State, 4> conditionals; ///< the state at each open #if
  size_t conditionalDepth = 0; ///< exceeds conditionals.size() if #ifs are nested very deeply
  size_t pendingBrace = 0;     ///< the { of a namespace whose components are already in `pending`
  llvm::SmallVector<llvm::StringRef, 4> pending;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_SCOPES_H
