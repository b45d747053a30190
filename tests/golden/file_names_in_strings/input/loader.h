#pragma once
CUmodule compile(const char *file = "kernels/scale.cu");
