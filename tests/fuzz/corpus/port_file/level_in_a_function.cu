bool f() {
  return a &&
         CUDA_VERSION >= 11000;
}
