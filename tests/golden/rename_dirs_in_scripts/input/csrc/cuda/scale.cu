__global__ void scale(float *x, float by) { x[threadIdx.x] *= by; }
