#pragma once

__device__ inline int scaled(int value) { return 3 * value; }
int sumOnDevice(int count);
