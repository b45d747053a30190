#pragma once
#include "../cuda/kernel.cuh"
