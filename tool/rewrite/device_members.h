//===- rewrite/device_members.h - members declared for the device -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc takes __host__ and __device__ of a member's definition outside of the class from its
// declaration. Clang, and so mcc, takes the definition for another function.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_DEVICE_MEMBERS_H
#define MUSAPORT_REWRITE_DEVICE_MEMBERS_H

#include "rewrite/source_text.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// __host__, __device__ and __global__.
bool isDeviceWord(llvm::StringRef word);

/// A member that a class declares and does not define.
struct DeviceMember {
  std::string name;               ///< "S::f", "S<float>::~S" or "S::operator()"
  std::string parameters;         ///< without names and default arguments: "(int,const T &) const"
  std::vector<std::string> words; ///< "__host__", "__device__"; and those that may be macros
  bool isConditional = false;     ///< an #if stands before them
};

/// The macros of a source that may stand for such words: `#define HD __host__ __device__`,
/// `#define BOTH MY_HOST MY_DEVICE`.
struct DeviceMacros {
  struct Definition {
    std::string name;
    std::vector<std::string> words;
  };
  std::vector<Definition> defined;
  std::vector<std::string> undefined; ///< all that an #undef names
};
DeviceMacros findDeviceMacros(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// Those of a tree that stand for __device__, alone or with others.
llvm::StringSet<> resolveDeviceMacros(llvm::ArrayRef<const DeviceMacros *> ofFiles);

/// What the declarations of one name, or of one name with the same parameters, say.
struct MemberWords {
  std::string words;      ///< "__host__ __device__", "HD", or none
  bool areMacros = false; ///< other compilers may take them
  bool isConditional = false;
  bool differ = false; ///< not all have these words
};

/// By "S::f", and by "S::f(int,const T &)".
using DeviceMembers = llvm::StringMap<MemberWords>;

/// Those of a source, also those without such words: another class of that name may have them.
std::vector<DeviceMember> findDeviceMembers(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// `macros`: of the tree, see findDeviceMacros().
void addDeviceMembers(DeviceMembers &all, llvm::ArrayRef<DeviceMember> found,
                      const llvm::StringSet<> &macros);

/// A member that is defined outside of its class.
struct MemberDefinition {
  std::string name;          ///< as in DeviceMember, without the class's template arguments
  std::string specialized;   ///< with them: "S<float>::f"
  std::string parameters;    ///< as in DeviceMember
  size_t begin = 0;          ///< the first token, behind a template's head
  size_t scope = 0;          ///< the token of the class's name
  TokenRange list;           ///< the parameters, with their parentheses
  bool isOfTemplate = false; ///< a template, or a member of one; no specialization
  bool isBare = false;       ///< no word such as __device__ stands there
};

/// What the declarations say of a definition; null if there are none.
const MemberWords *wordsOf(const DeviceMembers &members, const MemberDefinition &definition);

/// The one whose last :: is tokens[i].
std::optional<MemberDefinition> findMemberDefinition(const SourceText &text, size_t i,
                                                     const llvm::StringSet<> &macros);

} // namespace musaport

#endif // MUSAPORT_REWRITE_DEVICE_MEMBERS_H
