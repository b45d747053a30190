// Three statements with PTX, in two files; the last one is the host's.
__device__ __forceinline__ unsigned laneId() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
#define BARRIER() asm volatile("bar.sync 0;")
