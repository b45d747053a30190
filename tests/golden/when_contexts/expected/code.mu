#define DEVICE MPU
#if MPU
#endif
GPU(1);
GPU value;
GPU<int> other = make<GPU>();
const char *a = "MPU and GPUs", *b = R"(MPU)", *c = "xGPU";
word("Only strings have Term in them", Word);
Shout(x); Call y; &Call;
Type(x); Kind y;
#define USE Type Shout() Macro
Mac(x); Mac y;
