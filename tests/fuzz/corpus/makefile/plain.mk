CUDA_PATH ?= /usr/local/cuda
NVCC := $(CUDA_PATH)/bin/nvcc -ccbin $(CXX)
NVCCFLAGS = -O3 -lineinfo -Xcompiler "-fPIC -Wall" \
  -gencode arch=compute_70,code=sm_70 # all
SRCS = $(wildcard src/*.cu)
OBJS = $(SRCS:.cu=.o) $(patsubst %.cu,%.d,$(SRCS))
.SUFFIXES: .cu .o
.cu.o: ; @$(NVCC) -c $<
%.o: %.cu
	-nvcc -G -c $< -o $@ && echo "a.cu"
debug: NVCCFLAGS += -g -G
