#ifndef SAME_CUH
#define SAME_CUH
#endif
