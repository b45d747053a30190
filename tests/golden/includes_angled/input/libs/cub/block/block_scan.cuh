// The tree carries a copy of this library: its files are meant, by their new names.
#pragma once
#include <cub/block/block_raking.cuh>
#include <cub/device/device_scan.cuh> // not part of the copy
