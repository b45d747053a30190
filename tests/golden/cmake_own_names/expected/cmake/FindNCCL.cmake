find_path(NCCL_INCLUDE_DIR NAMES mccl.h)
find_library(NCCL_LIBRARIES NAMES mccl)
