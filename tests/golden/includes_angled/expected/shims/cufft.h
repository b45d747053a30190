#pragma once
#include "cufft_own.h"
#include <my_fft.h> // the user's rule decides
