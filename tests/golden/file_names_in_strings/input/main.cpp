#include <cuda.h>
#include <nvrtc.h>

#include "loader.h"

#define FOLDER "kernels"
#define SCALE_FILE "kernels/scale.cu"

// kernels/scale.cu
const char *prose = "the kernels of kernels/scale.cu, see README";
const char *label = "scale.cu";
const char *missing = "missing.cu";
const char *beside = "add.cu";
const char *behind = FOLDER "/scale.cu";
const char *header = "./kernels/common.cuh";
const char *other = "kernels/notes.txt";
const wchar_t *wide = L"scale.cu";
#line 20 "scale.cu"

CUmodule load() { return compile(SCALE_FILE); }
