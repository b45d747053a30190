#if !defined(_C_CUH_)
#define _C_CUH_
#endif
