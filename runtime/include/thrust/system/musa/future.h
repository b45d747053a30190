//===- thrust/system/musa/future.h - events and futures of streams --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What thrust::async's algorithms return for this system. Work is on its stream when an algorithm
// returns; whoever owns the event or future owns the work's memory too, and waits before it goes.
//===----------------------------------------------------------------------===//
#ifndef THRUST_SYSTEM_MUSA_FUTURE_H
#define THRUST_SYSTEM_MUSA_FUTURE_H

#include <thrust/detail/event_error.h>
#include <thrust/detail/execute_with_dependencies.h>
#include <thrust/system/musa/detail/util.h>
#include <thrust/system/musa/pointer.h>

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

THRUST_NAMESPACE_BEGIN

struct new_stream_t;

namespace system::musa::detail {

struct nonowning_t {};

/// A stream of its own, or one that another owns.
class unique_stream {
public:
  using native_handle_type = musaStream_t;
  unique_stream() {
    throw_on_error(musaStreamCreateWithFlags(&handle, musaStreamNonBlocking), "creating a stream");
  }
  unique_stream(nonowning_t, native_handle_type other) : handle(other), owned(false) {}
  unique_stream(unique_stream &&other) noexcept
      : handle(std::exchange(other.handle, nullptr)), owned(std::exchange(other.owned, false)) {}
  unique_stream &operator=(unique_stream &&other) noexcept {
    std::swap(handle, other.handle);
    std::swap(owned, other.owned);
    return *this;
  }
  ~unique_stream() {
    if (owned)
      (void)musaStreamDestroy(handle);
  }

  native_handle_type get() const { return handle; }
  native_handle_type native_handle() const { return handle; }
  bool valid() const noexcept { return handle != nullptr; }
  bool ready() const {
    const musaError_t status = musaStreamQuery(handle);
    if (status != musaErrorNotReady)
      throw_on_error(status, "asking whether a stream is ready");
    return status == musaSuccess;
  }
  void wait() const { throw_on_error(musaStreamSynchronize(handle), "waiting for a stream"); }
  /// What comes on this stream waits for what is now on the other.
  void depend_on(const unique_stream &other) const {
    if (handle == other.handle)
      return;
    musaEvent_t reached = nullptr;
    throw_on_error(musaEventCreateWithFlags(&reached, musaEventDisableTiming));
    musaError_t status = musaEventRecord(reached, other.handle);
    if (status == musaSuccess)
      status = musaStreamWaitEvent(handle, reached, 0);
    (void)musaEventDestroy(reached);
    throw_on_error(status, "ordering a stream after another");
  }
  friend bool operator==(const unique_stream &a, const unique_stream &b) {
    return a.handle == b.handle;
  }
  friend bool operator!=(const unique_stream &a, const unique_stream &b) { return !(a == b); }

private:
  native_handle_type handle = nullptr;
  bool owned = true;
};

/// Work on a stream, and the memory that it uses.
class async_work {
public:
  explicit async_work(unique_stream &&on) : stream(std::move(on)) {}
  async_work(const async_work &) = delete;
  async_work &operator=(const async_work &) = delete;
  ~async_work() {
    // A failure was reported by who waited, or is by the next call.
    if (stream.valid())
      (void)musaStreamSynchronize(stream.get());
  }
  void keep(std::shared_ptr<void> memory) { kept.push_back(std::move(memory)); }
  /// Device memory that lives as long as the work.
  void *allocate(size_t bytes) {
    void *memory = nullptr;
    throw_on_error(musaMalloc(&memory, bytes), "allocating memory of an asynchronous algorithm");
    keep(std::shared_ptr<void>(memory, [](void *used) { (void)musaFree(used); }));
    return memory;
  }

  unique_stream stream;

private:
  std::vector<std::shared_ptr<void>> kept;
};

/// What events and futures have in common.
class async_handle {
public:
  bool valid_stream() const noexcept { return work != nullptr; }
  bool ready() const noexcept { return valid_stream() && work->stream.ready(); }
  unique_stream &stream() { return valid_work().stream; }
  const unique_stream &stream() const { return valid_work().stream; }
  int where() const noexcept { return device; }
  void wait() { stream().wait(); }

  /// Gives its work away. It is an error if it has none.
  std::unique_ptr<async_work> release() {
    valid_work();
    return std::move(work);
  }

protected:
  async_handle() = default;
  explicit async_handle(std::unique_ptr<async_work> started) : work(std::move(started)) {
    throw_on_error(musaGetDevice(&device));
  }

private:
  async_work &valid_work() const {
    if (!valid_stream())
      throw event_error(event_errc::no_state);
    return *work;
  }

  int device = 0;
  std::unique_ptr<async_work> work;
};

template <typename T> class unique_eager_future;

class unique_eager_event : public async_handle {
public:
  unique_eager_event() = default;
  explicit unique_eager_event(std::unique_ptr<async_work> work) : async_handle(std::move(work)) {}
  explicit unique_eager_event(const new_stream_t &)
      : async_handle(std::make_unique<async_work>(unique_stream())) {}
  template <typename T>
  explicit unique_eager_event(unique_eager_future<T> &&future)
      : async_handle(std::move(static_cast<async_handle &>(future))) {}
};

template <typename T> class unique_eager_future : public async_handle {
public:
  using value_type = T;
  using raw_const_pointer = const T *;

  unique_eager_future() = default;
  unique_eager_future(unique_eager_future &&other) noexcept
      : async_handle(std::move(other)), content(std::exchange(other.content, nullptr)) {}
  unique_eager_future &operator=(unique_eager_future &&other) noexcept {
    async_handle::operator=(std::move(other));
    content = std::exchange(other.content, nullptr);
    return *this;
  }
  /// `where` is device memory of the work's, which holds a T once the work is done.
  unique_eager_future(std::unique_ptr<async_work> work, const T *where)
      : async_handle(std::move(work)), content(where) {}
  explicit unique_eager_future(const new_stream_t &)
      : async_handle(std::make_unique<async_work>(unique_stream())) {}

  bool valid_content() const noexcept { return valid_stream() && content != nullptr; }
  value_type get() {
    if (!valid_content())
      throw event_error(event_errc::no_content);
    alignas(T) unsigned char bytes[sizeof(T)];
    throw_on_error(
        musaMemcpyAsync(bytes, content, sizeof(T), musaMemcpyDeviceToHost, stream().get()));
    wait();
    return *reinterpret_cast<T *>(bytes);
  }
  value_type extract() {
    value_type value = get();
    release();
    content = nullptr;
    return value;
  }
  raw_const_pointer raw_data() const {
    (void)stream();
    return content;
  }

private:
  raw_const_pointer content = nullptr;
};

// thrust::event and thrust::future find these by the policy. They are only declared.
template <typename Derived>
unique_eager_event unique_eager_event_type(const execution_policy<Derived> &) noexcept;
template <typename T, typename Derived>
unique_eager_future<T> unique_eager_future_type(const execution_policy<Derived> &) noexcept;

// A policy's `after` takes an event's work, also from an lvalue.
inline unique_eager_event capture_as_dependency(unique_eager_event &event) {
  return std::move(event);
}
template <typename T> unique_eager_future<T> capture_as_dependency(unique_eager_future<T> &future) {
  return std::move(future);
}

/// New work on `given`, or on a dependency's own stream, or on a new one, after all dependencies.
template <typename... Dependencies>
std::unique_ptr<async_work> work_after(musaStream_t given, std::tuple<Dependencies...> after) {
  const bool none = given == nullptr || given == default_stream();
  std::vector<std::unique_ptr<async_work>> before;
  std::apply([&](auto &...one) { (before.push_back(one.release()), ...); }, after);
  if (none && !before.empty()) {
    std::unique_ptr<async_work> first = std::move(before.front());
    before.erase(before.begin());
    for (std::unique_ptr<async_work> &other : before) {
      first->stream.depend_on(other->stream);
      first->keep(std::move(other));
    }
    return first;
  }
  auto work =
      std::make_unique<async_work>(none ? unique_stream() : unique_stream(nonowning_t(), given));
  for (std::unique_ptr<async_work> &other : before) {
    work->stream.depend_on(other->stream);
    work->keep(std::move(other));
  }
  return work;
}
template <typename Policy> std::unique_ptr<async_work> work_of(Policy &policy) {
  return work_after(stream_of(policy), thrust::detail::extract_dependencies(policy));
}
/// The same, on the stream of `policy`, after the dependencies of `other` too.
template <typename Policy, typename Other>
std::unique_ptr<async_work> work_of(Policy &policy, Other &other) {
  return work_after(stream_of(policy), std::tuple_cat(thrust::detail::extract_dependencies(policy),
                                                      thrust::detail::extract_dependencies(other)));
}

} // namespace system::musa::detail

namespace system::musa {
using detail::unique_eager_event;
using detail::unique_eager_future;

/// Is ready when all of them are; takes their work.
template <typename... Events> unique_eager_event when_all(Events &&...events) {
  return unique_eager_event(
      detail::work_after(nullptr, std::tuple<std::decay_t<Events>...>(std::move(events)...)));
}
} // namespace system::musa
namespace musa {
using system::musa::unique_eager_event;
using system::musa::unique_eager_future;
using system::musa::when_all;
} // namespace musa

THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_FUTURE_H
