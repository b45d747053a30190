auto a = R"(cudaFree)" + cudaFree;
auto b = R"x(
cudaFree(p); )" cudaFree
)x", cudaMalloc;
auto c = u8R"(")", cudaFree, 'cudaFree';
auto d = LR"y(cudaFree)z" )y";
int e = 1'000'000, f = cudaSuccess, g = 0x1'0;
