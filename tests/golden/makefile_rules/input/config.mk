ifdef CUDA_HOME
	EXTRA = -L$(CUDA_HOME)/lib64 \
		-lcurand
else ifneq "$(CXX)" "nvcc"
	EXTRA =
endif
