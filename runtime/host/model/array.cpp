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

HandleTable<musaMipmappedArray_t, musaMipmappedArray> &mipmappedTable() {
  static auto *result =
      new HandleTable<musaMipmappedArray_t, musaMipmappedArray>("a mipmapped array");
  return *result;
}

void freeArrayMemory(char *data) {
  allocations().free(data,
                     [](const Allocation &one) { return one.kind == Allocation::Kind::Array; });
}

} // namespace

musaArray_t addArray(std::shared_ptr<musaArray> array) {
  return arrayTable().add(std::move(array));
}

void destroyArray(musaArray_t handle) {
  require(!findArray(handle).isLevel, musaErrorInvalidResourceHandle);
  freeArrayMemory(arrayTable().remove(handle)->data);
}

musaArray &findArray(musaArray_const_t handle) {
  return *arrayTable().find(const_cast<musaArray_t>(handle));
}

musaMipmappedArray_t addMipmappedArray(std::shared_ptr<musaMipmappedArray> array) {
  for (const std::shared_ptr<musaArray> &level : array->levels)
    arrayTable().add(level);
  return mipmappedTable().add(std::move(array));
}

void destroyMipmappedArray(musaMipmappedArray_t handle) {
  const std::shared_ptr<musaMipmappedArray> array = mipmappedTable().remove(handle);
  for (const std::shared_ptr<musaArray> &level : array->levels)
    arrayTable().remove(level.get());
  freeArrayMemory(array->data);
}

musaMipmappedArray &findMipmappedArray(musaMipmappedArray_const_t handle) {
  return *mipmappedTable().find(const_cast<musaMipmappedArray_t>(handle));
}

void destroyArraysOf(int device) {
  const auto isOfDevice = [=](const auto &one) { return one.device == device; };
  for (const auto &array : arrayTable().removeIf(isOfDevice))
    if (!array->isLevel)
      freeArrayMemory(array->data);
  for (const auto &array : mipmappedTable().removeIf(isOfDevice))
    freeArrayMemory(array->data);
}

} // namespace musart
