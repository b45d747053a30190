// Places where the programming guide leaves open which element is read: as on an NVIDIA H200 with
// CUDA 13.0.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

__global__ void readLine(musaTextureObject_t texture, const float4 *where, float *out) {
  out[threadIdx.x] = tex1D<float>(texture, where[threadIdx.x].x);
}
__global__ void readCube(musaTextureObject_t texture, const float4 *where, float *out) {
  const float4 at = where[threadIdx.x];
  out[threadIdx.x] = texCubemapLayered<float>(texture, at.x, at.y, at.z, 0);
}

int main() {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  const float data[24] = {1, 2, 3, 4};
  musaArray_t line = makeArray(musaCreateChannelDesc<float>(), data, 4, make_musaExtent(4, 0, 0),
                               musaArrayDefault);
  float4 *where = managed<float4>(4);
  float *out = managed<float>(4);
  const struct {
    musaTextureAddressMode mode;
    float wanted[4]; // at NaN, infinity, -1 element and -1.5 elements
  } lines[] = {{musaAddressModeBorder, {1, 9, 9, 9}},
               {musaAddressModeWrap, {1, 1, 4, 3}},
               {musaAddressModeMirror, {1, 1, 1, 2}}};
  for (const auto &one : lines) {
    musaTextureDesc desc = {};
    desc.normalizedCoords = 1;
    desc.addressMode[0] = one.mode;
    desc.borderColor[0] = 9;
    const musaResourceDesc resource = resourceOf(line);
    musaTextureObject_t texture = 0;
    CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
    const float places[] = {nan, inf, -1 / 4.0f, -1.5f / 4};
    for (int i = 0; i < 4; ++i)
      where[i] = {places[i], 0, 0, 0};
    readLine<<<1, 4>>>(texture, where, out);
    CHECK_MUSA(musaDeviceSynchronize());
    for (int i = 0; i < 4; ++i)
      CHECK_EQUAL(out[i], one.wanted[i]);
    CHECK_MUSA(musaDestroyTextureObject(texture));
  }
  CHECK_MUSA(musaFreeArray(line));

  // A cube of faces of one element: an edge is the last face's in the order x, y, z.
  const float faces[6] = {0, 1, 2, 3, 4, 5};
  musaArray_t cube = makeArray(musaCreateChannelDesc<float>(), faces, 4, make_musaExtent(1, 1, 6),
                               musaArrayCubemap | musaArrayLayered);
  const musaResourceDesc resource = resourceOf(cube);
  musaTextureDesc desc = {};
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
  const float4 edges[] = {{1, 1, 1, 0}, {-1, -1, -1, 0}, {1, -1, 0, 0}, {0, 1, 1, 0}};
  std::copy_n(edges, 4, where);
  readCube<<<1, 4>>>(texture, where, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0] * 1000 + out[1] * 100 + out[2] * 10 + out[3], 4534);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeArray(cube));
  CHECK_MUSA(musaFree(where));
  CHECK_MUSA(musaFree(out));
  return CHECK_RESULT();
}
