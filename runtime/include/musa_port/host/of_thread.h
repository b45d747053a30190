//===- musa_port/host/of_thread.h - an object for each thread -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_HOST_OF_THREAD_H
#define MUSA_PORT_HOST_OF_THREAD_H

#include <new>
#include <pthread.h>

namespace musart {

/// The calling thread's T. It is made at the first call and destroyed with the thread, after the
/// thread's own objects; the main thread's stays. POSIX's keys destroy it, and not a thread_local
/// object: to register its destructor needs the lock of dlclose(), which may be waiting for this
/// very thread's kernel.
template <typename T> T &ofThread() {
  static thread_local T *object = nullptr; // a plain pointer, usable as long as the thread is
  if (object == nullptr) {
    static const pthread_key_t key = [] {
      pthread_key_t made = 0;
      if (pthread_key_create(&made, [](void *) {
            delete object;
            object = nullptr;
          }) != 0)
        throw std::bad_alloc();
      return made;
    }();
    object = new T;
    pthread_setspecific(key, object);
  }
  return *object;
}

} // namespace musart

#endif // MUSA_PORT_HOST_OF_THREAD_H
