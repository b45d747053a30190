#pragma once
__global__ void k();
