#include "kernel.muh"
#include "ops/musa/detail/impl.muh"
#include "../cpu/plain.h"
#include "../my_musa_ops/tools.h"
