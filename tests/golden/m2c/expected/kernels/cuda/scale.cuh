#ifndef SCALE_CUH_
#define SCALE_CUH_
__global__ void scale(float *x, float by);
#endif // SCALE_MUH_
