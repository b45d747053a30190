find_path(NCCL_INCLUDE_DIR NAMES nccl.h)
find_library(NCCL_LIBRARIES NAMES mccl)
