#pragma once
#include "cufft_own.h"
#include <cufft.h> // the user's rule decides
