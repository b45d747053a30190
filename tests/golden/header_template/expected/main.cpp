#include "config.h"
#ifdef WITH_CUDA
#include <musa_runtime.h>
#endif
int main() { return 0; }
