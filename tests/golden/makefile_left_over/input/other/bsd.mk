.if defined(CUDA)
NVCC = nvcc
.endif
