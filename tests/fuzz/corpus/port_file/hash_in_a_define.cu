= 2200-;
T—>
#defCUH
#if de(x
#knc X_C!UH
#define X#include cuda_rlude <c10/cuda/CUDAGuard.h>
, CUDA, m <c10/cuH_LCis¹«¶ ¶½­¾RY_IÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿMP L'b,F