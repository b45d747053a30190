#include "musa/common.h"
#include "musa/add.muh"
