musaMalloc\
(&p, 4);
musaMalloc\
(&p, 4);
#include <cuda_\
runtime.h>
#inc\
lude <cuda_fp16.h>
// a comment that goes on \
cudaFree(p);
#define FREE(p) \
  musaFree(p)
musaFree(p)\
;
