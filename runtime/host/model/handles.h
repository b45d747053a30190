//===- host/model/handles.h - objects behind handles ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_HANDLES_H
#define MUSAPORT_HOST_MODEL_HANDLES_H

#include "model/error.h"

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace musart {

/// A handle is its object's address but is only used as a number, so destroyed and uninitialized
/// handles are detected. A found object stays valid even if another thread destroys it meanwhile.
template <typename Handle, typename Object> class HandleTable {
public:
  /// `what`: the kind of object in messages, such as "a stream".
  explicit HandleTable(const char *what) : what(what) {}

  Handle add(std::shared_ptr<Object> object) {
    const auto handle = reinterpret_cast<Handle>(object.get());
    const std::unique_lock lock(mutex);
    objects.emplace(handle, std::move(object));
    return handle;
  }
  /// Throws musaErrorInvalidResourceHandle.
  std::shared_ptr<Object> find(Handle handle) const {
    {
      const std::shared_lock lock(mutex);
      if (const auto found = objects.find(handle); found != objects.end())
        return found->second;
    }
    fail(handle);
  }
  std::shared_ptr<Object> remove(Handle handle) {
    {
      const std::unique_lock lock(mutex);
      if (const auto found = objects.find(handle); found != objects.end()) {
        std::shared_ptr<Object> result = std::move(found->second);
        objects.erase(found);
        return result;
      }
    }
    fail(handle);
  }
  template <typename Predicate> std::vector<std::shared_ptr<Object>> removeIf(Predicate predicate) {
    std::vector<std::shared_ptr<Object>> removed;
    const std::unique_lock lock(mutex);
    for (auto it = objects.begin(); it != objects.end();) {
      const bool matches = predicate(*it->second);
      if (matches)
        removed.push_back(it->second);
      it = matches ? objects.erase(it) : std::next(it);
    }
    return removed;
  }

private:
  [[noreturn]] void fail(Handle handle) const {
    printMisuse(std::string(what) + " is used that was destroyed or never created (handle " +
                std::to_string(reinterpret_cast<uintptr_t>(handle)) + ")");
    throw ApiError{musaErrorInvalidResourceHandle};
  }

  const char *what;
  mutable std::shared_mutex mutex;
  std::unordered_map<Handle, std::shared_ptr<Object>> objects;
};

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_HANDLES_H
