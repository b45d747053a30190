//===- algorithms.cuh - reduce, scan and compact, over any access to items -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_ALGORITHMS_CUH
#define CUB_ALGORITHMS_CUH

#include "cub/detail/accesses.cuh"
#include "cub/thread/thread_operators.cuh"

CUB_NAMESPACE_BEGIN

namespace detail {

/// Reduces n items. One thread calls `store(&result)`, or `store(nullptr)` if n is 0.
template <typename Acc, typename Get, typename Op, typename Store>
inline musaError_t reduce_items(void *memory, size_t &bytes, long long n, musaStream_t stream,
                                Get get, Op op, Store store) {
  const parts_of parts(n);
  workspace space(memory);
  Acc *partial = space.take<Acc>(parts.count);
  musaError_t status;
  if (space.answer(bytes, status))
    return status;
  auto reduce_part = [=] __device__(int part, auto use) mutable {
    long long i = parts.first(part);
    const long long last = parts.last(part);
    Acc result = get(i);
    for (++i; i < last; ++i)
      result = op(result, get(i));
    use(result);
  };
  if (parts.count == 1)
    return launch(1, stream, [=] __device__(int) mutable {
      if (n == 0)
        store(static_cast<const Acc *>(nullptr));
      else
        reduce_part(0, [&](const Acc &result) { store(&result); });
    });
  status = launch(parts.count, stream, [=] __device__(int part) mutable {
    reduce_part(part, [&](const Acc &result) { construct(partial + part, result); });
  });
  if (status != musaSuccess)
    return status;
  return launch(1, stream, [=] __device__(int) mutable {
    Acc result = partial[0];
    for (int part = 1; part < parts.count; ++part)
      result = op(result, partial[part]);
    store(&result);
  });
}

/// Scans n items. If there is no initial value, `Init` is NullType and the scan starts at item 0.
template <typename Acc, bool Inclusive, typename Get, typename Put, typename Op, typename Init>
inline musaError_t scan_items(void *memory, size_t &bytes, long long n, musaStream_t stream,
                              Get get, Put put, Op op, Init init) {
  constexpr bool has_init = !std::is_same<Init, NullType>::value;
  static_assert(has_init || Inclusive, "an exclusive scan needs an initial value");
  const parts_of parts(n);
  workspace space(memory);
  Acc *partial = space.take<Acc>(parts.count);
  musaError_t status;
  if (space.answer(bytes, status) || n == 0)
    return status;
  if (parts.count > 1) {
    status = launch(parts.count - 1, stream, [=] __device__(int part) mutable {
      long long i = parts.first(part);
      const long long last = parts.last(part);
      Acc result = get(i);
      for (++i; i < last; ++i)
        result = op(result, get(i));
      construct(partial + part + 1, result);
    });
    if (status != musaSuccess)
      return status;
    // Turn the parts' sums into prefixes: partial[part] becomes the sum of all that precedes it.
    status = launch(1, stream, [=] __device__(int) mutable {
      Acc running = partial[1];
      if constexpr (has_init)
        running = op(static_cast<Acc>(init), running);
      for (int part = 1; part < parts.count; ++part) {
        const Acc next = part + 1 < parts.count ? Acc(op(running, partial[part + 1])) : running;
        partial[part] = running;
        running = next;
      }
    });
    if (status != musaSuccess)
      return status;
  }
  return launch(parts.count, stream, [=] __device__(int part) mutable {
    long long i = parts.first(part);
    const long long last = parts.last(part);
    auto run = [&](Acc running) {
      for (; i < last; ++i) {
        const Acc next = op(running, get(i));
        if constexpr (Inclusive)
          put(i, next);
        else
          put(i, running);
        running = next;
      }
    };
    if (part > 0) {
      run(partial[part]);
    } else if constexpr (has_init) {
      run(static_cast<Acc>(init));
    } else {
      const Acc first = get(0);
      put(0, first);
      i = 1;
      run(first);
    }
  });
}

/// Scans each run of items separately, those of equal keys. The output may be in place of the items
/// and of the keys: none of either is read once its place is written.
template <typename Acc, bool Inclusive, typename Key, typename GetKey, typename Equal, typename Get,
          typename Put, typename Op, typename Init>
inline musaError_t scan_runs(void *memory, size_t &bytes, long long n, musaStream_t stream,
                             GetKey get_key, Equal equal, Get get, Put put, Op op, Init init) {
  constexpr bool has_init = !std::is_same<Init, NullType>::value;
  const parts_of parts(n);
  workspace space(memory);
  Acc *carry = space.take<Acc>(parts.count);
  bool *whole = space.take<bool>(parts.count); // true: no run begins inside the part
  Key *before = space.take<Key>(parts.count);  // the key before the part, from the second part on
  musaError_t status;
  if (space.answer(bytes, status) || n == 0)
    return status;
  // The first value of a run: `init`, if there is one, combined with the run's first item.
  auto begin_run = [=] __device__(long long i) mutable -> Acc {
    if constexpr (has_init)
      return op(static_cast<Acc>(init), get(i));
    else
      return get(i);
  };
  if (parts.count > 1) {
    status = launch(parts.count, stream, [=] __device__(int part) mutable {
      const long long first = parts.first(part);
      if (first > 0)
        construct(before + part, get_key(first - 1));
      const bool inside = first > 0 && equal(before[part], get_key(first)); // begins inside a run
      Acc running = inside ? Acc(get(first)) : begin_run(first);
      whole[part] = inside;
      for (long long i = first + 1; i < parts.last(part); ++i) {
        if (!equal(get_key(i - 1), get_key(i))) {
          running = begin_run(i);
          whole[part] = false;
        } else {
          running = op(running, get(i));
        }
      }
      construct(carry + part, running);
    });
    if (status != musaSuccess)
      return status;
    // Turn each carry into the value at the end of its part, with the run's earlier items.
    status = launch(1, stream, [=] __device__(int) mutable {
      for (int part = 1; part < parts.count; ++part)
        if (whole[part])
          carry[part] = op(carry[part - 1], carry[part]);
    });
    if (status != musaSuccess)
      return status;
  }
  return launch(parts.count, stream, [=] __device__(int part) mutable {
    const long long first = parts.first(part);
    const long long last = parts.last(part);
    Acc running = part > 0 ? carry[part - 1] : Acc(get(0));
    Key previous = part > 0 ? before[part] : get_key(0);
    for (long long i = first; i < last; ++i) {
      const Key key = get_key(i);
      const bool head = i == 0 || !equal(previous, key);
      const Acc next = head ? begin_run(i) : Acc(op(running, get(i)));
      if constexpr (Inclusive)
        put(i, next);
      else if (head)
        put(i, static_cast<Acc>(init));
      else
        put(i, running);
      running = next;
      previous = key;
    }
  });
}

/// Writes the number of selected items to `where`.
template <typename Count> struct put_count {
  Count where;
  __device__ void operator()(long long count) {
    *where = static_cast<non_void_value_t<Count, int>>(count);
  }
};

/// Splits the items. For the k-th item i with `flag(i)`, calls `selected(i, k)`; for the k-th of
/// the other items, calls `rejected(i, k)`. At the end, calls `done(number of selected items)`.
template <typename Flag, typename Selected, typename Rejected, typename Done>
inline musaError_t compact(void *memory, size_t &bytes, long long n, musaStream_t stream,
                           bool sequential, Flag flag, Selected selected, Rejected rejected,
                           Done done) {
  const parts_of parts(n, sequential);
  workspace space(memory);
  // The call for the size need not have the arrays that decide whether one thread does all.
  long long *before = space.take<long long>(parts_of(n).count);
  musaError_t status;
  if (space.answer(bytes, status))
    return status;
  if (parts.count > 1) {
    status = launch(parts.count, stream, [=] __device__(int part) mutable {
      long long count = 0;
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        count += flag(i) ? 1 : 0;
      before[part] = count;
    });
    if (status != musaSuccess)
      return status;
    status = launch(1, stream, [=] __device__(int) mutable {
      long long running = 0;
      for (int part = 0; part < parts.count; ++part) {
        const long long count = before[part];
        before[part] = running;
        running += count;
      }
    });
    if (status != musaSuccess)
      return status;
  }
  return launch(parts.count, stream, [=] __device__(int part) mutable {
    long long k = part > 0 ? before[part] : 0;
    for (long long i = parts.first(part); i < parts.last(part); ++i) {
      if (flag(i))
        selected(i, k++);
      else
        rejected(i, i - k);
    }
    if (part + 1 == parts.count)
      done(k);
  });
}

struct ignore {
  template <typename... T> __host__ __device__ void operator()(T...) const {}
};

} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_ALGORITHMS_CUH
