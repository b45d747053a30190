//===- host/model/user_object.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/user_object.h"

#include "model/error.h"

#include <algorithm>

namespace musart {

void UserObjects::remove(const Pointer &object, unsigned count) {
  const auto found = references.find(object);
  require(found != references.end() && found->second >= count);
  found->second -= count;
  if (found->second == 0)
    references.erase(found);
}

UserObjects::Pointer UserObjects::find(musaUserObject_t handle) const {
  const auto found = std::find_if(references.begin(), references.end(), [=](const auto &one) {
    return handleOf(one.first.get()) == handle;
  });
  return found != references.end() ? found->first : nullptr;
}

void UserObjects::addAll(const UserObjects &others) {
  for (const auto &[object, count] : others.references)
    add(object, count);
}

UserObjects &userObjects() {
  static auto *result = new UserObjects; // programs may keep objects to the end
  return *result;
}

} // namespace musart
