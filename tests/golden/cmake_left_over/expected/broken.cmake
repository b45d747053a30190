enable_language(CUDA)
set(x "
