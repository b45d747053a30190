#include <musa.h>
#include <mtrtc.h>

#include "loader.h"

#define FOLDER "kernels"
#define SCALE_FILE "kernels/scale.mu"

// kernels/scale.cu
const char *prose = "the kernels of kernels/scale.cu, see README";
const char *label = "scale.mu";
const char *missing = "missing.cu";
const char *beside = "add.mu";
const char *behind = FOLDER "/scale.mu";
const char *header = "./kernels/common.muh";
const char *other = "kernels/notes.txt";
const wchar_t *wide = L"scale.cu";
#line 20 "scale.cu"

MUmodule load() { return compile(SCALE_FILE); }
