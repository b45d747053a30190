#include "lanes.cuh"

__global__ void wait() {
  asm volatile("nanosleep.u32 100;");
  BARRIER();
}

unsigned long long hostTime() {
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}
