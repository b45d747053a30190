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

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace musaport {

/// A member as "S::f", "S::~S" or "S::operator()", and the words of its declaration:
/// "__host__ __device__", or none.
using DeviceMember = std::pair<std::string, std::string>;

/// By the member's name. Without words if declarations with this name differ.
using DeviceMembers = llvm::StringMap<std::string>;

/// What classes of a source declare and do not define, also those without such words: another class
/// of that name may have them.
std::vector<DeviceMember> findDeviceMembers(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

void addDeviceMembers(DeviceMembers &all, llvm::ArrayRef<DeviceMember> found);

/// A member that is defined outside of its class.
struct MemberDefinition {
  std::string name;    ///< as in DeviceMember
  size_t begin = 0;    ///< the first token, behind a template's head
  size_t scope = 0;    ///< the token of the class's name
  bool isBare = false; ///< no word such as __device__ stands there
};

/// The one whose last :: is tokens[i].
std::optional<MemberDefinition> findMemberDefinition(const SourceText &text, size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_DEVICE_MEMBERS_H
