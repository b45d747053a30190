int a = __CUDA_ARCH__ > 700 <= __CUDA_ARCH__, b = 700 <= __CUDA_ARCH__ < 800;
