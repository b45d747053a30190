//===- host/driver/memory_pool.cpp - memory pools in the driver API -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/addresses.h"
#include "driver/forward.h"

using namespace musart;

extern "C" {

MUresult muMemPoolCreate(MUmemoryPool *pool, const MUmemPoolProps *poolProps) {
  return forward<musaMemPoolCreate>()(pool, poolProps);
}
MUresult muMemPoolDestroy(MUmemoryPool pool) { return forward<musaMemPoolDestroy>()(pool); }
MUresult muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep) {
  return forward<musaMemPoolTrimTo>()(pool, minBytesToKeep);
}
MUresult muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value) {
  return forward<musaMemPoolSetAttribute>()(pool, attr, value);
}
MUresult muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value) {
  return forward<musaMemPoolGetAttribute>()(pool, attr, value);
}
MUresult muMemPoolSetAccess(MUmemoryPool pool, const MUmemAccessDesc *map, size_t count) {
  return forward<musaMemPoolSetAccess>()(pool, map, count);
}
MUresult muMemPoolGetAccess(MUmemAccess_flags *flags, MUmemoryPool memPool,
                            MUmemLocation *location) {
  return forward<musaMemPoolGetAccess>()(flags, memPool, location);
}

// ------------------------------------------------------------------------------- of several
// processes

MUresult muMemPoolExportToShareableHandle(void *handle_out, MUmemoryPool pool,
                                          MUmemAllocationHandleType handleType,
                                          unsigned long long flags) {
  return driver([&] {
    requireDriver(flags == 0);
    return musaMemPoolExportToShareableHandle(handle_out, pool, same(handleType), 0);
  });
}
MUresult muMemPoolImportFromShareableHandle(MUmemoryPool *pool_out, void *handle,
                                            MUmemAllocationHandleType handleType,
                                            unsigned long long flags) {
  return driver([&] {
    requireDriver(flags == 0);
    return musaMemPoolImportFromShareableHandle(pool_out, handle, same(handleType), 0);
  });
}
MUresult muMemPoolExportPointer(MUmemPoolPtrExportData *shareData_out, MUdeviceptr ptr) {
  return forward<musaMemPoolExportPointer>()(shareData_out, pointer(ptr));
}
MUresult muMemPoolImportPointer(MUdeviceptr *ptr_out, MUmemoryPool pool,
                                MUmemPoolPtrExportData *shareData) {
  return driver([&] {
    requireDriver(ptr_out != nullptr);
    void *memory = nullptr;
    check(musaMemPoolImportPointer(&memory, pool, same(shareData)));
    *ptr_out = address(memory);
  });
}

} // extern "C"
