// Surfaces: reading and writing arrays from kernels, with all boundary modes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O2
#include "check.h"

#include <vector>

constexpr int width = 6, height = 4, depth = 3;

__global__ void fill(musaSurfaceObject_t one, musaSurfaceObject_t two, musaSurfaceObject_t three,
                     musaSurfaceObject_t layered) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y),
            z = static_cast<int>(threadIdx.z);
  if (y == 0 && z == 0)
    surf1Dwrite(static_cast<short>(x * 7), one, x * 2);
  if (z == 0)
    surf2Dwrite(make_float2(static_cast<float>(x), static_cast<float>(y)), two, x * 8, y);
  surf3Dwrite(x + 10 * y + 100 * z, three, x * 4, y, z);
  surf2DLayeredwrite(static_cast<unsigned char>(x + 10 * y + 60 * z), layered, x, y, z);
}

/// Layers of lines, a cube's faces, and two cubes' faces.
__global__ void layers(musaSurfaceObject_t lines, musaSurfaceObject_t cube,
                       musaSurfaceObject_t cubes, int *wrong) {
  for (int layer = 0; layer < 3; ++layer)
    for (int x = 0; x < width; ++x)
      surf1DLayeredwrite(x + 10 * layer, lines, 4 * x, layer);
  for (int face = 0; face < 12; ++face)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) {
        const auto value = static_cast<short>(x + 10 * y + 100 * face);
        if (face < 6)
          surfCubemapwrite(value, cube, 2 * x, y, face);
        surfCubemapLayeredwrite(value, cubes, 2 * x, y, face);
      }
  short last;
  surfCubemapLayeredread(&last, cubes, 4, 1, 11);
  *wrong = surf1DLayeredread<int>(lines, 4 * 5, 2) != 25 ||
           surf1DLayeredread<int>(lines, 4 * width, 2, musaBoundaryModeZero) != 0 ||
           surf1DLayeredread<int>(lines, -4, 1, musaBoundaryModeClamp) != 10 ||
           surfCubemapread<short>(cube, 2 * 3, 2, 5) != 523 ||
           surfCubemapread<short>(cube, 2 * 4, 2, 5, musaBoundaryModeZero) != 0 ||
           surfCubemapread<short>(cube, 0, 9, 0, musaBoundaryModeClamp) != 30 ||
           surfCubemapLayeredread<short>(cubes, 2, 3, 6) != 631 || last != 1112;
}

struct Reads {
  float2 inside, before, past, clamped, pastRow;
  int cell, clampedCell;
  unsigned char layer;
  short line;
};
__global__ void read(musaSurfaceObject_t one, musaSurfaceObject_t two, musaSurfaceObject_t three,
                     musaSurfaceObject_t layered, Reads *reads) {
  reads->inside = surf2Dread<float2>(two, 3 * 8, 2);
  reads->before = surf2Dread<float2>(two, -8, 2, musaBoundaryModeZero);
  reads->past = surf2Dread<float2>(two, width * 8, 2, musaBoundaryModeZero);
  reads->pastRow = surf2Dread<float2>(two, 0, height, musaBoundaryModeZero);
  surf2Dread(&reads->clamped, two, width * 8 + 80, -5, musaBoundaryModeClamp);
  reads->cell = surf3Dread<int>(three, 5 * 4, 3, 2);
  reads->clampedCell = surf3Dread<int>(three, 4, -1, depth, musaBoundaryModeClamp);
  reads->layer = surf2DLayeredread<unsigned char>(layered, 5, 1, 2);
  reads->line = surf1Dread<short>(one, 4 * 2);
  // Outside: ignored, and clamped to the last element.
  surf2Dwrite(make_float2(-1, -1), two, -8, 0, musaBoundaryModeZero);
  surf2Dwrite(make_float2(-2, -2), two, width * 8, height, musaBoundaryModeClamp);
}

musaSurfaceObject_t surfaceOver(const musaChannelFormatDesc &format, musaExtent extent,
                                unsigned flags, musaArray_t *array) {
  CHECK_MUSA(musaMalloc3DArray(array, &format, extent, flags | musaArraySurfaceLoadStore));
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeArray;
  resource.res.array.array = *array;
  musaSurfaceObject_t surface = 0;
  CHECK_MUSA(musaCreateSurfaceObject(&surface, &resource));
  return surface;
}

void testLayers() {
  musaArray_t arrays[3] = {};
  const musaSurfaceObject_t surfaces[3] = {
      surfaceOver(musaCreateChannelDesc<int>(), make_musaExtent(width, 0, 3), musaArrayLayered,
                  &arrays[0]),
      surfaceOver(musaCreateChannelDesc<short>(), make_musaExtent(4, 4, 6), musaArrayCubemap,
                  &arrays[1]),
      surfaceOver(musaCreateChannelDesc<short>(), make_musaExtent(4, 4, 12),
                  musaArrayCubemap | musaArrayLayered, &arrays[2])};
  int *wrong = nullptr;
  CHECK_MUSA(musaMallocManaged(&wrong, sizeof *wrong));
  *wrong = -1;
  layers<<<1, 1>>>(surfaces[0], surfaces[1], surfaces[2], wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*wrong, 0);
  for (const musaSurfaceObject_t surface : surfaces)
    CHECK_MUSA(musaDestroySurfaceObject(surface));
  for (musaArray_t array : arrays)
    CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFree(wrong));
}

int main() {
  testLayers();
  musaArray_t arrays[4] = {};
  const musaSurfaceObject_t surfaces[4] = {
      surfaceOver(musaCreateChannelDesc<short>(), make_musaExtent(width, 0, 0), 0, &arrays[0]),
      surfaceOver(musaCreateChannelDesc<float2>(), make_musaExtent(width, height, 0), 0,
                  &arrays[1]),
      surfaceOver(musaCreateChannelDesc<int>(), make_musaExtent(width, height, depth), 0,
                  &arrays[2]),
      surfaceOver(musaCreateChannelDesc<unsigned char>(), make_musaExtent(width, height, depth),
                  musaArrayLayered, &arrays[3])};
  Reads *reads = nullptr;
  CHECK_MUSA(musaMallocManaged(&reads, sizeof *reads));
  fill<<<1, dim3(width, height, depth)>>>(surfaces[0], surfaces[1], surfaces[2], surfaces[3]);
  read<<<1, 1>>>(surfaces[0], surfaces[1], surfaces[2], surfaces[3], reads);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK(reads->inside.x == 3 && reads->inside.y == 2);
  CHECK(reads->before.x == 0 && reads->before.y == 0);
  CHECK(reads->past.x == 0 && reads->past.y == 0);
  CHECK(reads->pastRow.x == 0 && reads->pastRow.y == 0);
  CHECK(reads->clamped.x == width - 1 && reads->clamped.y == 0);
  CHECK_EQUAL(reads->cell, 235);
  CHECK_EQUAL(reads->clampedCell, 201);
  CHECK_EQUAL(reads->layer, 135);
  CHECK_EQUAL(reads->line, 28);

  std::vector<float2> two(width * height);
  CHECK_MUSA(musaMemcpy2DFromArray(two.data(), width * 8, arrays[1], 0, 0, width * 8, height,
                                   musaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float2 got = two[static_cast<size_t>(y * width + x)];
      const bool last = x == width - 1 && y == height - 1;
      CHECK_EQUAL(got.x, last ? -2.0f : static_cast<float>(x));
      CHECK_EQUAL(got.y, last ? -2.0f : static_cast<float>(y));
    }

  musaResourceDesc back;
  CHECK_MUSA(musaGetSurfaceObjectResourceDesc(&back, surfaces[2]));
  CHECK(back.res.array.array == arrays[2]);
  for (const musaSurfaceObject_t surface : surfaces)
    CHECK_MUSA(musaDestroySurfaceObject(surface));
  CHECK(musaDestroySurfaceObject(surfaces[0]) != musaSuccess);
  for (musaArray_t array : arrays)
    CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFree(reads));
  return CHECK_RESULT();
}
