#include <mufft.h>

int transform(mufftComplex *data, int n) {
  mufftHandle plan;
  if (mufftPlan1d(&plan, n, MUFFT_C2C, 1) != MUFFT_SUCCESS)
    return 1;
  mufftExecC2C(plan, data, data, MUFFT_FORWARD);
  return mufftDestroy(plan) == MUFFT_SUCCESS ? 0 : 1;
}
