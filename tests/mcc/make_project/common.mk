CUDA_PATH ?= /usr/local/cuda
NVCC      := $(CUDA_PATH)/bin/nvcc -ccbin $(CXX)
CXXFLAGS  := -O2 -Wall -I$(CUDA_PATH)/include
NVCCFLAGS := -O2 --std=c++17 -lineinfo \
             -Xptxas -v \
             -Xcompiler "$(CXXFLAGS)"
LDFLAGS   := -L$(CUDA_PATH)/lib64 -Wl,-rpath,$(CUDA_PATH)/lib64

ifeq ($(dbg),1)
	NVCCFLAGS += -g -G
endif

# the GPUs to compile for
SMS ?= 70 80 90
ifeq ($(GENCODE_FLAGS),)
$(foreach sm,$(SMS),$(eval GENCODE_FLAGS += -gencode arch=compute_$(sm),code=sm_$(sm)))
HIGHEST_SM := $(lastword $(sort $(SMS)))
GENCODE_FLAGS += -gencode arch=compute_$(HIGHEST_SM),code=compute_$(HIGHEST_SM)
endif
