#pragma once
#define D_CUH 1
