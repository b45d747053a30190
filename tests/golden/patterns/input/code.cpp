TORCH_LIBRARY_IMPL(ns, CUDA, m) {}
TORCH_LIBRARY_IMPL ( ns /* the namespace */ ,
                     CUDA /* the key */ , m ) {}
TORCH_LIBRARY_IMPL(ns::inner(a, b), CUDA, m) {}
TORCH_LIBRARY_IMPL(ns, CUDAX, m) {}
TORCH_LIBRARY_IMPL(CUDA, CPU, m) {}
#define IMPL(ns) TORCH_LIBRARY_IMPL(ns, CUDA, m)
bool a = t.is_cuda(), b = t->is_cuda(), c = t.is_cuda, d = is_cuda(), e = t.is_cuda(1);
bool f = t . is_cuda
    ( );
auto g = at::DeviceType::CUDA, h = DeviceType :: CUDA, i = DeviceType::CUDAX;
wrap(cudaSuccess, one);
wrap(f(cudaSuccess, x[1]), {2, 3});
wrap(unbalanced;
