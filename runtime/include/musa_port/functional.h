//===- musa_port/functional.h - functions as values, on both sides --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CUDA's <nvfunctional> has, for <mtfunctional>. A port leaves the namespace's name.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_FUNCTIONAL_H
#define MUSA_PORT_FUNCTIONAL_H

#include "musa_runtime.h"

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace nvstd {

template <typename Signature> class function;

template <typename F> struct is_function : std::false_type {};
template <typename Signature> struct is_function<function<Signature>> : std::true_type {};

/// A copy of something that can be called with `Arguments`. Each side calls what was stored on that
/// side. To call an empty one ends the program, or the kernel.
template <typename Result, typename... Arguments> class function<Result(Arguments...)> {
  // Not std::is_invocable_r: it does not see functions of the device's alone.
  template <typename Stored>
  using IfCallable = std::enable_if_t<!std::is_same_v<Stored, function> &&
                                      (std::is_class_v<Stored> || std::is_pointer_v<Stored> ||
                                       std::is_member_pointer_v<Stored>)>;

public:
  using result_type = Result;

  __host__ __device__ function() noexcept {}
  __host__ __device__ function(std::nullptr_t) noexcept {}
  __host__ __device__ function(const function &other) : kind(other.kind) {
    if (kind)
      kind->copy(storage, other.storage);
  }
  __host__ __device__ function(function &&other) noexcept { take(other); }
  template <typename F, typename Stored = std::decay_t<F>, typename = IfCallable<Stored>>
  __host__ __device__ function(F &&callable) {
    if constexpr (std::is_pointer_v<Stored> || std::is_member_pointer_v<Stored> ||
                  is_function<Stored>::value)
      if (callable == nullptr)
        return;
    if constexpr (isSmall<Stored>)
      new (static_cast<void *>(&storage)) Stored(std::forward<F>(callable));
    else
      storage.pointer = new Stored(std::forward<F>(callable));
    kind = kindOf<Stored>();
  }
  __host__ __device__ ~function() {
    if (kind)
      kind->destroy(storage);
  }

  __host__ __device__ function &operator=(const function &other) {
    function(other).swap(*this);
    return *this;
  }
  __host__ __device__ function &operator=(function &&other) noexcept {
    function(std::move(other)).swap(*this);
    return *this;
  }
  __host__ __device__ function &operator=(std::nullptr_t) noexcept {
    function().swap(*this);
    return *this;
  }
  template <typename F, typename = IfCallable<std::decay_t<F>>>
  __host__ __device__ function &operator=(F &&callable) {
    function(std::forward<F>(callable)).swap(*this);
    return *this;
  }

  __host__ __device__ void swap(function &other) noexcept {
    function held(std::move(other));
    other.take(*this);
    take(held);
  }
  __host__ __device__ explicit operator bool() const noexcept { return kind != nullptr; }
  __host__ __device__ Result operator()(Arguments... arguments) const {
    if (!kind)
      abort();
    return kind->call(storage, std::forward<Arguments>(arguments)...);
  }

private:
  union Storage {
    void *pointer;
    alignas(std::max_align_t) unsigned char bytes[32];
  };
  /// What is done with a callable of one type.
  struct Kind {
    Result (*call)(Storage &, Arguments &&...);
    void (*copy)(Storage &, const Storage &);
    void (*destroy)(Storage &);
  };
  template <typename F>
  static constexpr bool isSmall = sizeof(F) <= sizeof(Storage) && alignof(F) <= alignof(Storage) &&
                                  std::is_trivially_copyable_v<F>;

  template <typename F> __host__ __device__ static F &stored(Storage &storage) {
    if constexpr (isSmall<F>)
      return *reinterpret_cast<F *>(&storage);
    else
      return *static_cast<F *>(storage.pointer);
  }
  template <typename F>
  __host__ __device__ static Result call(Storage &storage, Arguments &&...arguments) {
    if constexpr (std::is_member_pointer_v<F>)
      return static_cast<Result>(member(stored<F>(storage), std::forward<Arguments>(arguments)...));
    else
      return static_cast<Result>(stored<F>(storage)(std::forward<Arguments>(arguments)...));
  }
  template <typename F, typename Object, typename... Rest>
  __host__ __device__ static decltype(auto) member(F pointer, Object &&object, Rest &&...rest) {
    if constexpr (std::is_pointer_v<std::remove_reference_t<Object>>)
      return member(pointer, *object, std::forward<Rest>(rest)...);
    else if constexpr (std::is_member_function_pointer_v<F>)
      return (object.*pointer)(std::forward<Rest>(rest)...);
    else
      return (object.*pointer);
  }
  template <typename F> __host__ __device__ static void copy(Storage &to, const Storage &from) {
    if constexpr (isSmall<F>)
      to = from;
    else
      to.pointer = new F(*static_cast<const F *>(from.pointer));
  }
  template <typename F> __host__ __device__ static void destroy(Storage &storage) {
    if constexpr (!isSmall<F>)
      delete static_cast<F *>(storage.pointer);
  }
  template <typename F> __host__ __device__ static const Kind *kindOf() {
    static constexpr Kind kind = {&call<F>, &copy<F>, &destroy<F>};
    return &kind;
  }
  /// Takes what the other holds. This one has to be empty.
  __host__ __device__ void take(function &other) noexcept {
    storage = other.storage;
    kind = other.kind;
    other.kind = nullptr;
  }

  mutable Storage storage = {};
  const Kind *kind = nullptr;
};

template <typename Signature>
__host__ __device__ bool operator==(const function<Signature> &f, std::nullptr_t) noexcept {
  return !f;
}
template <typename Signature>
__host__ __device__ bool operator==(std::nullptr_t, const function<Signature> &f) noexcept {
  return !f;
}
template <typename Signature>
__host__ __device__ bool operator!=(const function<Signature> &f, std::nullptr_t) noexcept {
  return static_cast<bool>(f);
}
template <typename Signature>
__host__ __device__ bool operator!=(std::nullptr_t, const function<Signature> &f) noexcept {
  return static_cast<bool>(f);
}
template <typename Signature>
__host__ __device__ void swap(function<Signature> &a, function<Signature> &b) noexcept {
  a.swap(b);
}

} // namespace nvstd

#endif // MUSA_PORT_FUNCTIONAL_H
