#include <mccl.h>

mcclResult_t sumOverRanks(float *data, size_t n, mcclComm_t comm, musaStream_t stream) {
  mcclGroupStart();
  mcclResult_t result = mcclAllReduce(data, data, n, mcclFloat, mcclSum, comm, stream);
  mcclGroupEnd();
  return result;
}
