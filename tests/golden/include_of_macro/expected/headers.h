#pragma once
#define DEVICE_HEADER <musa_runtime_api.h>
#define PART_HEADER "part.muh"
#define NOT_A_HEADER "part.muh"
