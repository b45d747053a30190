#ifndef PROJECT_A_CUH
#define PROJECT_A_CUH
#endif // PROJECT_A_CUH
