#pragma once
#include "../kernel.cuh"
