//===- host/exec/of_thread.h - an object for each thread --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_OF_THREAD_H
#define MUSAPORT_HOST_EXEC_OF_THREAD_H

namespace musart {

/// The calling thread's T. It is made at the first call and destroyed with the thread. The
/// program's own objects may call the API when they are destroyed, even later: they get a new T,
/// which is never destroyed.
template <typename T> T &ofThread() {
  static thread_local T *object = nullptr; // a plain pointer, usable as long as the thread is
  struct Owner {
    ~Owner() {
      delete object;
      object = nullptr;
    }
  };
  if (object == nullptr) {
    static thread_local Owner owner;
    (void)owner;
    object = new T;
  }
  return *object;
}

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_OF_THREAD_H
