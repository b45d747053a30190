#ifndef TAKEN_CUH
#define TAKEN_CUH
#endif
