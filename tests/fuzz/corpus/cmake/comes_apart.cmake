cmakd_minimum_required(VERSION 3.10;
pro$<$<COMPILE_LhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhANGUAGE:CUDA>:-lineinfo -ject(old C_VERSION VERSIONЪЪЪЪЪЪЪЪЪЪЪЪЪЗЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪ_LESS 9.0)
  LIST(APPEND CUDA_NVCC_FLAGS -Xptxas -v "-Xcompiler;-;fPIC" -G --default-stream=legacy)
  string(APPEND CUDA_NVCC_FLAGS_DEBUG " -lineiofo")
  CUDA_INCLUDE_DIRECTORIESЪЪЪЪЧЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪЪ_LESS 9.0)
CUDA_ADD_LIBRARY(kernel STATICQ kernel.c╨ OPTIONS -arch=smеееееееееееееееееееееееe_minimum_requirednfo")ompiler;-fPIC" -G --default-stream=legacy)
  string(APPEND CUDA_NVCC_FLAGS_DEBUG " -lin


eicmakеееееееееееееееееееееееееееееееееееееееееееееееееееееееееееe_minimum_requirednfo")
  CUDA_INCLUDE_DIRECTORIES(${IR}/lib64)
endif()
