//===- texture_level_reference.h - what a texture with levels gives, in double -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_TEXTURE_LEVEL_REFERENCE_H
#define MUSAPORT_TESTS_RUN_TEXTURE_LEVEL_REFERENCE_H

#include "texture_types.h"

#include <algorithm>
#include <cmath>
#include <vector>

enum class Kind { Line, Image, Volume, Lines, Images, Cube, Cubes };

struct Query {
  float at[3];
  int layer;
  float lod; ///< or, if `isGrad`, the steps
  bool isGrad;
  float dx[3], dy[3];
};

struct Level {
  size_t width, height, depth;
  std::vector<float> data;
};

inline bool isLayered(Kind kind) {
  return kind != Kind::Line && kind != Kind::Image && kind != Kind::Volume;
}
inline bool isCube(Kind kind) { return kind == Kind::Cube || kind == Kind::Cubes; }
inline int dimensionsOf(Kind kind) {
  return kind == Kind::Line || kind == Kind::Lines ? 1 : kind == Kind::Volume ? 3 : 2;
}

inline musaExtent extentOf(Kind kind) {
  switch (kind) {
  case Kind::Line:
    return make_musaExtent(37, 0, 0);
  case Kind::Image:
    return make_musaExtent(20, 7, 0);
  case Kind::Volume:
    return make_musaExtent(9, 6, 16);
  case Kind::Lines:
    return make_musaExtent(16, 0, 3);
  case Kind::Images:
    return make_musaExtent(8, 12, 5);
  case Kind::Cube:
    return make_musaExtent(16, 16, 6);
  case Kind::Cubes:
    return make_musaExtent(8, 8, 12);
  }
  return {};
}

inline unsigned flagsOf(Kind kind) {
  switch (kind) {
  case Kind::Lines:
  case Kind::Images:
    return musaArrayLayered;
  case Kind::Cube:
    return musaArrayCubemap;
  case Kind::Cubes:
    return musaArrayCubemap | musaArrayLayered;
  default:
    return musaArrayDefault;
  }
}

/// A weight has 8 fraction bits.
inline double quantized(double weight) { return std::floor(weight * 256 + 0.5) / 256; }

/// One level, at normalized coordinates that are clamped.
inline double sampleLevel(const Level &level, int dimensions, const double *at, size_t slice,
                          bool linear) {
  const size_t extent[] = {level.width, level.height, level.depth};
  const auto element = [&](const long *index) {
    size_t place[3] = {0, 0, slice};
    for (int d = 0; d < dimensions; ++d)
      place[d] = static_cast<size_t>(std::clamp(index[d], 0L, static_cast<long>(extent[d]) - 1));
    return static_cast<double>(
        level.data[(place[2] * level.height + place[1]) * level.width + place[0]]);
  };
  double sum = 0;
  for (int corner = 0; corner < (linear ? 1 << dimensions : 1); ++corner) {
    double weight = 1;
    long index[3] = {};
    for (int d = 0; d < dimensions; ++d) {
      const double position = at[d] * static_cast<double>(extent[d]);
      const double first = std::floor(linear ? position - 0.5 : position);
      const double second = linear ? quantized(position - 0.5 - first) : 0;
      index[d] = static_cast<long>(first) + (corner >> d & 1);
      weight *= (corner >> d & 1) != 0 ? second : 1 - second;
    }
    sum += weight * element(index);
  }
  return sum;
}

/// CUDA's table of cube maps: the face, and where on it.
struct Place {
  size_t face;
  double at[2];
};
inline Place placeOf(const double *v) {
  const double x = v[0], y = v[1], z = v[2];
  const double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  size_t face;
  double m, s, t;
  if (az >= ax && az >= ay) {
    face = z >= 0 ? 4 : 5, m = az, s = z >= 0 ? x : -x, t = -y;
  } else if (ay >= ax) {
    face = y >= 0 ? 2 : 3, m = ay, s = x, t = y >= 0 ? z : -z;
  } else {
    face = x >= 0 ? 0 : 1, m = ax, s = x >= 0 ? -z : z, t = -y;
  }
  return {face, {(s / m + 1) / 2, (t / m + 1) / 2}};
}

/// log2 of the longer step in elements of the first level; into a cube, by how far the place moves.
inline double lodOf(Kind kind, const Level &first, const Query &q) {
  const size_t extent[] = {first.width, first.height, first.depth};
  double longest = 0;
  for (const float *step : {q.dx, q.dy}) {
    double moved[3] = {step[0], step[1], step[2]};
    if (isCube(kind)) {
      constexpr double h = 1e-5;
      double a[3], b[3];
      for (int d = 0; d < 3; ++d) {
        a[d] = q.at[d] - h * step[d];
        b[d] = q.at[d] + h * step[d];
      }
      for (int d = 0; d < 2; ++d)
        moved[d] = (placeOf(b).at[d] - placeOf(a).at[d]) / (2 * h);
    }
    double length = 0;
    for (int d = 0; d < dimensionsOf(kind); ++d)
      length += std::pow(moved[d] * static_cast<double>(extent[d]), 2);
    longest = std::max(longest, std::sqrt(length));
  }
  return std::log2(longest);
}

inline double reference(Kind kind, const std::vector<Level> &levels, const musaTextureDesc &desc,
                        const Query &q) {
  double lod = q.isGrad ? lodOf(kind, levels.front(), q) : q.lod;
  lod = std::min<double>(std::max<double>(lod + desc.mipmapLevelBias, desc.minMipmapLevelClamp),
                         desc.maxMipmapLevelClamp);
  lod = std::min<double>(std::max(lod, 0.0), static_cast<double>(levels.size() - 1));
  double at[3] = {q.at[0], q.at[1], q.at[2]};
  auto slice = static_cast<size_t>(q.layer);
  if (isCube(kind)) {
    const Place place = placeOf(at);
    slice = 6 * slice + place.face;
    at[0] = place.at[0];
    at[1] = place.at[1];
  }
  const auto sampleAt = [&](double level) {
    return sampleLevel(levels[static_cast<size_t>(level)], dimensionsOf(kind), at, slice,
                       desc.filterMode == musaFilterModeLinear);
  };
  if (desc.mipmapFilterMode == musaFilterModePoint)
    return sampleAt(std::floor(lod + 0.5));
  const double first = std::floor(lod), weight = quantized(lod - first);
  return weight == 0 ? sampleAt(first)
                     : (1 - weight) * sampleAt(first) + weight * sampleAt(first + 1);
}

#endif // MUSAPORT_TESTS_RUN_TEXTURE_LEVEL_REFERENCE_H
