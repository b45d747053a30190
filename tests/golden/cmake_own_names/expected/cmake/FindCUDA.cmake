# FindCUDA as an older CMake has it
set(CUDA_VERSION 9)
