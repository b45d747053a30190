__device__ inline int one() { return 1; }
