TORCH_LIBRARY_IMPL(ns, PrivateUse1, m) {}
TORCH_LIBRARY_IMPL ( ns /* the namespace */ ,
                     PrivateUse1 /* the key */ , m ) {}
TORCH_LIBRARY_IMPL(ns::inner(a, b), PrivateUse1, m) {}
TORCH_LIBRARY_IMPL(ns, CUDAX, m) {}
TORCH_LIBRARY_IMPL(CUDA, CPU, m) {}
#define IMPL(ns) TORCH_LIBRARY_IMPL(ns, PrivateUse1, m)
bool a = t.is_privateuseone(), b = t->is_privateuseone(), c = t.is_cuda, d = is_cuda(), e = t.is_cuda(1);
bool f = t . is_privateuseone
    ( );
auto g = at::DeviceType::PrivateUse1, h = DeviceType :: PrivateUse1, i = DeviceType::CUDAX;
unwrap(one, musaSuccess);
unwrap({2, 3}, f(musaSuccess, x[1]));
wrap(unbalanced;
