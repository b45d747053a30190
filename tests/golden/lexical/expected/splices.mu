musaMalloc\
(&p, 4);
musaMalloc\
(&p, 4);
#include <musa_runtime.h\
>
#inc\
lude <musa_fp16.h>
// a comment that goes on \
cudaFree(p);
#define FREE(p) \
  musaFree(p)
musaFree(p)\
;
