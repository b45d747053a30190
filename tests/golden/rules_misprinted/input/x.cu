void f() { at::cuda::g(); }
