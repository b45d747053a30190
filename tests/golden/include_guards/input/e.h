#ifndef PROJECT_E_CUH
#define PROJECT_E_CUH
#endif
