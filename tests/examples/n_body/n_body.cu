// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that attract each other, all pairs: a block reads the bodies through shared memory, a tile
// at a time. Checked by what does not change: momentum and, nearly, energy.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

constexpr int threads = 128;
constexpr float softening = 0.05f; // squared: bodies do not collide

// Place and mass (w) of a body are a float4.
__device__ float3 pull(float4 of, float4 on, float3 sum) {
  const float x = of.x - on.x, y = of.y - on.y, z = of.z - on.z;
  const float inverse = rsqrtf(x * x + y * y + z * z + softening);
  const float factor = of.w * inverse * inverse * inverse;
  return make_float3(sum.x + factor * x, sum.y + factor * y, sum.z + factor * z);
}

__global__ void step(const float4 *bodies, float4 *moved, float3 *speeds, int n, float time) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = bodies[min(i, n - 1)];
  float3 force = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += blockDim.x) {
    const int other = first + threadIdx.x;
    tile[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0); // no mass, no pull
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k)
      force = pull(tile[k], own, force);
    __syncthreads();
  }
  if (i >= n)
    return;
  float3 speed = speeds[i];
  speed.x += time * force.x;
  speed.y += time * force.y;
  speed.z += time * force.z;
  speeds[i] = speed;
  moved[i] =
      make_float4(own.x + time * speed.x, own.y + time * speed.y, own.z + time * speed.z, own.w);
}

double energy(const std::vector<float4> &bodies, const std::vector<float3> &speeds) {
  double sum = 0;
  for (size_t i = 0; i < bodies.size(); ++i) {
    const float3 v = speeds[i];
    sum += 0.5 * bodies[i].w * (v.x * v.x + v.y * v.y + v.z * v.z);
    for (size_t k = 0; k < i; ++k) {
      const double x = bodies[i].x - bodies[k].x, y = bodies[i].y - bodies[k].y,
                   z = bodies[i].z - bodies[k].z;
      sum -= bodies[i].w * bodies[k].w / std::sqrt(x * x + y * y + z * z + softening);
    }
  }
  return sum;
}

int main() {
  const int n = 500, steps = 20;
  std::vector<float4> bodies(n);
  std::vector<float3> speeds(n, make_float3(0, 0, 0));
  srand(1);
  auto random = [] { return 2.0f * rand() / float(RAND_MAX) - 1; };
  for (float4 &body : bodies)
    body = make_float4(random(), random(), random(), 1.0f / n);
  const double before = energy(bodies, speeds);

  float4 *now, *next;
  float3 *deviceSpeeds;
  CHECK(cudaMalloc(&now, n * sizeof(float4)));
  CHECK(cudaMalloc(&next, n * sizeof(float4)));
  CHECK(cudaMalloc(&deviceSpeeds, n * sizeof(float3)));
  CHECK(cudaMemcpy(now, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(deviceSpeeds, speeds.data(), n * sizeof(float3), cudaMemcpyHostToDevice));
  for (int i = 0; i < steps; ++i) {
    step<<<(n + threads - 1) / threads, threads, threads * sizeof(float4)>>>(
        now, next, deviceSpeeds, n, 0.01f);
    CHECK(cudaGetLastError());
    float4 *swap = now;
    now = next;
    next = swap;
  }
  CHECK(cudaMemcpy(bodies.data(), now, n * sizeof(float4), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(speeds.data(), deviceSpeeds, n * sizeof(float3), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
  CHECK(cudaFree(deviceSpeeds));

  double momentum[3] = {}, fastest = 0;
  for (int i = 0; i < n; ++i) {
    const float3 v = speeds[i];
    momentum[0] += bodies[i].w * v.x;
    momentum[1] += bodies[i].w * v.y;
    momentum[2] += bodies[i].w * v.z;
    fastest = std::fmax(fastest, std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
  }
  const double after = energy(bodies, speeds);
  std::printf("%d bodies, %d steps: the energy was %.5f and is %.5f; the fastest body has %.3f\n",
              n, steps, before, after, fastest);
  const bool good = std::fabs(after - before) < 0.01 * std::fabs(before) && fastest > 0.01 &&
                    std::fabs(momentum[0]) + std::fabs(momentum[1]) + std::fabs(momentum[2]) < 1e-5;
  return good ? 0 : 1;
}
