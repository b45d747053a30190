#pragma once
#include <c10/musa/CUDAMacros.h>
#include "CUDAMacros.h"
