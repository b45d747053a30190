//===- host/exec/sanitizers.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/sanitizers.h"

// From <sanitizer/*_interface.h>, weak: they are there if the program was built with them.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
[[gnu::weak]] void __sanitizer_start_switch_fiber(void **fakeStack, const void *bottom,
                                                  size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void *fakeStack, const void **oldBottom,
                                                   size_t *oldSize);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void *address, size_t size);
[[gnu::weak]] void *__tsan_get_current_fiber();
[[gnu::weak]] void *__tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void *fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void *fiber, unsigned flags);
}

namespace musart {

bool underAddressSanitizer() { return &__asan_init != nullptr; }
bool underThreadSanitizer() { return &__tsan_init != nullptr; }

std::unique_ptr<SwitchAnnouncer> SwitchAnnouncer::create() {
  if (__sanitizer_start_switch_fiber == nullptr && __tsan_create_fiber == nullptr)
    return nullptr;
  return std::unique_ptr<SwitchAnnouncer>(new SwitchAnnouncer);
}

SwitchAnnouncer::~SwitchAnnouncer() {
  for (const Stack &stack : stacks)
    if (stack.fiber != nullptr)
      __tsan_destroy_fiber(stack.fiber);
}

void SwitchAnnouncer::start(const FiberStacks &memory, size_t count) {
  for (const Stack &stack : stacks)
    if (stack.fiber != nullptr)
      __tsan_destroy_fiber(stack.fiber);
  stacks.assign(count, {});
  for (size_t i = 0; i < count; ++i) {
    const FiberStacks::Stack stack = memory[i];
    stacks[i].bottom = stack.bottom;
    stacks[i].size = stack.size();
    if (__asan_unpoison_memory_region != nullptr)
      __asan_unpoison_memory_region(stack.bottom, stack.size());
    if (__tsan_create_fiber != nullptr)
      stacks[i].fiber = __tsan_create_fiber(0);
  }
}

void SwitchAnnouncer::leave(size_t from, size_t to) {
  previous = from;
  if (__tsan_switch_to_fiber != nullptr) {
    if (from == home)
      own.fiber = __tsan_get_current_fiber();
    // All fibers of a scheduler run on one CPU thread: a switch orders what is before and after it.
    __tsan_switch_to_fiber(at(to).fiber, 0);
  }
  if (__sanitizer_start_switch_fiber != nullptr)
    __sanitizer_start_switch_fiber(&at(from).fake, at(to).bottom, at(to).size);
}

void SwitchAnnouncer::arrive(size_t i) {
  if (__sanitizer_finish_switch_fiber == nullptr)
    return;
  const void *bottom = nullptr;
  size_t size = 0;
  __sanitizer_finish_switch_fiber(at(i).fake, &bottom, &size);
  if (previous == home) {
    own.bottom = bottom;
    own.size = size;
  }
}

} // namespace musart
