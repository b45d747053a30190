void f() { at::musa:g(); }
