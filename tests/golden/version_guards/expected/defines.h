#pragma once
#define CUDA_VERSION 11000
