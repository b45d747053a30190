#ifndef PROJECT_F_CU
#define PROJECT_F_CU
#ifndef PROJECT_A_CUH
#include "a.cuh"
#endif
#endif
