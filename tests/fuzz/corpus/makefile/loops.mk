SMS ?= 50 60
ifeq ($(GENCODE_FLAGS),)
$(foreach sm,$(SMS),$(eval G += -gencode arch=compute_$(sm),code=sm_$(sm)))
else ifdef CUDA_HOME
	X = `which nvcc` $(addprefix -Xcompiler ,$(F)) $$CUDA_HOME
endif
define T
%.$(1).o: %.cu
	nvcc -arch $(1) -c $$<
endef
-include $(CUDA_HOME)/x.mk
export CUDA_VISIBLE_DEVICES
