// These words are macros here, and stand in paths elsewhere.
#define h threadIdx.x
#define cuda hip
#define scan my_scan
#define name cuda
#include "block_reduce.muh"
