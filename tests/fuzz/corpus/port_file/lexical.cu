cu\
da\
Free(p);
%:include <cuda.h>
R"x(cudaFree)x" u8"a" L'b' <::cudaError_t> нд Д 1'000
#if 0
cudaFree "open
#endif
__has_include(<cuda_fp16.h>)