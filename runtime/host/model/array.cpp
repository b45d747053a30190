//===- host/model/array.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/array.h"

#include "model/allocations.h"
#include "model/handles.h"

namespace musart {
namespace {

HandleTable<musaArray_t, musaArray> &arrayTable() {
  static auto *result = new HandleTable<musaArray_t, musaArray>("an array");
  return *result;
}

void freeArrayMemory(const musaArray &array) {
  allocations().free(array.data,
                     [](const Allocation &one) { return one.kind == Allocation::Kind::Array; });
}

} // namespace

musaArray_t addArray(std::shared_ptr<musaArray> array) {
  return arrayTable().add(std::move(array));
}

void destroyArray(musaArray_t handle) { freeArrayMemory(*arrayTable().remove(handle)); }

musaArray &findArray(musaArray_const_t handle) {
  return *arrayTable().find(const_cast<musaArray_t>(handle));
}

void destroyArraysOf(int device) {
  for (const auto &array :
       arrayTable().removeIf([=](const musaArray &one) { return one.device == device; }))
    freeArrayMemory(*array);
}

} // namespace musart
