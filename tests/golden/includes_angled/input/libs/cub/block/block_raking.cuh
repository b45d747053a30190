#pragma once
#include "../block/block_scan.cuh"
