//===- host/api/user_object.cpp - the API of user objects kept by graphs -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/user_object.h"

#include "api/error.h"
#include "model/graph.h"
#include "musa_runtime_api.h"

#include <climits>

using namespace musart;

namespace {

bool isCount(unsigned count) { return count >= 1 && count <= INT_MAX; }

} // namespace

extern "C" {

musaError_t musaUserObjectCreate(musaUserObject_t *object_out, void *ptr, musaHostFn_t destroy,
                                 unsigned initialRefcount, unsigned flags) {
  return api([&] {
    require(object_out != nullptr && destroy != nullptr && isCount(initialRefcount) &&
            flags == musaUserObjectNoDestructorSync);
    const auto object = std::make_shared<UserObject>(destroy, ptr);
    const std::lock_guard lock(graphMutex());
    userObjects().add(object, initialRefcount);
    *object_out = handleOf(object.get());
  });
}

musaError_t musaUserObjectRetain(musaUserObject_t object, unsigned count) {
  return api([&] {
    require(isCount(count));
    const std::lock_guard lock(graphMutex());
    const UserObjects::Pointer found = userObjects().find(object);
    require(found != nullptr);
    userObjects().add(found, count);
  });
}

musaError_t musaUserObjectRelease(musaUserObject_t object, unsigned count) {
  return api([&] {
    require(isCount(count));
    UserObjects::Pointer found; // destroyed, if so, when the lock is released
    const std::lock_guard lock(graphMutex());
    found = userObjects().find(object);
    require(found != nullptr);
    userObjects().remove(found, count);
  });
}

musaError_t musaGraphRetainUserObject(musaGraph_t graph, musaUserObject_t object, unsigned count,
                                      unsigned flags) {
  return api([&] {
    require(isCount(count) && (flags & ~unsigned{musaGraphUserObjectMove}) == 0);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> to = findGraph(graph);
    const UserObjects::Pointer found = userObjects().find(object);
    require(found != nullptr);
    if ((flags & musaGraphUserObjectMove) != 0)
      userObjects().remove(found, count);
    to->userObjects.add(found, count);
  });
}

musaError_t musaGraphReleaseUserObject(musaGraph_t graph, musaUserObject_t object, unsigned count) {
  return api([&] {
    require(isCount(count));
    UserObjects::Pointer found;
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> from = findGraph(graph);
    found = from->userObjects.find(object);
    require(found != nullptr);
    from->userObjects.remove(found, count);
  });
}

} // extern "C"
