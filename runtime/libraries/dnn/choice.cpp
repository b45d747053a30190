//===- libraries/dnn/choice.cpp - elements that indices or masks name ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_tensor.h"

#include <memory>
#include <numeric>
#include <optional>

namespace musaport::dnn {
namespace {

int dimOf(int number, const View &view) {
  const int dim = number < 0 ? number + view.rank() : number;
  require(dim >= 0 && dim < view.rank());
  return dim;
}

void requireIndices(const View &view) {
  require(view.type == Type::INT64 || view.type == Type::INT32);
}

/// The dimension `dim` behind the others.
View atEnd(const View &view, int dim) {
  std::vector<int> order(view.rank());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + dim, order.begin() + dim + 1, order.end());
  return permuted(view, order);
}

/// The first `count` elements of each sorted line.
template <typename C>
void sortLines(const View &values, const View &indices, const View &input, bool isDescending,
               int64_t count) {
  const int outer = input.rank() - 1;
  const int64_t size = input.dims[outer];
  std::vector<C> line(size);
  std::vector<int64_t> order(size);
  const auto isBefore = [&](int64_t a, int64_t b) {
    const C x = isDescending ? line[b] : line[a];
    const C y = isDescending ? line[a] : line[b];
    return isNaN(y) ? !isNaN(x) : x < y;
  };
  const auto isFirst = [&](int64_t a, int64_t b) {
    return isBefore(a, b) || (a < b && !isBefore(b, a));
  };
  forEachIndex(part(input, 0, outer).dims, [&](const Dims &index) {
    loadAll(at(input, index), line.data());
    std::iota(order.begin(), order.end(), 0);
    if (count < size)
      std::partial_sort(order.begin(), order.begin() + count, order.end(), isFirst);
    else
      std::stable_sort(order.begin(), order.end(), isBefore);
    std::vector<C> sorted(count);
    for (int64_t i = 0; i < count; ++i)
      sorted[i] = line[order[i]];
    storeAll(at(values, index), sorted.data());
    storeAll(at(indices, index), order.data());
  });
}

Work planSort(const View &values, const View &indices, const View &input, int number,
              bool isDescending, std::optional<int> count) {
  requireIndices(indices);
  require(values.type == input.type && values.dims == indices.dims);
  const int dim = dimOf(number, input);
  Dims dims = input.dims;
  if (count) {
    require(*count >= 0 && *count <= dims[dim]);
    dims[dim] = *count;
  }
  require(values.dims == dims);
  if (values.count() == 0)
    return {};
  const View to = atEnd(values, dim);
  const View places = atEnd(indices, dim);
  const View from = atEnd(input, dim);
  return [=, size = dims[dim]] {
    withComputation(computationOf({input.type}), [&](auto zero) {
      sortLines<decltype(zero)>(to, places, from, isDescending, size);
    });
  };
}

enum class Update { put, add, subtract };

template <typename C> void update(Update how, const View &output, int64_t offset, C value) {
  if (how == Update::put)
    return storeOne(output, offset, value);
  const auto before = loadOne<C>(output, offset);
  storeOne(output, offset, how == Update::add ? add(before, value) : subtract(before, value));
}

/// An index outside changes nothing: it is in memory, and known when the work runs.
Work planScatter(Update how, const View &output, const View &indices, const View &updates,
                 int number) {
  requireIndices(indices);
  const int dim = dimOf(number, output);
  require(indices.rank() == output.rank() && updates.rank() == output.rank());
  for (int i = 0; i < output.rank(); ++i)
    require(indices.dims[i] <= updates.dims[i] && (i == dim || indices.dims[i] <= output.dims[i]));
  if (indices.count() == 0)
    return {};
  return [=] {
    withComputation(computationOf({output.type, updates.type}), [&](auto zero) {
      using C = decltype(zero);
      forEachIndex(indices.dims, [&](const Dims &index) {
        Dims to = index;
        to[dim] = loadOne<int64_t>(indices, offsetOf(index, indices.strides));
        if (to[dim] >= 0 && to[dim] < output.dims[dim])
          update(how, output, offsetOf(to, output.strides),
                 loadOne<C>(updates, offsetOf(index, updates.strides)));
      });
    });
  };
}

Work planScatterND(Update how, const View &output, const View &indices, const View &updates) {
  requireIndices(indices);
  require(indices.rank() >= 1 && indices.dims.back() <= output.rank());
  const auto depth = static_cast<int>(indices.dims.back());
  const View places = part(indices, 0, indices.rank() - 1);
  Dims expected = places.dims;
  expected.insert(expected.end(), output.dims.begin() + depth, output.dims.end());
  require(updates.dims == expected);
  if (updates.count() == 0)
    return {};
  return [=] {
    withComputation(computationOf({output.type, updates.type}), [&](auto zero) {
      using C = decltype(zero);
      forEachIndex(places.dims, [&](const Dims &index) {
        const auto to = loadAll<int64_t>(at(indices, index));
        for (int i = 0; i < depth; ++i)
          if (to[i] < 0 || to[i] >= output.dims[i])
            return;
        const View target = at(output, to);
        const View source = at(updates, index);
        forEachIndex(target.dims, [&](const Dims &element) {
          update(how, target, offsetOf(element, target.strides),
                 loadOne<C>(source, offsetOf(element, source.strides)));
        });
      });
    });
  };
}

/// `placeOf(index of the output)` is where in the input; an index outside gives 0.
template <typename PlaceOf>
void gather(const View &output, const View &input, int axis, PlaceOf placeOf) {
  withComputation(computationOf({output.type, input.type}), [&](auto zero) {
    using C = decltype(zero);
    forEachIndex(output.dims, [&](const Dims &index) {
      const Dims from = placeOf(index);
      const bool isInside = from[axis] >= 0 && from[axis] < input.dims[axis];
      storeOne(output, offsetOf(index, output.strides),
               isInside ? loadOne<C>(input, offsetOf(from, input.strides)) : C(0));
    });
  });
}

Work planGatherElements(const View &output, const View &indices, const View &input, int number) {
  requireIndices(indices);
  const int axis = dimOf(number, input);
  require(output.dims == indices.dims && output.type == input.type &&
          indices.rank() == input.rank());
  for (int i = 0; i < input.rank(); ++i)
    require(i == axis || indices.dims[i] <= input.dims[i]);
  if (output.count() == 0)
    return {};
  return [=] {
    gather(output, input, axis, [&](const Dims &index) {
      Dims from = index;
      from[axis] = loadOne<int64_t>(indices, offsetOf(index, indices.strides));
      return from;
    });
  };
}

/// The output has the input's sizes, with those of the indices in place of the axis.
Work planGather(const View &output, const View &indices, const View &input, int number,
                int batchDims) {
  requireIndices(indices);
  const int axis = dimOf(number, input);
  require(batchDims >= 0 && batchDims <= axis && batchDims <= indices.rank());
  Dims expected(input.dims.begin(), input.dims.begin() + axis);
  expected.insert(expected.end(), indices.dims.begin() + batchDims, indices.dims.end());
  expected.insert(expected.end(), input.dims.begin() + axis + 1, input.dims.end());
  require(output.dims == expected && output.type == input.type);
  for (int i = 0; i < batchDims; ++i)
    require(indices.dims[i] == input.dims[i]);
  if (output.count() == 0)
    return {};
  const int inner = indices.rank() - batchDims;
  return [=] {
    gather(output, input, axis, [&](const Dims &index) {
      Dims place(index.begin(), index.begin() + batchDims);
      place.insert(place.end(), index.begin() + axis, index.begin() + axis + inner);
      Dims from(index.begin(), index.begin() + axis);
      from.push_back(loadOne<int64_t>(indices, offsetOf(place, indices.strides)));
      from.insert(from.end(), index.begin() + axis + inner, index.end());
      return from;
    });
  };
}

/// Runs `plan`, whose work counts into what it is given, and waits for it: the count is the size.
Status countElements(const char *name, Handle &handle,
                     std::initializer_list<const Tensor *> tensors,
                     const std::function<Work(std::shared_ptr<int64_t>)> &plan, int64_t &count) {
  const auto counted = std::make_shared<int64_t>(0);
  const Status status = call(name, handle, tensors, [&] {
    musaStreamCaptureStatus capture = musaStreamCaptureStatusNone;
    require(musaStreamIsCapturing(Access::stream(handle), &capture) == musaSuccess);
    requireSupport(capture == musaStreamCaptureStatusNone);
    return plan(counted);
  });
  if (status != Status::SUCCESS)
    return status;
  if (musaStreamSynchronize(Access::stream(handle)) != musaSuccess)
    return Status::EXECUTION_FAILED;
  count = *counted;
  return Status::SUCCESS;
}

bool isSet(const View &mask, const Dims &index) {
  return loadOne<double>(mask, offsetOf(index, mask.strides)) != 0;
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Sort::SetDim(int number) {
  dim = number;
  return Status::SUCCESS;
}
Status Sort::SetDescending(bool value) {
  isDescending = value;
  return Status::SUCCESS;
}
Status Sort::SetStable(bool) { return Status::SUCCESS; }
Status Sort::Run(Handle &handle, Tensor &values, Tensor &indices, const Tensor &input,
                 const MemoryMaintainer &) const {
  return call("Sort::Run", handle, {&values, &indices, &input}, [&] {
    return planSort(viewOf(values), viewOf(indices), viewOf(input), dim, isDescending, {});
  });
}

Status TopK::SetK(int value) {
  count = value;
  return value >= 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status TopK::SetDim(int number) {
  dim = number;
  return Status::SUCCESS;
}
Status TopK::SetLargest(bool value) {
  isLargest = value;
  return Status::SUCCESS;
}
Status TopK::SetSorted(bool) { return Status::SUCCESS; }
Status TopK::Run(Handle &handle, Tensor &values, Tensor &indices, const Tensor &input,
                 const MemoryMaintainer &) const {
  return call("TopK::Run", handle, {&values, &indices, &input}, [&] {
    return planSort(viewOf(values), viewOf(indices), viewOf(input), dim, isLargest, count);
  });
}

Status Scatter::SetMode(Mode value) {
  mode = value;
  return value >= Mode::UPDATE_ONLY && value <= Mode::SUB ? Status::SUCCESS
                                                          : Status::INVALID_PARAMETER;
}
Status Scatter::Run(Handle &handle, Tensor &output, const Tensor &indices, const Tensor &updates,
                    int dim, const MemoryMaintainer &) const {
  return call("Scatter::Run", handle, {&output, &indices, &updates}, [&] {
    require(mode >= Mode::UPDATE_ONLY && mode <= Mode::SUB);
    return planScatter(static_cast<Update>(mode), viewOf(output), viewOf(indices), viewOf(updates),
                       dim);
  });
}

Status ScatterND::SetMode(Mode value) {
  mode = value;
  return value >= Mode::UPDATE_ONLY && value <= Mode::SUB ? Status::SUCCESS
                                                          : Status::INVALID_PARAMETER;
}
Status ScatterND::Run(Handle &handle, Tensor &output, const Tensor &indices, const Tensor &updates,
                      const MemoryMaintainer &) const {
  return call("ScatterND::Run", handle, {&output, &indices, &updates}, [&] {
    require(mode >= Mode::UPDATE_ONLY && mode <= Mode::SUB);
    return planScatterND(static_cast<Update>(mode), viewOf(output), viewOf(indices),
                         viewOf(updates));
  });
}

Status GatherX::SetMode(Mode value) {
  mode = value;
  return value == Mode::GATHER || value == Mode::GATHER_ELEMENTS ? Status::SUCCESS
                                                                 : Status::INVALID_PARAMETER;
}
Status GatherX::SetAxis(int number) {
  axis = number;
  return Status::SUCCESS;
}
Status GatherX::SetBatchDims(int count) {
  batchDims = count;
  return count >= 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status GatherX::Run(Handle &handle, Tensor &output, const Tensor &indices,
                    const Tensor &input) const {
  return call("GatherX::Run", handle, {&output, &indices, &input}, [&] {
    require(mode == Mode::GATHER || mode == Mode::GATHER_ELEMENTS);
    if (mode == Mode::GATHER_ELEMENTS)
      return planGatherElements(viewOf(output), viewOf(indices), viewOf(input), axis);
    return planGather(viewOf(output), viewOf(indices), viewOf(input), axis, batchDims);
  });
}

Status MaskedSelect::Run(Handle &handle, Tensor &output, const Tensor &input, const Tensor &mask,
                         const MemoryMaintainer &) const {
  int64_t count = 0;
  const Status status = countElements(
      "MaskedSelect::Run", handle, {&output, &input, &mask},
      [&](const std::shared_ptr<int64_t> &counted) -> Work {
        const View to = viewOf(output);
        const View from = viewOf(input);
        require(to.rank() == 1 && to.dims[0] >= from.count() && to.type == from.type);
        const View where = broadcast(viewOf(mask), from.dims);
        return [=] {
          withComputation(computationOf({from.type}), [&](auto zero) {
            using C = decltype(zero);
            forEachIndex(from.dims, [&](const Dims &index) {
              if (isSet(where, index))
                storeOne(to, (*counted)++ * to.strides[0],
                         loadOne<C>(from, offsetOf(index, from.strides)));
            });
          });
        };
      },
      count);
  if (status == Status::SUCCESS)
    Access::setLayout(output, {count}, {Access::view(output).strides[0]});
  return status;
}

Status Nonzero::Run(Handle &handle, Tensor &output, const Tensor &input,
                    const MemoryMaintainer &) const {
  int64_t count = 0;
  const Status status = countElements(
      "Nonzero::Run", handle, {&output, &input},
      [&](const std::shared_ptr<int64_t> &counted) -> Work {
        const View to = viewOf(output);
        const View from = viewOf(input);
        requireIndices(to);
        require(to.rank() == 2 && to.dims[0] >= from.count() && to.dims[1] == from.rank());
        return [=] {
          forEachIndex(from.dims, [&](const Dims &index) {
            if (isSet(from, index))
              storeAll(at(to, {(*counted)++}), index.data());
          });
        };
      },
      count);
  if (status == Status::SUCCESS) {
    const View view = Access::view(output);
    Access::setLayout(output, {count, view.dims[1]}, view.strides);
  }
  return status;
}

Status MaskedScatter::Run(Handle &handle, Tensor &output, const Tensor &mask, const Tensor &source,
                          const MemoryMaintainer &) const {
  return call("MaskedScatter::Run", handle, {&output, &mask, &source}, [&]() -> Work {
    const View to = viewOf(output);
    const View from = viewOf(source);
    require(to.type == from.type);
    const View where = broadcast(viewOf(mask), to.dims);
    if (to.count() == 0)
      return {};
    return [=] {
      withComputation(computationOf({to.type}), [&](auto zero) {
        const auto values = loadAll<decltype(zero)>(from);
        size_t next = 0;
        forEachIndex(to.dims, [&](const Dims &index) {
          if (next < values.size() && isSet(where, index))
            storeOne(to, offsetOf(index, to.strides), values[next++]);
        });
      });
    };
  });
}

} // namespace musa::dnn
