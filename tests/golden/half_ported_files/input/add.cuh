#pragma once
cudaError_t add();
