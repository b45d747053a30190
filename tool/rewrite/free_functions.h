//===- rewrite/free_functions.h - functions outside of classes --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc takes definitions that disagree with an earlier declaration. Clang, and so mcc, does not:
// - `static` before a template's definition, where the declaration has none;
// - no __host__ or __device__ before a definition, where the declaration has them;
// - other words before a specialization than before its template.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_FREE_FUNCTIONS_H
#define MUSAPORT_REWRITE_FREE_FUNCTIONS_H

#include "rewrite/source_text.h"
#include "source/include_resolver.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace musaport {

/// A function's declaration or definition, outside of classes and functions.
struct FreeFunction {
  /// "a::f<2>(int,const T &)": with its namespaces and the number of the template's parameters.
  std::string signature;
  std::vector<std::string> words; ///< "__host__", "__device__"; and those that may be macros
  bool lacksHost = false;         ///< a template for the device whose specialization is for both
  size_t begin = 0;               ///< the first token, behind a template's head
  size_t staticWord = 0;          ///< the token `static`, if `isStatic`
  bool isStatic = false;
  bool isTemplate = false;
  bool isSpecialization = false; ///< template <>; its signature is its name alone
  bool isQualified = false;      ///< a::f, which may be a member
  bool isDefined = false;        ///< a body follows
  bool isConditional = false;    ///< in an #if that is no include guard
};

std::vector<FreeFunction> findFreeFunctions(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// What a definition may disagree with.
struct DeclaredFunction {
  enum class Kind {
    NonStatic, ///< a template that is declared without `static`
    Function,  ///< one whose words may be for the device, outside of any #if
    Template,  ///< what specializations name
  };
  Kind kind;
  std::string signature;          ///< "a::f<2>(int)"; of Kind::Template "a::f"
  std::vector<std::string> words; ///< as in FreeFunction; none of a template in an #if
};
std::vector<DeclaredFunction> findDeclaredFunctions(llvm::StringRef buffer,
                                                    llvm::ArrayRef<Token> tokens);

/// By DeclaredFunction::signature; a declaration of each is in the files.
struct FunctionDeclarations {
  struct OfFile {
    size_t file;
    std::string words;
  };
  llvm::StringMap<llvm::SmallVector<OfFile, 1>> forDevice;
  llvm::StringMap<llvm::SmallVector<size_t, 1>> hostTemplates;
  llvm::StringMap<llvm::SmallVector<size_t, 1>> nonStaticTemplates;
};

/// `macros`: of the tree, see findDeviceMacros().
void addDeclaredFunctions(FunctionDeclarations &all, llvm::ArrayRef<DeclaredFunction> found,
                          size_t file, const llvm::StringSet<> &macros);

/// What makes a definition agree with a declaration that it sees.
struct DefinitionEdit {
  size_t token = 0;
  std::string words; ///< to be written before the token; if empty, the token `static` goes
};

/// Those of a source, in the order of their tokens. A definition sees what `file` declares, and a
/// file that it includes.
std::vector<DefinitionEdit> findDefinitionEdits(const SourceText &text,
                                                const FunctionDeclarations &declared, size_t file,
                                                const IncludeResolver &includes,
                                                const llvm::StringSet<> &macros);

} // namespace musaport

#endif // MUSAPORT_REWRITE_FREE_FUNCTIONS_H
