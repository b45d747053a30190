#define DEVICE GPU
#if GPU
#endif
GPU(1);
GPU value;
GPU<int> other = make<GPU>();
const char *a = "GPU and GPUs", *b = R"(GPU)", *c = "xGPU";
word("Only strings have Word in them", Word);
Call(x); Call y; &Call;
Type(x); Type y;
#define USE Type Call() Mac
Mac(x); Mac y;
