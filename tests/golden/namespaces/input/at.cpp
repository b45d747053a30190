namespace at::cuda {
void f();
}
namespace at {
namespace cuda {
void g();
namespace detail {
void h();
}
} // namespace cuda

void inside() {
  cuda::f();
  at::cuda::g();
  ::at::cuda::detail::h();
}
} // namespace at

void outside() {
  using namespace at::cuda;
  using at::cuda::g;
  namespace ac = at::cuda;
  c10::cuda::device_count();
}
