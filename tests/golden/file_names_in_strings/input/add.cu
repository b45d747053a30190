__global__ void add(int *p) { ++*p; }
