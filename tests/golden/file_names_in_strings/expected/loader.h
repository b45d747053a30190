#pragma once
MUmodule compile(const char *file = "kernels/scale.mu");
