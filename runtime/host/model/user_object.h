//===- host/model/user_object.h - user objects kept by graphs ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_USER_OBJECT_H
#define MUSAPORT_HOST_MODEL_USER_OBJECT_H

#include "driver_types.h"

#include <map>
#include <memory>

namespace musart {

/// Destroys the program's object when no reference is left, neither of the program nor of a graph
/// or a launch of one.
class UserObject {
public:
  UserObject(musaHostFn_t destroy, void *object) : destroy(destroy), object(object) {}
  UserObject(const UserObject &) = delete;
  UserObject &operator=(const UserObject &) = delete;
  ~UserObject() { destroy(object); }

private:
  musaHostFn_t destroy;
  void *object;
};

/// Counts references per object.
class UserObjects {
public:
  using Pointer = std::shared_ptr<UserObject>;

  void add(const Pointer &object, unsigned count) { references[object] += count; }
  /// Removes `count` references, which may destroy the object. Throws musaErrorInvalidValue if
  /// there are fewer.
  void remove(const Pointer &object, unsigned count);
  /// The object; null if there is no reference to it.
  Pointer find(musaUserObject_t handle) const;
  void addAll(const UserObjects &others);

private:
  std::map<Pointer, unsigned> references;
};

/// The program's own references; call this under graphMutex().
UserObjects &userObjects();

inline musaUserObject_t handleOf(const UserObject *object) {
  return reinterpret_cast<musaUserObject_t>(const_cast<UserObject *>(object));
}

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_USER_OBJECT_H
