#ifndef PROJECT_F_MU
#define PROJECT_F_MU
#ifndef PROJECT_A_MUH
#include "a.muh"
#endif
#endif
