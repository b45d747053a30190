//===- torch_musa/csrc/core/MUSAPluggableAllocator.h - an allocator of a program's own -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_MUSA_PLUGGABLE_ALLOCATOR_H
#define MUSAPORT_TORCH_MUSA_PLUGGABLE_ALLOCATOR_H

#include <c10/musa/MUSACachingAllocator.h>

#include <functional>
#include <memory>

namespace torch::musa::MUSAPluggableAllocator {

using MallocFuncType = void *(size_t, int, musaStream_t);
using FreeFuncType = void(void *, size_t, int, musaStream_t);

/// An allocator that calls two functions, and keeps nothing for later.
std::shared_ptr<c10::musa::MUSACachingAllocator::MUSAAllocator>
createCustomAllocator(std::function<MallocFuncType> allocate, std::function<FreeFuncType> free);

/// Take it in place of the caching allocator. That one must not be in use yet.
void changeCurrentAllocator(
    const std::shared_ptr<c10::musa::MUSACachingAllocator::MUSAAllocator> &allocator);

/// The allocator that is in use; it lives until the process ends.
std::shared_ptr<c10::musa::MUSACachingAllocator::MUSAAllocator> getCurrentAllocator();

} // namespace torch::musa::MUSAPluggableAllocator

#endif
