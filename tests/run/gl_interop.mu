// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that may draw by OpenGL: on the host it learns that it cannot, and goes on.
#include "check.h"

#include <musa_gl_interop.h>

__global__ void set(float *x) { x[threadIdx.x] = 1; }

int main() {
  float *x = nullptr;
  size_t bytes = 0;
  musaGraphicsResource_t resource = nullptr;
  const GLuint buffer = 1;
  bool draws = musaGraphicsGLRegisterBuffer(&resource, buffer,
                                            musaGraphicsRegisterFlagsWriteDiscard) == musaSuccess &&
               musaGraphicsMapResources(1, &resource) == musaSuccess;
  CHECK(!draws);
  CHECK_EQUAL(musaGetLastError(), musaErrorNotSupported);
  CHECK_EQUAL(musaGraphicsResourceGetMappedPointer(reinterpret_cast<void **>(&x), &bytes, resource),
              musaErrorNotSupported);
  CHECK_EQUAL(musaGLRegisterBufferObject(buffer), musaErrorNotSupported);
  CHECK_EQUAL(musaGetLastError(), musaErrorNotSupported);
  CHECK_MUSA(musaMallocManaged(&x, 32 * sizeof(float)));
  set<<<1, 32>>>(x);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(x[31], 1.0F);
  CHECK_MUSA(musaFree(x));
  return CHECK_RESULT();
}
