# A project with CUDA as a language. Comments stay: CUDA::cudart, src/scale.cu.
cmake_minimum_required(VERSION 3.18)
project(scale VERSION 1.0 DESCRIPTION "Scales with CUDA" LANGUAGES CXX CUDA)

option(SCALE_FAST "Build with --use_fast_math" ON) # the project's own
find_package(CUDAToolkit REQUIRED)

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 70 80-real "90;90a" CACHE STRING "for nvcc")
endif()
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 11.0 OR "${CUDAToolkit_VERSION}" VERSION_GREATER "12")
  message(FATAL_ERROR "CUDA ${CUDAToolkit_VERSION} does not do")
endif()
set(CMAKE_CUDA_FLAGS
    "${CMAKE_CUDA_FLAGS} -Xcompiler=-Wall,-Wextra --expt-relaxed-constexpr -gencode arch=compute_70,code=sm_70")

add_library(scale STATIC
  src/scale.cu   # the kernel
  "${CMAKE_CURRENT_SOURCE_DIR}/src/scale.cuh")
set_target_properties(scale PROPERTIES
  CUDA_ARCHITECTURES "70;80"
  CUDA_STANDARD 17
  CUDA_SEPARABLE_COMPILATION OFF)
target_compile_options(scale PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo -O3
    --extended-lambda
    $<$<BOOL:${SCALE_FAST}>:--use_fast_math>>
  "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:SHELL:-Xcompiler -fno-strict-aliasing>")
target_link_libraries(scale PUBLIC CUDA::cudart $<BUILD_INTERFACE:CUDA::cublas> [[CUDA::cudart]])
target_compile_definitions(scale PRIVATE SCALE_USE_CUDA=1 CUDA_API_PER_THREAD_DEFAULT_STREAM)

file(GLOB_RECURSE others RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} src/*.cu *.cuh src/*.cpp)
list(FILTER others EXCLUDE REGEX ".*\\.(cu|cuh)$")
add_executable(main ${others})
include(cmake/Config.cmake)
