auto a = R"(cudaFree)" + musaFree;
auto b = R"x(
cudaFree(p); )" cudaFree
)x", musaMalloc;
auto c = u8R"(")", musaFree, 'cudaFree';
auto d = LR"y(cudaFree)z" )y";
int e = 1'000'000, f = musaSuccess, g = 0x1'0;
