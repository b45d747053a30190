// License.
#ifndef PROJECT_B_CU_H_
#define PROJECT_B_CU_H_
#include "a.cuh"
#endif
